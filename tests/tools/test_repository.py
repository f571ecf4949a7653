#!/usr/bin/env python3
"""Whatever an untrusted repository holds, before every command: it ends in time, within memory, with status 0, 1 or 2 and a word
where it is 2; nothing outside of the repository is read, written or shown, and nothing in it is written but by what is asked for.

Each function below whose name begins with `a_` makes one kind of thing beside an ordinary config, configs/x.py.  With sanitizers
every fourth command meets each of them, other ones from kind to kind; a build without them, by hand, runs all."""
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import effort  # noqa: E402
from schemas import READERS  # noqa: E402

exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
SANITIZED, COUNTED = effort.built_with(exe)
CPU_SECONDS, MEMORY = 90 if SANITIZED or COUNTED else 3, None if SANITIZED else 1 << 30
SECRET = 'sesame'
problems, checks = [], 0
CONFIG = """\
_base_ = './base.py'
model = dict(type='RetinaNet', backbone=dict(type='ResNet', depth=18))
optimizer = dict(type='SGD', lr=0.02)
fp16 = dict(loss_scale=512.)
"""
BASE = "data = dict(samples_per_gpu=2, workers_per_gpu=2, train=dict(type='CocoDataset', ann_file='a.json', pipeline=[]))\ntotal_epochs = 12\n"
ALL = (['check', '.'], ['check', '--format', 'json', '.'], ['check', '--format', 'sarif', 'configs'], ['check', '--fix', '.'],
       ['check', '--unsafe-fixes', '--diff', '.'], ['check', '--gpu', 'a100', '--train', 'gpu=a100,hours=1', 'configs/x.py'],
       ['show', 'configs/x.py'], ['show', '--format', 'canonical', '.'], ['estimate', 'configs/x.py'], ['estimate', '--format', 'csv', '.'],
       ['complexity', 'configs/x.py'], ['--target', '70%', '--gpu', 'a100', '--diff', 'configs/x.py'],
       ['plan', '--target', '70%', '--gpu', 'a100', '--format', 'csv', 'configs'], ['migrate', '--diff', '.'], ['migrate', '--format', 'json', '.'],
       ['facts', '.'], ['scale', '--gpus', '2', '--diff', 'configs/x.py'], ['set', '--diff', 'configs/x.py', 'a=1'], ['explain', 'AMP001'],
       ['dump', 'tree', 'configs/x.py'], ['list', 'rules'], ['stub', 'X', 'configs/x.py'], ['check', '.cfglint'])


def limit():
    if MEMORY:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(content if isinstance(content, bytes) else content.encode())


def state(folder):
    """Names, and the texts of plain files."""
    found = {}
    for top, folders, names in os.walk(os.fsencode(folder)):
        for name in folders + names:
            path = os.path.join(top, name)
            if len(path) > 4000:  # where only steps from folder to folder lead
                continue
            st = os.lstat(path)
            small = os.path.isfile(path) and not os.path.islink(path) and st.st_size < 100000
            found[path] = open(path, 'rb').read() if small else st.st_size if not os.path.isdir(path) else None
    return found


def run(kind, folder, args):
    global checks
    checks += 1
    p, too_long = effort.run([exe, *args], CPU_SECONDS, folder, dict(os.environ, HOME=os.path.dirname(folder), SESAME=SECRET), limit)
    what = '%s: cfglint %s: status %d\n%s' % (kind, ' '.join(args), p.returncode, p.stderr[-700:].decode('utf-8', 'replace'))
    text = p.stdout + p.stderr
    if too_long:
        problems.append('takes %.1f s: %s' % (too_long, what))
    elif p.returncode not in (0, 1, 2) or re.search(rb'Sanitizer|runtime error:|(?m:^cfglint: out of memory)', p.stderr):
        problems.append(what)
    elif p.returncode == 2 and not p.stderr.strip() and not p.stdout.strip():
        problems.append('no word: ' + what)
    elif SECRET.encode() in text or b'root:x:' in text:
        problems.append('it shows what lies outside: ' + what)
    elif re.search(rb'(?m)^\s*::(?!error|warning|notice)|\x1b\[|^##', text) and '--diff' not in args and args[0] != 'show':
        problems.append('raw: %s\n%s' % (what, p.stdout[-500:].decode('utf-8', 'replace')))
    elif p.returncode < 2 and '--format' in args:
        try:
            READERS.get(args[args.index('--format') + 1], bytes)(p.stdout)
        except Exception as e:  # whatever a reader raises
            problems.append('%r: %s' % (e, what))


# --- what a repository may hold ---------------------------------------------------------------------------------------


