#!/usr/bin/env python3
"""Runs every command on changed copies of real configs, and looks for bad ends.

    mutate_configs.py [--runs N] [--seed S] [--first I] [--jobs J] [--seconds S] [--keep DIR] EXE FOLDER...

What is changed: the text (words, lines and keys that go, come twice or change places, bytes, files cut short, halves of two
files, models inside models, bases), numbers in it, values by --cfg-options on every path of the resolved config, parts of
another config among them, the project's options, logs and annotations, and a library that comes before the built-in one.  A bad end is a signal or a sanitizer's report, another
status than 0, 1 and 2, more CPU time than --seconds or more memory than 1 GiB, status 2 without a word, characters that a terminal obeys, and
JSON or XML that no parser takes.  Run I of a seed is always the same: each bad end is printed with its number, and --keep saves the file.
"""
import argparse
import contextlib
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

from schemas import READERS

MEMORY_KB = 1 << 20
HANG_SECONDS = 120
NUMBERS = ('0 -1 1 2 1.5 -0.0 0.1 255 256 1000 65535 65536 1000001 1000000000 2147483647 2147483648 4294967295 4294967296 '
           '9223372036854775807 -9223372036854775808 18446744073709551615 18446744073709551616 1e30 1e308 -1e308 1e-320 '
           '1e999 123456789012345678901234567890').split()
OTHERS = ('None True False "" "x" "nan" "inf" [] () {} [0] [-1] [None] (1,) (0,0) [1,2,3,4,5,6,7,8,9] [[1]] [[[[[]]]]] '
          '[1000000000] [9223372036854775807] {"a":1} {"type":"ResNet"} {"type":"Nothing"} {"type":1} [1.5] (-1,-1) '
          '(1e308,1) {1:2} "(1,2" lambda:0 ... b"x" 1j f"{1}" 1==1 x.y [""] [{}] {"":""} {"type":None} {"type":[]} {"_delete_":True} '
          '9223372036854775808 float("nan") [0.5,None] [[],[]] "a.b" "0" "auto" "../x" "{{x}}" "$a" "${a}"').split() + [
              '[%s]' % ','.join(['8'] * 3000), '[' * 90 + ']' * 90, '"%s"' % ('a' * 3000), '{"a":' * 60 + '1' + '}' * 60]
SHAPES = ['[{0}]*3', '({0},{0})', '[{0},{1}]', '[[{0},{1}],[{1},{0}]]', '{{"type":"{2}","depth":{0}}}', '[{0}]*1000', '-({0})']
STAGES = 'tokens tree config settings graph copies memory'.split()


