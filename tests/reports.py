"""What commands print about whole configs, each command line about every few of them: a digest for each line stands in transcripts/reports.txt.

    tests/reports.py CONFIG...     with cfglint in PATH
"""
import subprocess
import sys
import zlib

EVERY = 40  # of the configs
DIVIDED = '--cfg-options runner_type=FlexibleRunner strategy.type=%s --'
LINES = [
    'estimate --gpu rtx3090 --gpus 2 --cfg-options optim_wrapper.accumulative_counts=2 --',
    'estimate --gpu t4 --gpus 1 --cfg-options optimizer_config.cumulative_iters=3 optimizer_config.type=GradientCumulativeOptimizerHook --',
    'estimate --layers --gpu a100 --gpus 3 ' + DIVIDED % 'FSDPStrategy',
    'estimate --gpus 4 ' + DIVIDED % 'DeepSpeedStrategy strategy.zero_optimization.stage=2 strategy.zero_optimization.offload_optimizer.device=cpu',
    'estimate --gpus 8 ' + DIVIDED % 'DeepSpeedStrategy strategy.zero_optimization.stage=3 strategy.zero_optimization.offload_param.device=cpu',
    'estimate --measured 9GB --gpu-memory 8GB', 'estimate --measured 900MiB --gpu h100 --amp', 'estimate --inference --gpu t4', 'estimate --inference --amp --torch 1.9',
    'estimate --gpu v100 --batch 1..4 --format csv', 'estimate --gpu v100 --batch 2..3 --format json', 'estimate --batch 2 --torch 1.5 --alloc-conf max_split_size_mb:64',
    'complexity --gpu orin --precision int8 --batch 2', 'complexity --gpu v100 --depth 5 --rule mmengine', 'complexity --gpu orin --engine pytorch',
    'plan --gpu rtx3090 --target 90% --prefer speed', 'plan --gpu t4,a100 --target 50%,90% --format csv', 'plan --gpu a100 --gpus 4 --ref-batch 64 --lr-rule sqrt',
    'plan --gpu t4 --fit --keep precision', 'plan --gpu a100 --target 60% --format json', 'scale --gpus 24', 'scale --gpus 3 --lr-rule sqrt --diff',
    'show --origins', 'show --schedule --every --epoch-iterations 7', 'show --format yaml', 'show --format python --insertion-order', 'migrate', 'migrate --to lazy',
    *('check --gpus 2 --gpu t4 --select ALL --format ' + kind for kind in ('text', 'concise', 'sarif', 'junit', 'gitlab', 'github', 'checkstyle', 'jsonl')),
    'check --select ALL --statistics', 'check --deploy gpu=orin,latency=2ms,memory=1GiB,parameters=9M --train gpu=t4,memory=40%,hours=2',
    'dump trace --gpu h100', 'dump kernels --gpu a100', 'dump copies', 'dump graph --inference',
]


def main():
    configs = sys.argv[1:]
    for line in LINES:
        said, first = b'', zlib.crc32(line.encode()) % EVERY
        for path in configs[first::EVERY * 2 if 'plan' in line or '--layers' in line else EVERY]:
            p = subprocess.run(['cfglint', *line.split(), path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            said += b'%d\n' % p.returncode + p.stdout
        print('%s | %d %08x' % (line, len(said.splitlines()), zlib.crc32(said)))


if __name__ == '__main__':
    main()