def a_loop_of_links(repo):
    os.symlink('.', repo + '/configs/here')
    os.symlink('../..', repo + '/configs/above')
    os.symlink('b.py', repo + '/configs/a.py')
    os.symlink('a.py', repo + '/configs/b.py')
    os.symlink('nothing', repo + '/configs/gone.py')
    os.symlink('/proc/self/fd', repo + '/configs/fd')
    write(repo + '/configs/c.py', "_base_ = ['./a.py', './here/here/here/x.py', './gone.py']\n")


def a_way_out(repo):
    os.symlink('/etc/passwd', repo + '/configs/passwd.py')
    os.symlink('../../outside/secret.py', repo + '/configs/secret.py')
    os.symlink('../../outside', repo + '/configs/out')
    os.symlink('../../outside/secret.star', repo + '/configs/secret.star')
    os.symlink('../outside', repo + '/.cfglint')
    os.symlink('/proc/self/environ', repo + '/configs/environ.py')
    write(repo + '/configs/c.py', "_base_ = ['./secret.py', './out/secret.py', '../../outside/secret.py']\n")
    write(repo + '/.git', 'gitdir: /\n') if not os.path.exists(repo + '/.git') else None


def a_file_that_is_none(repo):
    os.mkfifo(repo + '/configs/pipe.py')
    os.mkfifo(repo + '/configs/pipe.json')
    os.mkdir(repo + '/configs/folder.py')
    os.mkdir(repo + '/.cfglint.yaml')
    write(repo + '/.cfglint', 'a file')
    s = socket.socket(socket.AF_UNIX)
    try:
        s.bind(repo + '/configs/s.py')
    except OSError:  # the path is too long for one
        pass
    s.close()
    for name in ('configs/huge.py', 'configs/huge.yaml', 'huge.json', 'huge.xml', 'huge.ply', 'huge.star'):
        with open(os.path.join(repo, name), 'wb') as f:
            f.write(b'model = dict(')
            f.truncate(1 << 40)
    os.symlink('/dev/zero', repo + '/configs/zero.py')
    os.symlink('/dev/tty', repo + '/configs/tty.py')
    write(repo + '/configs/c.py', "_base_ = ['./pipe.py', './folder.py', './s.py', './huge.py', './zero.py']\n")


def a_name(repo):
    for name in (b'\xff\xfe.py', b'new\nline.py', b'\n::error::x.py', b'\n##vso[x].py', b'\x1b[31mred.py', b'-x.py', b'--fix.py', b'{{fileBasename}}.py',
                 b'A.py', b'a.py', b'*.py', b'a"b\'c.py', b'%s%n.py', b'\xe2\x80\xae.py', b'a' * 250 + b'.py', b'.py', b'...py', b' .py', b'~.py'):
        with open(os.path.join(os.fsencode(repo), b'configs', name), 'wb') as f:
            f.write(b"_base_ = './base.py'\nfp16 = dict(loss_scale=512.)\nx = y\n")
    os.makedirs(os.path.join(os.fsencode(repo), b'configs/\n::error::folder\xff'))


def options(text):
    return lambda repo: write(repo + '/.cfglint.yaml', text)


a_bomb_of_anchors = options('a: &a [x, x, x, x, x, x, x, x, x]\n' + ''.join(
    '%s: &%s [%s]\n' % (c, c, ', '.join(['*' + chr(ord(c) - 1)] * 9)) for c in 'bcdefghijklmn') + 'ignore: *n\n')
a_key_twice = options('ignore: [LR001]\nignore: [LR002]\ngpu: a100\ngpu: x\n')
a_deep_option = options('exclude: ' + '[' * 20000 + ']' * 20000 + '\n')
a_number_that_is_none = options('gpus: .nan\ntorch: -1e999\nref-batch: 0x\nlimit: {steps: -1}\n')
a_list_of_patterns = options('exclude: [%s]\nper-file-ignores: {%s}\n' % (
    ', '.join('"%s"' % p for p in ['*a' * 40 + 'b', '**/' * 60 + 'x', '?' * 5000, '[' * 3000, '[!' + 'a-' * 2000 + ']', '\\\\' * 999] * 20),
    ', '.join('"%sx%d": [LR]' % ('*a' * 30, i) for i in range(300))))
a_path_to_elsewhere = options('library: ../outside\nbaseline: /etc/passwd\nroot: ../outside\npackage-path: ../outside\nconfig: /etc/passwd\n')
a_wish_to_write = options('fix: true\noutput: ../outside/new\nwrite-baseline: known.json\nin-place: true\nunsafe-fixes: true\n')
a_long_list_of_options = options('ignore: [%s]\n' % ', '.join('LR%05d' % i for i in range(50000)))