def commands(rng, path):
    """One of all commands."""
    yes = rng.choice
    gpu = yes([['--gpu', 'rtx3090'], ['--gpu-memory', yes(['24GB', '1MiB', '900000GB', '0.001GB'])], []])
    return yes([
        lambda: ['estimate', path] + gpu,
        lambda: ['estimate', '--format', 'json', path] + gpu,
        lambda: ['estimate', '--layers', path],
        lambda: ['estimate', '--layers', '--format', 'json', path],
        lambda: ['estimate', '--batch', yes(['1', '7', '1..3', '1000000', '4096']), path],
        lambda: ['estimate', '--measured', yes(['1MiB', '10GB', '99999999GB']), path] + gpu,
        lambda: ['estimate', '--gpus', yes(['1', '8', '1000000']), '--amp', '--torch', yes(['1.5', '1.10', '2.1', '9.99']), path],
        lambda: ['complexity', path],
        lambda: ['complexity', '--format', 'json', '--depth', yes(['0', '1', '9']), path],
        lambda: ['complexity', '--input', yes(['3x1x1', '3x512x512', '1x1000000x1000000', '4x7']), path],
        lambda: ['check', path] + gpu,
        lambda: ['check', '--gpus', yes(['1', '64', '1000000']), path],
        lambda: ['check', '--format', yes('json jsonl sarif junit checkstyle gitlab github concise'.split()), path] + gpu,
        lambda: ['check', '--unsafe-fixes', '--diff', path],
        lambda: ['--target', yes(['1%', '70%', '100%']), path] + gpu,
        lambda: ['--target', '50%', '--format', 'json', '--gpus', yes(['1', '16']), path] + gpu,
        lambda: ['--target', '70%', '--gpu', 'rtx3090', '--diff', '--measured', yes(['1GB', '10GB']), path],
        lambda: ['show', path],
        lambda: ['show', '--origins', path],
        lambda: ['show', '--format', yes('json yaml python canonical'.split()), path],
        lambda: ['dump', yes(STAGES), path],
        lambda: ['set', path, '%s=%s' % (yes(['model.backbone.depth', 'data.samples_per_gpu', 'a.b.c', 'x']), value(rng))],
        lambda: ['set', '--delete', yes(['model', 'model.backbone', 'data.train', '_base_', 'x']), '--diff', path],
        lambda: ['stub', yes(['ResNet', 'MyHead', 'x.y']), path],
        lambda: ['migrate', path],
        lambda: ['migrate'] + yes([['--format', 'json'], ['--flatten'], ['--diff'], ['--diff', '--format', 'json']]) + [path],
        lambda: ['scale', '--gpus', yes(['1', '3', '64', '1000000']), yes(['--diff', '--force']), path],
        lambda: ['complexity', '--gpu', yes(['a100', 'orin', 'h100']), '--precision', yes(['fp32', 'fp16', 'tf32']), '--batch',
                 yes(['1', '100000']), path],
        lambda: ['complexity', '--gpu', 'orin', '--engine', 'tensorrt', '--precision', 'int8', '--format', 'json', path],
        lambda: ['estimate', '--inference', '--batch', yes(['1', '16', '1000000']), '--precision', yes(['fp32', 'fp16']), path] + gpu,
        lambda: ['estimate', '--format', yes(['csv', 'json']), path, path] + gpu,
        lambda: ['plan', '--fit', '--diff', path] + gpu,
        lambda: ['plan', '--fit', '--gpu', 'a100', '--format', 'json', '--prefer', yes(['recipe', 'speed', 'memory']), path],
        lambda: ['plan', '--target', '30%,90%', '--gpu', 'a100,rtx3090', '--format', yes(['csv', 'json']), path],
        lambda: ['plan', '--target', '70%', '--gpu', 'a100', '--batch', yes(['3', '512']), '--keep', yes(['batch', 'precision,checkpointing']), path],
        lambda: ['check', '--deploy', 'gpu=orin,precision=fp16,latency=1ms,memory=4GiB,parameters=60M', path],
        lambda: ['check', '--train', 'gpu=a100,gpus=8,memory=90%,hours=48', '--format', yes(['text', 'json']), path],
        lambda: ['show', '--schedule', '--format', yes(['text', 'json']), '--epoch-iterations', yes(['1', '1000', '1000000000']), path],
        lambda: ['show', '--schedule', '--every', '--format', 'json', '--epoch-iterations', yes(['1', '300']), path],
        lambda: ['set', '--along', '--diff', path, '%s=%s' % (yes(['num_classes', 'model.backbone.depth', 'dataset_type', 'a.b']), value(rng))],
        lambda: ['migrate', '--to', 'lazy'] + yes([[], ['--diff'], ['--format', 'json']]) + [path],
        lambda: ['complexity', '--prune', '%s=%s' % (yes(['backbone', 'backbone.layer3', 'neck', 'model', 'x']), yes(['0.5', '0', '1', '1e-9', '-1'])), path],
        lambda: ['complexity', '--set', '%s=%s' % (yes(['model.neck.out_channels', 'model.backbone.depth', 'x']), value(rng)), path],
        lambda: ['complexity', '--plan', '--gpu', yes(['orin', 'a100']), '--deploy', 'latency=10ms,parameters=1M', path],
        lambda: ['estimate', '--alloc-conf', yes(['expandable_segments:True', 'max_split_size_mb:21', 'roundup_power2_divisions:[256:1,>:8]',
                                                  'garbage_collection_threshold:0.01', value(rng)]), path] + gpu,
        lambda: [yes(['estimate', 'plan']), '--log', LOG, '--gpu', 'a100', path],
        lambda: ['check', '--target', yes(['1%', '70%', '18GB']), path] + gpu,
        lambda: ['dump', 'schedule', path],
        lambda: ['dump', 'trace', path],
        lambda: ['show', '--diff', path, yes([path, DATA, 'no/such.py'])],
        lambda: ['estimate', '--timeline', OUT, path] + gpu,
        lambda: ['check', '--fix', '--unsafe-fixes', path],
        lambda: ['check', '-o', OUT, '--format', yes(['sarif', 'junit']), path],
        lambda: ['check', '--statistics', path],
        lambda: ['check', '--write-baseline', OUT, path],
        lambda: ['set', '--in-place', path, '%s=%s' % (yes(['model.backbone.depth', 'a.b.c', 'x[1]']), value(rng))],
        lambda: ['--target', '70%', '--gpu', 'a100', yes(['--in-place', '--force']), '-o', OUT, path],
        lambda: ['migrate', '-o', OUT, path],
        lambda: ['facts', yes([LOG, DATA]), '--for', path] + yes([[], ['--format', 'json'], ['-o', OUT, '--name', value(rng)]]),
        lambda: ['facts', DATA, yes([LOG, path])],
        lambda: ['explain', yes(['ResNet', 'coco', 'rtx3090', 'SGD', 'LR001', 'EMAHook', 'steps', '3', value(rng)])],
        lambda: ['list'] + yes([['rules', '--format', 'json'], *([x] for x in 'rules settings profiles gpus modules datasets optimizers ops x'.split())]),
    ])()


