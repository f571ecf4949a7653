/* What texts of projects say about PyTorch. */
#include "settings/requires.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void says(const char *text, uint32_t exact, uint32_t least, uint32_t most)
{
    struct required_torch r = requires_in(str_of(text));
    if (r.exact != exact || r.least != least || r.most != most) {
        fail_msg("%s: %u, from %u to %u", text, r.exact, r.least, r.most);
    }
}

static void requirements(void **state)
{
    (void)state;
    says("numpy\ntorch==1.9.1+cu111 torchvision==0.10.1\n", 109, 0, 0);
    says("conda create -n x python=3.8 pytorch==1.10.1 torchvision==0.11.2 cudatoolkit=11.3", 110,
        0, 0);
    says("We test with ```python=3.7.11,pytorch=1.11.0,cuda=11.3```.", 111, 0, 0);
    says("torch~=2.1.0", 201, 0, 0);
    says("torch>=1.6", 0, 106, 0);
    says("torch >= 1.6, < 2.0", 0, 106, 113);
    says("torch>=1.7,<=1.13.1 # not later", 0, 107, 113);
    says("torch<1.10", 0, 0, 109);
    says("torch==1.8.0\ntorch==2.0.0", 108, 0, 0);
    says("  - pytorch==2.1.*", 201, 0, 0);
    says("- [PyTorch](https://github.com/pytorch/pytorch) \\>= 1.9, \\<= 1.10.2", 0, 109, 110);
    says("It requires Python 3.7+, CUDA 9.2+, and PyTorch 1.8+.", 0, 108, 0);
}

static void other_words(void **state)
{
    (void)state;
    says("torchvision==0.10\ntorch-scatter==2.0\nlibtorch==1.2\nmy_torch==1.2\n", 0, 0, 0);
    says("torch\npytorch 1.8\nPyTorch 1.8+cu111", 0, 0, 0);
    says("torch==x torch== torch=", 0, 0, 0);
    says("torch==99999999999999999999.1 torch==1.999", 0, 0, 0);
    says("torch!=1.8", 0, 0, 0);
    says("", 0, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requirements),
        cmocka_unit_test(other_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