def library(text):
    return lambda repo: write(repo + '/.cfglint/x.star', text)


RULE = 'def check(cfg, s):\n    %s\n\nrule("%s", severity="error", summary="x", why="y", check=check, fragments=True, good=[], bad=[], fixes="None.", since="0.1.0")\n'
an_endless_library = library('for i in range(1000000000):\n    x = [i for i in range(1000)]\n' + RULE % ('return', 'ZZZ001'))
an_endless_rule = library(RULE % ('x = [j for i in range(1000000000) for j in range(1000)]', 'ZZZ001'))
a_greedy_rule = library(RULE % ('return [finding(cfg["model"], "x" * 300000)] * 100000', 'ZZZ001'))
a_rule_of_another_name = library(RULE % ('return finding(cfg["model"], "x")', 'LR001') + RULE % ('return 1', '\\x1b[31m\\n::error::') + RULE % ('return', ''))
a_library_of_other_builtins = library('len = range = dict = list = str = sorted = print = finding = rule = module = None\ndef module(*a, **k): return module(*a, **k)\n'
                                      'module("ResNet")\n')
NET = 'import modules.nn as nn\n\ndef _net(m, batch):\n    x = batch.images\n    %s\n    return [x.sum()]\n\ndef Net(**kw):\n    %s\n    ' \
      'return Module("Net", _net, fc=nn.Linear(3, 4), loss=_net)\n\nmodule("RetinaNet", build=Net)\nmodule("ResNet", build=Net)\n'
a_description_that_does_not_end = library(NET % ('for i in range(1000000000): x = x + x', ''))
a_description_that_is_too_large = library(NET % ('for i in range(50): x = torch.cat([x, x], 0)', ''))
a_description_of_many_modules = library(NET % ('', 'm = [nn.Linear(10, 10) for i in range(100000000)]'))
a_description_of_itself = library(NET % ('', 'm = build(dict(type="RetinaNet"))'))
a_library_with_errors = library(''.join('def f%d(:\n' % i for i in range(20000)))


def a_circle_of_libraries(repo):
    write(repo + '/.cfglint/a.star', 'import b\n')
    write(repo + '/.cfglint/b.star', 'import a\nimport c\n')
    os.makedirs(repo + '/.cfglint/folder.star/x.star')


def a_crowd(repo):
    os.mkdir(repo + '/many')
    for i in range(3000):
        with open('%s/many/%d.py' % (repo, i), 'w', encoding='utf-8') as f:
            f.write('x')


def a_deep_folder(repo):
    here = os.getcwd()
    os.chdir(repo + '/configs')
    for i in range(1200):  # beyond PATH_MAX
        os.mkdir('deep')
        os.chdir('deep')
        if i in (5, 45, 800):
            shutil.copy(repo + '/configs/x.py', 'x.py')
    os.chdir(here)


def a_chain_of_bases(repo):
    for i in range(2000):
        write('%s/configs/chain/c%d.py' % (repo, i), "_base_ = './c%d.py'\n" % ((i + 1) % 2000))
    write(repo + '/configs/c.py', "_base_ = './chain/c0.py'\n")


def a_diamond_of_bases(repo):
    for i in range(30):
        write('%s/configs/d%d.py' % (repo, i), "_base_ = ['./d%da.py', './d%db.py']\nx%d = 1\n" % (i, i, i))
        for side in 'ab':
            write('%s/configs/d%d%s.py' % (repo, i, side), "_base_ = './d%d.py'\n" % (i + 1) + '_%s = 1\n' % side if i < 29 else 'y = 1\n')


def a_repository_in_itself(repo):
    shutil.rmtree(repo + '/.git')
    write(repo + '/.git', 'gitdir: ../outside\n')
    os.makedirs(repo + '/configs/.git')
    write(repo + '/configs/.gitignore', '(a+)+$\n' * 10000 + '*' * 10000 + '\n')