def value(rng):
    """Text of a hostile value."""
    one = rng.choice(NUMBERS if rng.random() < 0.6 else OTHERS)
    if rng.random() < 0.3:
        return rng.choice(SHAPES).format(one, rng.choice(NUMBERS), rng.choice(['ResNet', 'SGD', 'FPN', 'LoadImageFromFile']))
    return one


# --- changes of text ------------------------------------------------------------------------------------------------

TOKEN = re.compile(rb'\w+|\s+|[^\w\s]')
NUMBER = re.compile(rb'(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)?')


def change_number(rng, data):
    found = list(NUMBER.finditer(data))
    if not found:
        return data
    m = rng.choice(found)
    return data[:m.start()] + value(rng).encode() + data[m.end():]


def change_token(rng, data):
    tokens = TOKEN.findall(data)
    if len(tokens) < 2:
        return data + b'('
    i, j = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    how = rng.randrange(4)
    if how == 0:
        del tokens[i]
    elif how == 1:
        tokens[i], tokens[j] = tokens[j], tokens[i]
    elif how == 2:
        tokens.insert(j, tokens[i])
    else:
        tokens[i] = value(rng).encode()
    return b''.join(tokens)


def change_line(rng, data):
    lines = data.splitlines(True) or [b'x']
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    how = rng.randrange(4)
    if how == 0:
        del lines[i]
    elif how == 1:
        lines.insert(j, lines[i])
    elif how == 2:
        lines[i], lines[j] = lines[j], lines[i]
    else:
        lines[i:j] = []
    return b''.join(lines)


def change_bytes(rng, data):
    how = rng.randrange(5)
    at = rng.randrange(len(data) + 1)
    if how == 0:
        return data[:at]
    if how == 1:
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1:]
    if how == 2:
        return data.decode('latin-1').encode(rng.choice(['utf-16', 'utf-8-sig', 'utf-32', 'utf-16-be']))
    if how == 3:
        return data.replace(b'\n', rng.choice([b'\r\n', b'\r', b'\x0c\n', b'\\\n']))
    return data[:at] + rng.choice([b'\0', b'\xff\xfe', b'\x1b[31m', '\u2028\u202e\ud7ff'.encode(), b'#' * 5000, b'[' * 300]) + data[at:]


BASES = ['_base_ = %s', '_base_ = [%s] * 3', 'with read_base():\n    from .%s import *', '_base_: [%s]', '%s = 1']
KEY = re.compile(rb'(?<=[(,\s])(\w+)=(?==)?([^,()=]+)(?=[,)])')
NESTED = ['for _ in range(%d):\n    model = dict(model, backbone=model, neck=[model, model])', 'for _ in range(%d):\n    model = [model]',
          'model = dict(type="Sequential", args=[model] * %d)', 'train_pipeline = [dict(type="RandomApply", transforms=train_pipeline)] * %d',
          'data = dict(train=dict(type="RepeatDataset", times=%d, dataset=data))', 'model.update(neck=[model.get("neck")] * %d)']


