#!/usr/bin/env python3
"""Figures of rules/devices that have to agree: peaks are SMs x operations x clock, bandwidths bus x rate; and each has a source.

Operations of one SM in a clock, a multiply-add being two, are of CUDA's programming guide (throughput of instructions) and of the
architectures' white papers (tensor cores, dense, with sums in single precision).
"""
import glob
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GROUPS = {'chip': ('sms', 'boost_mhz', 'base_mhz', 'tensor_mhz', 'l2_mib'), 'peaks': ('tflops',), 'links': ('pcie_gbs', 'nvlink_gbs'),
          'memory': ('memory_bits', 'memory_gbps', 'bandwidth_gbs')}
FIGURES = [f for group in GROUPS.values() for f in group] + ['dla', 'host', 'memory_mib', 'cuda_gib', 'context_mib']
# compute capability: FP32 by CUDA cores; FP16 by tensor cores (before Volta by CUDA cores)
RATES = {'6.0': (128, 256), '6.1': (256, 4), '7.0': (128, 1024), '7.5': (128, 1024), '8.0': (128, 2048), '8.6': (256, 1024), '8.7': (256, 2048),
         '8.9': (256, 1024), '9.0': (256, 4096), '10.0': (256, 8192), '12.0': (256, 1024)}
HALVED = ('RTX 2080', 'RTX 30', 'RTX 40', 'RTX 50', 'L40', 'L20', 'A10G')  # sums in single precision at half the rate, or sold so
# compute capability: MiB of the L2 cache at 32 bits of the bus, which its slices hang on (Ada Lovelace, Hopper and Blackwell switch some off)
L2_AT_32_BITS = {'6.0': 4 / 128, '6.1': 0.25, '7.0': 6 / 128, '7.5': 0.5, '8.0': 0.25, '8.6': 0.5, '8.7': 0.5}
SLACK = 0.015  # of rounded figures
failures, checks = [], 0


def check(name, what, stated, computed, least=1 - SLACK):
    global checks
    checks += 1
    if not least <= stated / computed <= 1 + SLACK:
        failures.append('%s: %s is %g, computed %g' % (name, what, stated, computed))


def halved(label):
    return any(h in label for h in HALVED) and 'L40S' not in label


def peaks(d):
    fp32, fp16 = RATES[d['compute']]
    name, t = d['label'], d['tflops']
    check(name, 'fp32', t['fp32'], d['sms'] * fp32 * d['boost_mhz'] / 1e6)
    clock = d.get('tensor_mhz', d['boost_mhz'])
    half = d['sms'] * fp16 * clock / 1e6 / (2 if halved(name) else 1)
    check(name, 'fp16', t['fp16'], half, 0.95)
    if t['tf32']:
        check(name, 'tf32', t['tf32'], t['fp16'] / 2)
    if t['bf16']:
        check(name, 'bf16', t['bf16'], t['fp16'])
    if d['compute'] >= '7.5' or d['compute'] in ('10.0', '12.0'):
        full = t['fp16'] * (4 if halved(name) and 'RTX' in name else 2)
        check(name, 'int8', t['int8'], full)


def sources(d):
    global checks
    told = []
    for s in d['sources']:
        names, colon, text = s.partition(': ')
        checks += 1
        if not colon or not text:
            failures.append('%s: no figures before "%s"' % (d['label'], s))
        for n in names.split(', '):
            told += GROUPS.get(n, (n,))
    checks += 1
    missing = [f for f in FIGURES if f in d and f not in told]
    if missing:
        failures.append('%s: no source of %s' % (d['label'], ', '.join(missing)))
    unknown = [f for f in told if f not in FIGURES]
    if unknown:
        failures.append('%s: sources of %s, which are no figures' % (d['label'], ', '.join(unknown)))


declared = {}


def device(names, **d):
    declared.update((name, d) for name in ([names] if isinstance(names, str) else names))
    sources(d)
    peaks(d)
    if d['compute'] in L2_AT_32_BITS:
        check(d['label'], 'l2_mib', d['l2_mib'], L2_AT_32_BITS[d['compute']] * d['memory_bits'] / 32)
    if 'cuda_gib' in d:  # the driver keeps some of it: of chips since Ampere, whose drivers count what they hold for themselves, most
        kept, most = d['memory_mib'] - 1024 * d['cuda_gib'], 800
        check(d['label'], 'what is kept of memory_mib', kept, most, (300 if float(d['compute']) >= 8 else 60) / most)
    check(d['label'], 'bandwidth', d['bandwidth_gbs'], d['memory_bits'] * d['memory_gbps'] / 8, 0.97)


def main():
    rows = []
    for path in sorted(glob.glob(os.path.join(ROOT, 'rules', 'devices', '*.star'))):
        with open(path, encoding='utf-8') as f:
            names = {'device': device}
            exec(compile(f.read(), path, 'exec'), names)  # our own tables, which are calls of device() alone
            rows = names.get('GENERATIONS', rows)
    for row in rows:
        usual = declared.get(row['usual'], {})
        if row['compute'] and round(10 * float(usual.get('compute', 0))) != row['compute']:
            failures.append('%s does not stand for GPUs of compute capability %d' % (row['usual'], row['compute']))
    for f in failures:
        print(f, file=sys.stderr)
    print('%d checks' % checks)
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
