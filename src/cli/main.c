#include "cfglint/cfglint.h"

int main(int argc, char **argv)
{
    return cfglint_main(argc, argv);
}