def change_structure(rng, data):
    """What a person would not write: a key twice, things inside themselves, bases of another kind or of itself."""
    how = rng.randrange(3)
    if how == 0:
        found = list(KEY.finditer(data))
        m = rng.choice(found) if found else None
        return data[:m.end()] + b', ' + m[1] + b'=' + value(rng).encode() + data[m.end():] if m else data
    if how == 1:
        return data + b'\n' + (rng.choice(NESTED) % rng.choice([2, 7, 40, 300])).encode() + b'\n'
    base = rng.choice(['"./mutant.py"', '__file__', '"."', '"{{fileBasename}}"', '"mmdet::x.py"', '["./a.yaml", {}]', value(rng)])
    return (rng.choice(BASES) % base).encode() + b'\n' + data


def mutate(rng, data, other=b''):
    """`other`: the text of another file, of which halves may come in."""
    for _ in range(rng.choice([1, 1, 2, 4])):
        data = rng.choice([change_number, change_number, change_token, change_line, change_bytes, change_structure])(rng, data)
    if other and rng.random() < 0.15:
        lines, more = data.splitlines(True), other.splitlines(True)
        data = b''.join(lines[:rng.randrange(len(lines) + 1)] + more[rng.randrange(len(more) + 1):])
    return data


OPTIONS = b'''ignore: [LR001, SCH]
select: [ALL]
gpu: a100
gpus: 8
torch: "2.1"
package-path: third_party
root: .
library: lib
baseline: known.json
deploy: {gpu: orin, precision: fp16, latency: 100ms, memory: 4GiB, parameters: 60M}
train: {gpu: a100, gpus: 8, memory: 90%, hours: 48}
exclude: ["configs/archive/*", "**/x?[a-c]*"]
per-file-ignores: {"configs/debug/*": [SCH, LR], "*": [AMP]}
'''
LOG, DATA, OUT = 'mutant.log', 'mutant.json', 'mutant.out'
RAW = re.compile(b'[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xed[\xa0-\xbf]|^::(?!error|warning|notice)|##vso', re.M)
EXACT = {'show', 'set', 'migrate', 'scale', 'plan', '--target', '--diff', 'stub', '--config'}  # print a config's text
WRITES = {'--fix', '--in-place', '-i'}  # into the config itself
MEASURED = b'''2024/01/01 00:00:00 - mmengine - INFO - Epoch(train)  [1][  50/7330]  lr: 1.9820e-03  eta: 1 day, 2:03:04  time: 0.5  data_time: 0.1  memory: 3521  loss: 1.5
2021-01-01 00:00:00,000 - mmdet - INFO - Epoch [1][50/7330]\tlr: 1.978e-03, eta: 1 day, time: 0.43, data_time: 0.05, memory: 3812, loss: 1.9
{"mode": "train", "epoch": 1, "iter": 50, "lr": 0.001, "memory": 3812, "data_time": 0.05, "loss": 1.9, "time": 0.43}
'''
ANNOTATIONS = b'''{"images": [{"id": 1, "file_name": "a.jpg", "width": 640, "height": 480}, {"id": 2, "file_name": "b.jpg", "width": 500, "height": 375}],
"annotations": [{"id": 1, "image_id": 1, "category_id": 3, "bbox": [10.5, 20, 100, 50.25], "area": 5025, "iscrowd": 0, "segmentation": [[10, 20, 110, 20, 110, 70]]},
{"id": 2, "image_id": 2, "category_id": 1, "bbox": [0, 0, 30, 40], "area": 1200, "iscrowd": 1, "segmentation": {"size": [375, 500], "counts": "PbX1"}}],
"categories": [{"id": 1, "name": "person"}, {"id": 3, "name": "car"}]}
'''
LIBRARY = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), 'rules')


# --- runs -----------------------------------------------------------------------------------------------------------

