#!/usr/bin/env python3
"""Measured training steps beside our predictions, where the projects are at hand.

  measured_steps.py CFGLINT ROOT [TABLE]

ROOT has a folder for each project of TABLE (fixtures/measured/memory_h100.tsv). Prints by how much allocated and reserved memory and
what nvidia-smi shows are predicted above what was measured, and ! where that lies outside of low and high. Not a test: it takes
projects that are not here.
"""
import csv, json, os, subprocess, sys

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../fixtures/measured/memory_h100.tsv')
FIGURES = (('allocated', 'allocated_bytes'), ('reserved', 'reserved_bytes'), ('nvml', 'nvidia_smi_bytes'))


def main():
    exe, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    table = sys.argv[3] if len(sys.argv) > 3 else TABLE
    lines = [line for line in open(table, encoding='utf-8') if not line.startswith('#')]
    errors = {name: [] for name, _ in FIGURES}
    for row in csv.DictReader(lines, delimiter='\t'):
        command = [exe, 'estimate', '--format', 'json', '--torch', '2.11', '--gpu', 'h100', '--root', root] + row['options'].split()
        command += ['--', os.path.join(root, row['project'], row['config'])]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if run.returncode > 1:
            print('%-60s %s' % (row['config'][-60:], run.stderr[:100]))
            continue
        got, shown = json.loads(run.stdout), []
        for name, key in FIGURES:
            have, want = got['memory'][key], int(row[name])
            error = have['expected'] / want - 1
            shown.append('%+7.2f %%%s' % (100 * error, ' ' if have['low'] <= want <= have['high'] else '!'))
            if not row['note']:
                errors[name].append(abs(error))
        print('%-60s %s  %s' % (row['config'][-60:], ' '.join(shown), row['options'] + ' ' + row['note']))
    for name, all_of in errors.items():
        all_of.sort()
        if all_of:
            print('%-10s %d steps, median %.2f %%, nine of ten within %.1f %%' % (
                name, len(all_of), 100 * all_of[len(all_of) // 2], 100 * all_of[int(.9 * (len(all_of) - 1))]))


main()
