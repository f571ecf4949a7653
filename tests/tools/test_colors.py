#!/usr/bin/env python3
"""Colors: what `--color`, the environment and the terminal say, in that order (https://no-color.org, https://bixense.com/clicolors)."""
import os
import pty
import subprocess
import sys
import tempfile

exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
problems, checks = [], 0

# --color, the environment, a terminal, colors
ROWS = [
    ('auto', {}, True, True),
    ('auto', {}, False, False),
    ('auto', {'TERM': 'xterm'}, True, True),
    ('auto', {'TERM': 'xterm'}, False, False),
    ('auto', {'TERM': ''}, True, True),
    ('auto', {'TERM': 'dumb'}, True, False),
    ('auto', {'TERM': 'dumber'}, True, True),
    ('auto', {'NO_COLOR': '1'}, True, False),
    ('auto', {'NO_COLOR': '0'}, True, False),
    ('auto', {'NO_COLOR': ''}, True, True),
    ('auto', {'NO_COLOR': ''}, False, False),
    ('auto', {'CLICOLOR_FORCE': '1'}, False, True),
    ('auto', {'CLICOLOR_FORCE': 'x'}, False, True),
    ('auto', {'CLICOLOR_FORCE': '0'}, False, False),
    ('auto', {'CLICOLOR_FORCE': '00'}, False, True),
    ('auto', {'CLICOLOR_FORCE': ''}, False, False),
    ('auto', {'CLICOLOR_FORCE': '0'}, True, True),
    ('auto', {'CLICOLOR_FORCE': '1', 'TERM': 'dumb'}, False, True),
    ('auto', {'CLICOLOR_FORCE': '1', 'NO_COLOR': '1'}, False, False),
    ('auto', {'CLICOLOR_FORCE': '1', 'NO_COLOR': '1'}, True, False),
    ('always', {}, False, True),
    ('always', {'NO_COLOR': '1', 'TERM': 'dumb'}, False, True),
    ('always', {'CLICOLOR_FORCE': '0'}, False, True),
    ('never', {}, True, False),
    ('never', {'CLICOLOR_FORCE': '1'}, True, False),
]


def printed(args, env, terminal):
    """What a command prints, on a terminal or into a pipe."""
    if not terminal:
        return subprocess.run(args, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    ours, its = pty.openpty()
    subprocess.run(args, env=env, stdin=subprocess.DEVNULL, stdout=its, stderr=subprocess.DEVNULL)
    os.close(its)
    text = b''
    try:
        while piece := os.read(ours, 4096):
            text += piece
    except OSError:  # the end of a terminal
        pass
    os.close(ours)
    return text


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'x.py')
    with open(path, 'w', encoding='utf-8') as f:
        f.write('x = = 1\n')
    usual = {k: v for k, v in os.environ.items() if k not in ('NO_COLOR', 'CLICOLOR_FORCE', 'TERM')}
    for when, env, terminal, want in ROWS:
        for words in ([] if when == 'auto' else None, ['--color', when]):
            if words is not None:
                text = printed([exe, 'check', '--isolated', *words, path], dict(usual, **env), terminal)
                checks += 2
                if b'SYN001' not in text:
                    problems.append('%s: %r' % (words, text))
                if (b'\x1b[' in text) != want:
                    problems.append('%s with %s, %s: %s' % (words, env, 'on a terminal' if terminal else 'into a pipe', 'no colors' if want else 'colors'))
print('\n'.join(problems))
print('%d checks' % checks)
sys.exit(1 if problems else 0)