def paths_in(tree, prefix=''):
    """All dotted paths of a resolved config, containers too."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, child in items:
        path = '%s%s' % (prefix, key)
        if '=' not in path and ' ' not in path:
            yield path
            yield from paths_in(child, path + '.')


class Runner:
    def __init__(self, options):
        self.o = options
        self.exe = os.path.abspath(options.exe)
        self.files = []
        self.paths, self.trees = {}, {}
        self.library = sorted(os.path.relpath(os.path.join(top, name), LIBRARY)
                              for top, _, names in os.walk(LIBRARY) for name in names if name.endswith('.star'))
        self.lock = threading.Lock()
        self.done = self.bad = 0
        self.environment = dict(os.environ, NO_COLOR='1',
                                ASAN_OPTIONS='detect_leaks=0:abort_on_error=1:allocator_may_return_null=1:handle_sigill=1')

    def copy(self, folder, to):
        """The texts below a folder, so that a changed file finds its bases."""
        for top, folders, names in os.walk(folder):
            folders[:] = [d for d in folders if d != '.git' and not os.path.islink(os.path.join(top, d))]
            for name in names:
                path = os.path.join(top, name)
                if name.endswith(('.py', '.yaml', '.yml', '.star')) and os.path.isfile(path):
                    new = os.path.join(to, os.path.relpath(path, folder))
                    os.makedirs(os.path.dirname(new), exist_ok=True)
                    shutil.copyfile(path, new)
                    if 'configs' in new.split(os.sep) or not self.o.configs:
                        self.files.append((to, os.path.relpath(new, to)))
        os.makedirs(os.path.join(to, '.git'), exist_ok=True)
        self.files.sort()

    def run(self, folder, args):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            p = subprocess.Popen([self.exe, *args], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=self.environment)
            with contextlib.suppress(ProcessLookupError):  # without preexec_fn, with which Python would copy itself
                resource.prlimit(p.pid, resource.RLIMIT_CPU, (HANG_SECONDS, HANG_SECONDS))
            _, status, usage = os.wait4(p.pid, 0)
            p.returncode = 0
            out.seek(0)
            err.seek(0)
            written = os.path.join(folder, args[args.index('-o') + 1]) if '-o' in args else ''
            with open(written, 'rb') if os.path.isfile(written) else contextlib.nullcontext(out) as printed:
                return status, usage, printed.read(), err.read()

    def judge(self, args, status, usage, out, err):
        if os.WIFSIGNALED(status):
            return 'signal %s' % signal.Signals(os.WTERMSIG(status)).name
        code = os.WEXITSTATUS(status)
        if re.search(rb'Sanitizer|runtime error:|(?m:^cfglint: out of memory)', err):
            return 'sanitizer, or out of memory'
        if code not in (0, 1, 2):
            return 'status %d' % code
        seconds = usage.ru_utime + usage.ru_stime
        if seconds > self.o.seconds:
            return '%.1f CPU seconds' % seconds
        if usage.ru_maxrss > MEMORY_KB and not self.o.sanitized:
            return '%d MiB' % (usage.ru_maxrss >> 10)
        if code == 2 and not out.strip() and not err.strip():
            return 'status 2 without a word'
        raw = RAW.search(err + (b'' if EXACT & set(args) else out))
        if raw:
            return 'raw characters: %r' % raw.group()
        kind = args[args.index('--format') + 1] if '--format' in args else ''
        if code < 2 and args[0] != 'dump':
            try:  # a config may hold NaN
                json.loads(out.decode()) if args[0] == 'show' and kind == 'json' else READERS.get(kind, bytes)(out)
            except Exception as e:  # whatever a reader raises
                return 'no valid %s: %r' % (kind, e)
        return None

    def key_paths(self, top, file):
        if (top, file) not in self.paths:
            status, _, out, _ = self.run(top, ['show', '--format', 'json', file])
            try:
                tree = json.loads(out.decode())
            except ValueError:
                tree = {}
            self.paths[top, file] = list(paths_in(tree))
            self.trees[top, file] = tree
        return self.paths[top, file]

    def part(self, rng, top, file):
        """Text of a part of another config, or of this one."""
        paths = self.key_paths(top, file)
        v = self.trees[top, file]
        for key in rng.choice(paths).split('.') if paths else ():
            v = v.get(key) if isinstance(v, dict) else v[int(key)] if isinstance(v, list) and key.isdigit() else None
        text = repr(v)
        return text if len(text) < 20000 else value(rng)

    def around(self, rng, top, i):
        """Options of a project, or a library, that are changed; and what there is to remove."""
        if rng.random() < 0.5:
            made = os.path.join(top, 'mutant%d.yaml' % i)
            with open(made, 'wb') as f:
                f.write(mutate(rng, OPTIONS))
            return ['--config', made], made
        made, file = os.path.join(top, 'mutant%d' % i), rng.choice(self.library)
        with open(os.path.join(LIBRARY, file), 'rb') as f:
            data = mutate(rng, f.read())
        os.makedirs(os.path.dirname(os.path.join(made, file)))
        with open(os.path.join(made, file), 'wb') as f:
            f.write(data)
        return ['--library', made], made

    def one(self, i):
        rng = random.Random('%s/%d' % (self.o.seed, i))
        top, file = rng.choice(self.files)
        made, beside = None, []
        args = commands(rng, file)
        how = rng.random()
        for word, text in ((LOG, MEASURED), (DATA, ANNOTATIONS), (OUT, None)):
            if word in args:
                own = word.replace('.', '%d.' % i)
                beside.append(own)
                args = [own if a == word else a for a in args]
                if text:
                    with open(os.path.join(top, own), 'wb') as f:
                        f.write(mutate(rng, text))
        if file not in args or beside and how < 0.5 and not WRITES & set(args):
            pass
        elif how < 0.4 and args[0] not in ('set', 'migrate', 'scale', 'facts') and not WRITES & set(args):
            keys = self.key_paths(top, file)
            for _ in range(rng.choice([1, 1, 2]) if keys else 0):
                new = self.part(rng, *rng.choice(self.files)) if rng.random() < 0.2 else value(rng)
                args += ['--cfg-options', '%s=%s' % (rng.choice(keys), new)]
        elif how < 0.5 and not WRITES & set(args):
            more, made = self.around(rng, top, i)
            args += more
        else:
            with open(os.path.join(top, file), 'rb') as f, open(os.path.join(top, rng.choice([x for x in self.files if x[0] == top])[1]), 'rb') as g:
                data = mutate(rng, f.read(), g.read())
            made = os.path.join(os.path.dirname(file), 'mutant%d%s' % (i, os.path.splitext(file)[1]))
            with open(os.path.join(top, made), 'wb') as f:
                f.write(data)
            args = [made if a == file else a for a in args]
        if args[0] in ('explain', 'list'):
            more, made = self.around(rng, top, i)
            args += more
        problem = self.judge(args, *self.run(top, args))
        if problem and ('CPU' in problem): # other work on the machine makes a run slower
            problem = self.judge(args, *self.run(top, args))
        with self.lock:
            self.done += 1
            if problem:
                self.bad += 1
                print('BAD %d: %s: %s (a change of %s)' % (i, problem, ' '.join(map(shlex.quote, args)), file), flush=True)
                for path in [made, *beside] if made else beside:
                    self.keep(os.path.join(top, path))
            elif self.o.verbose and self.done % 1000 == 0:
                print('%d runs, %d bad' % (self.done, self.bad), flush=True)
        for path in [made, *beside] if made else beside:
            remove(os.path.join(top, path))

    def keep(self, path):
        if self.o.keep and os.path.exists(path):
            os.makedirs(self.o.keep, exist_ok=True)
            copy = shutil.copytree if os.path.isdir(path) else shutil.copyfile
            copy(path, os.path.join(self.o.keep, '%s_%s' % (self.o.seed, os.path.basename(path))))


def remove(path):
    if os.path.isdir(path):
        shutil.rmtree(path)
    else:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)


def main():
    p = argparse.ArgumentParser()
    p.add_argument('exe')
    p.add_argument('folders', nargs='+')
    p.add_argument('--runs', type=int, default=300)
    p.add_argument('--seed', default='1')
    p.add_argument('--first', type=int, default=0)
    p.add_argument('--jobs', type=int, default=os.cpu_count())
    p.add_argument('--seconds', type=float, default=2)
    p.add_argument('--sanitized', action='store_true', help="memory is the sanitizer's")
    p.add_argument('--configs', action='store_true', help='only files below a folder called configs')
    p.add_argument('--keep')
    p.add_argument('--verbose', action='store_true')
    o = p.parse_args()
    r = Runner(o)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as work:
        for i, folder in enumerate(o.folders):
            r.copy(os.path.abspath(folder), os.path.join(work, str(i)))
        with ThreadPoolExecutor(o.jobs) as pool:
            list(pool.map(r.one, range(o.first, o.first + o.runs)))
    print('%d runs, %d bad ends' % (r.done, r.bad))
    return 1 if r.bad else 0


if __name__ == '__main__':
    sys.exit(main())