def a_set_of_data(repo):
    laughs = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">%s]>\n<annotation><object>&h;</object></annotation>' % ''.join(
        '<!ENTITY %s "%s">' % (c, ('&%s;' % chr(ord(c) - 1)) * 10) for c in 'bcdefgh')
    write(repo + '/data/a.xml', laughs)
    write(repo + '/data/deep.xml', '<annotation>' * 100000)
    write(repo + '/data/out.xml', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><annotation><object><name>&a;</name></object></annotation>')
    write(repo + '/data/deep.json', '{"images": ' + '[' * 200000)
    write(repo + '/data/nan.json', '{"images": [{"id": NaN, "width": -1e999, "height": 1e308}], "annotations": [{"image_id": NaN}], "categories": []}')
    write(repo + '/data/huge.json', '{"images": [{"id": 1, "width": 99999999999999999999, "height": 0}], "annotations": [%s]}' % ', '.join(
        ['{"image_id": 1, "category_id": -5, "bbox": [0, 0, -1, 1e400]}'] * 1000))
    write(repo + '/data/a.ply', 'ply\nformat binary_little_endian 1.0\nelement vertex 18446744073709551615\nproperty float x\nend_header\n')
    write(repo + '/data/b.ply', 'ply\nformat ascii 1.0\nelement vertex -1\nproperty list uchar int x\nend_header\n')
    write(repo + '/data/a.bin', b'\xff' * 4099)
    write(repo + '/data/a.pcd', 'WIDTH 99999999999\nPOINTS -1\nDATA binary\n')
    write(repo + '/data/a.png', b'\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff')
    write(repo + '/data/a.jpg', b'\xff\xd8' + b'\xff\xe0\0\2' * 5000)
    write(repo + '/data/a.log.json', '{"mode": "train", "memory": NaN}\n{"memory": -5}\n' + '[' * 100000 + '\n{"memory": 1e999}\n')
    write(repo + '/data/a.pkl', b'\x80\x04cos\nsystem\n')


# --- while it is read -------------------------------------------------------------------------------------------------


def changing(repo):
    """Files that change, shrink, vanish and become something else while they are read."""
    over = threading.Event()
    other = repo + '/../other'
    write(other, CONFIG * 2000)
    write(repo + '/configs/d/y.py', "_base_ = './secret.py'\n")
    write(repo + '/configs/d/secret.py', BASE)

    def change():
        i = 0
        while not over.is_set():
            i += 1
            try:  # a folder becomes a link to another with such a base
                if i % 2:
                    os.rename(repo + '/configs/d', repo + '/configs/e')
                    os.symlink('../../outside', repo + '/configs/d')
                else:
                    os.remove(repo + '/configs/d')
                    os.rename(repo + '/configs/e', repo + '/configs/d')
            except OSError:
                pass
            for name in ('configs/x.py', 'configs/base.py', 'configs/y.py', '.cfglint.yaml'):
                path = os.path.join(repo, name)
                try:
                    if i % 5 == 0:
                        shutil.copy(other, path)
                    elif i % 5 == 1:
                        os.truncate(path, 7)
                    elif i % 5 == 2:
                        os.remove(path)
                    elif i % 5 == 3:
                        os.symlink('../../outside/secret.py', path)
                    else:
                        os.remove(path)
                        write(path, BASE)
                except OSError:
                    pass
    t = threading.Thread(target=change)
    t.start()
    try:
        for command in [['show', 'configs/d/y.py'], *(ALL[::2] if SANITIZED else ALL * 3)]:
            run('files that change', repo, command)
    finally:
        over.set()
        t.join()


def prepare(top, kind):
    folder = os.path.join(top, kind)
    repo = folder + '/repo'
    write(folder + '/outside/secret.py', '%s = "%s"\nmodel = dict(type="%s")\n' % ((SECRET,) * 3))
    write(folder + '/outside/secret.star', '%s = (\n' % SECRET)
    write(repo + '/configs/x.py', CONFIG)
    write(repo + '/configs/base.py', BASE)
    os.mkdir(repo + '/.git')
    return repo


def main():
    kinds = {name: make for name, make in globals().items() if re.match('an?_', name)}
    with tempfile.TemporaryDirectory() as top:
        top = os.path.realpath(top)
        for i, (kind, make) in enumerate(kinds.items()):
            if sys.argv[2:] and kind not in sys.argv[2:]:
                continue
            repo = prepare(top, kind)
            make(repo)
            before = state(os.path.dirname(repo))
            for command in ALL[i % 4::4] if SANITIZED else ALL:
                run(kind, repo, command)
                if command[:2] == ['check', '--fix']:
                    shutil.copy(os.path.join(repo, 'configs/x.py'), top)
                    write(repo + '/configs/x.py', CONFIG)
            after = state(os.path.dirname(repo))
            changed = [p for p in {*before, *after} if before.get(p) != after.get(p)]
            if changed:
                problems.append('%s: changed: %s' % (kind, changed))
            subprocess.run(['rm', '-rf', os.path.dirname(repo)], check=True)
        if not sys.argv[2:]:
            changing(prepare(top, 'changing'))
    print('\n'.join(problems))
    print('%d checks' % checks)
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
