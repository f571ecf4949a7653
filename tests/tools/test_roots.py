"""A repository opens nothing outside of itself, whatever it names, links to or plants; what the user names lies anywhere."""
import os
import subprocess
import sys
import tempfile

exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
checks, problems = 0, []
SECRET = 'sesame'


def check(good, problem):
    global checks
    checks += 1
    if not good:
        problems.append(problem)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)


def run(*args, cwd, env=None):
    p = subprocess.run([exe, *args], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       env={**os.environ, 'HOME': home, **(env or {})})
    return p.returncode, p.stdout.decode('utf-8', 'replace')


def refuses(title, *args, cwd=None, env=None, fails=True):
    """Nothing of the secrets shows, and a pipe does not keep the program waiting."""
    status, out = run(*args, cwd=cwd or repo, env=env)
    check(SECRET not in out, '%s: %s' % (title, out))
    check(not fails or status == 2, '%s: status %d: %s' % (title, status, out))
    return out


def reads(title, *args, cwd=None, env=None):
    status, out = run(*args, cwd=cwd or repo, env=env)
    check(status == 0 and SECRET in out, '%s: status %d: %s' % (title, status, out))


def without_names(out):
    return out.replace('here.', 'X.').replace('gone.', 'X.')


with tempfile.TemporaryDirectory() as top:
    top = os.path.realpath(top)
    home, repo, out = top + '/home', top + '/home/repo', top + '/home/other'
    os.makedirs(repo + '/.git')
    for name in ('base.py', 'base.yaml', 'base.json', 'here.py', 'here.json'):
        write('%s/%s' % (out, name), '%s = \'%s\'\n' % (SECRET, SECRET) if name.endswith('.py') else '"%s": "%s"\n' % (SECRET, SECRET))
    write(out + '/lib/x.star', '%s = (\n' % SECRET)
    write(out + '/configs/x.py', '%s = 1\n' % SECRET)
    write(out + '/default.yaml', '%s: 1\n' % SECRET)
    write(repo + '/x.py', 'a = 1\n')
    os.symlink(out, repo + '/link')
    os.symlink(out + '/base.json', repo + '/link.json')
    os.symlink(out + '/base.py', repo + '/link.py')
    os.symlink('../other/gone.json', repo + '/gone.json')
    os.mkfifo(repo + '/pipe.json')

    # Options of the repository, wherever their paths lead.
    for option in ('baseline', 'library'):
        for path in (out + '/base.json', '../other/base.json', 'link/base.json', 'link.json', '~/other/base.json', out + '/lib', '../other/lib',
                     'link/lib', '/etc/passwd', '/proc/self/environ', '/proc/self/root' + out + '/base.json', '/dev/stdin', '/', '..', 'pipe.json',
                     '/proc/self/cwd/../other/base.json', '../other/gone.json', 'gone.json', 'link/../../other/base.json'):
            write(repo + '/.cfglint.yaml', '%s: %s\n' % (option, path))
            said = refuses('%s: %s' % (option, path), 'check', 'x.py')
            check('root:' not in said and 'PATH=' not in said, '%s: %s: %s' % (option, path, said))
        for there, gone in (('../other/here.json', '../other/gone.json'), ('link/here.json', 'link/gone.json')):
            write(repo + '/.cfglint.yaml', '%s: %s\n' % (option, there))
            first = refuses(there, 'check', 'x.py')
            write(repo + '/.cfglint.yaml', '%s: %s\n' % (option, gone))
            check(without_names(first) == without_names(refuses(gone, 'check', 'x.py')), 'it shows which of %s and %s is there' % (there, gone))
    write(repo + '/own.json', '{"version": 1, "findings": []}')
    write(repo + '/lib/own.star', '')
    write(repo + '/.cfglint.yaml', 'baseline: own.json\nlibrary: lib\n')
    check(run('check', 'x.py', cwd=repo)[0] == 0, 'options inside of the repository: %r' % (run('check', 'x.py', cwd=repo),))
    os.remove(repo + '/.cfglint.yaml')

    # The file of options itself, and the folder of rules.
    for make in (lambda p: os.symlink(out + '/base.yaml', p), os.mkfifo, os.mkdir, lambda p: os.symlink('/dev/zero', p)):
        make(repo + '/.cfglint.yaml')
        check('is not read' in refuses('.cfglint.yaml', 'check', 'x.py'), 'nothing is said of it')
        check(run('check', '--isolated', 'x.py', cwd=repo)[0] == 0, '--isolated')
        (os.rmdir if os.path.isdir(repo + '/.cfglint.yaml') else os.remove)(repo + '/.cfglint.yaml')
    os.symlink(out + '/lib', repo + '/.cfglint')
    check('is not read' in refuses('.cfglint', 'check', 'x.py'), 'nothing is said of it')
    os.remove(repo + '/.cfglint')
    os.mkdir(repo + '/.cfglint')
    os.symlink(out + '/lib/x.star', repo + '/.cfglint/x.star')
    os.symlink(out + '/lib', repo + '/.cfglint/lib')
    refuses('.cfglint/x.star', 'check', 'x.py')
    os.remove(repo + '/.cfglint/x.star')
    os.remove(repo + '/.cfglint/lib')
    os.mkfifo(repo + '/.cfglint/pipe.star')
    refuses('.cfglint/pipe.star', 'check', 'x.py')
    os.remove(repo + '/.cfglint/pipe.star')

    # Bases.
    for base in ('../other/base.py', out + '/base.py', 'link/base.py', './link.py', '/proc/self/root' + out + '/base.py', '../other/base.yaml',
                 'x/../../other/base.py', '/proc/self/environ', '/dev/stdin', 'link.json', '{{fileDirname}}/../other/base.py', 'pipe.json', '~/other/base.py'):
        write(repo + '/b.py', '_base_ = %r\n' % base)
        refuses('_base_ = %r' % base, 'show', 'b.py', env={SECRET.upper(): SECRET})
        refuses('_base_ = %r' % base, 'check', '.', fails=False)
    for there, gone in (('../other/here.py', '../other/gone.py'), ('link/here.py', 'link/gone.py')):
        write(repo + '/b.py', '_base_ = %r\n' % there)
        first = refuses(there, 'show', 'b.py')
        write(repo + '/b.py', '_base_ = %r\n' % gone)
        check(without_names(first) == without_names(refuses(gone, 'show', 'b.py')), 'it shows which of %s and %s is there: %s' % (there, gone, first))
    write(repo + '/b.py', 'from mmengine.config import read_base\nwith read_base():\n    from .link.base import *\n')
    refuses('read_base', 'show', 'b.py')
    os.remove(repo + '/b.py')
    for named in ('link.py', 'link/base.py', 'link', 'link/configs'):
        refuses('a link named on the command line: ' + named, 'check', named, fails=False)
        refuses('a link named on the command line: ' + named, 'show', named)

    # The environment.
    write(repo + '/e.py', 'a = "{{$SECRET:none}}"\nb = "{{$UNSET_HERE:none}}"\n')
    said = refuses('{{$SECRET:none}}', 'show', 'e.py', env={'SECRET': SECRET})
    check('--env SECRET' in said, 'no word of --env: ' + said)
    reads('--env', 'show', '--env', 'SECRET', 'e.py', env={'SECRET': SECRET})
    check(run('show', 'e.py', cwd=repo)[0] == 0, 'variables that are not set')
    write(repo + '/o.py', 'import os\na = os.environ.get("SECRET")\nb = os.getenv("SECRET")\nc = os.path.exists("/etc/passwd")\nd = os.listdir("/")\n')
    refuses('os.environ', 'show', 'o.py', env={'SECRET': SECRET}, fails=False)

    write(repo + '/h.py', 'import os\na = os.path.expanduser("~/data")\nb = os.environ.get("HOME")\nc = os.path.expandvars("$HOME/here")\n')
    said = run('show', 'h.py', cwd=repo)[1]
    check("a = '%s/data'" % home in said and said.count(home) == 1, 'the home folder: ' + said)

    # What the user names lies anywhere.
    reads('--root', 'show', '--root', out, 'b2.py') if write(repo + '/b2.py', '_base_ = "../other/base.py"\n') is None else None
    reads('the folder of another', 'show', out + '/base.py')
    write(out + '/known.json', '{"version": 1, "findings": []}')
    check(run('check', '--baseline', out + '/known.json', 'x.py', cwd=repo)[0] == 0, '--baseline anywhere')

    # Without a work tree: neither `/`, nor the home folder, nor what holds it.
    plain = home + '/plain'
    write(plain + '/configs/m/x.py', '_base_ = ["../_base_/d.py"]\n')
    write(plain + '/configs/_base_/d.py', '%s = 1\n' % SECRET)
    write(plain + '/configs/m/far.py', '_base_ = ["../../../other/base.py"]\n')
    write(home + '/configs/y.py', '_base_ = ["./z.py"]\n')
    write(home + '/configs/z.py', '%s = 1\n' % SECRET)
    write(home + '/alone.py', '_base_ = ["./other/base.py"]\n')
    write(home + '/configs/out.py', '_base_ = ["../other/base.py"]\n')
    for cwd in ('/', home, top, plain, plain + '/configs', plain + '/configs/m', '/tmp'):
        reads('an archive, from %s' % cwd, 'show', plain + '/configs/m/x.py', cwd=cwd)
        reads('configs at home, from %s' % cwd, 'show', home + '/configs/y.py', cwd=cwd)
        refuses('out of an archive, from %s' % cwd, 'show', plain + '/configs/m/far.py', cwd=cwd)
        refuses('at home, from %s' % cwd, 'show', home + '/alone.py', cwd=cwd)
        refuses('configs at home, from %s' % cwd, 'show', home + '/configs/out.py', cwd=cwd)
        refuses('a work tree, from %s' % cwd, 'show', repo + '/b2.py', cwd=cwd)
    refuses('from /, where nobody has a home', 'show', plain + '/configs/m/far.py', cwd='/', env={'HOME': ''})
    for mark in ('.git', '.hg', '.svn', 'none'):
        tree = '%s/trees/%s' % (home, mark.lstrip('.'))
        os.makedirs('%s/%s' % (tree, mark))
        write(tree + '/a/x.py', '_base_ = "../b/d.py"\n')
        write(tree + '/b/d.py', '%s = 1\n' % SECRET)
        (refuses if mark == 'none' else reads)('a work tree of ' + mark, 'show', tree + '/a/x.py', cwd='/')
    os.mkdir(home + '/.git')
    refuses('a work tree that is all of home', 'show', home + '/alone.py')
    os.rmdir(home + '/.git')
    check(run('show', home + '/x.py', cwd='/')[0] == 2, 'a file that is missing')
    write(home + '/single.py', '%s = 1\n' % SECRET)
    reads('a file at home', 'show', home + '/single.py', cwd='/')
    reads('asked for', 'show', '--root', home, home + '/alone.py', cwd='/')

    # One of several projects of a repository, from wherever it is linted.
    several = home + '/several'
    write(several + '/configs/_base_/d.py', '%s = 1\n' % SECRET)
    write(several + '/projects/one/configs/x.py', '_base_ = "../../../configs/_base_/d.py"\n')
    write(several + '/projects/one/deeper/x.py', '_base_ = "../../../configs/_base_/d.py"\n')
    write(home + '/lone/projects/configs/x.py', '_base_ = "../../other/d.py"\n')
    write(home + '/lone/other/d.py', '%s = 1\n' % SECRET)
    for cwd in ('/', several + '/projects/one/configs', several + '/projects/one', several + '/projects'):
        reads('a project, from %s' % cwd, 'show', several + '/projects/one/configs/x.py', cwd=cwd)
        reads('a project without configs, from %s' % cwd, 'show', several + '/projects/one/deeper/x.py', cwd=cwd)
    check(run('check', several + '/projects/one', cwd='/')[0] == 0, 'a project as a folder')
    reads('projects that hold the configs', 'show', home + '/lone/projects/configs/x.py', cwd='/')
    write(home + '/projects/away/configs/x.py', '_base_ = "../../../other/base.py"\n')
    refuses('a project that is alone', 'show', home + '/projects/away/configs/x.py', cwd='/')

    # A .cfglint.yaml marks what belongs together; what it names lies inside.
    marked = home + '/marked'
    write(marked + '/.cfglint.yaml', 'package-path: third\nroot: [.]\n')
    write(marked + '/shared/d.py', '%s = 1\n' % SECRET)
    write(marked + '/runs/first/x.py', '_base_ = "../../shared/d.py"\n')
    write(marked + '/runs/first/p.py', '_base_ = "mmdet::a/d.py"\n')
    write(marked + '/third/mmdet/.mim/configs/a/d.py', '%s = 1\n' % SECRET)
    write(marked + '/third/mmdet/.mim/model-index.yml', 'Import: []\n')
    write(home + '/.cfglint.yaml', '{}\n')
    reads('what is marked, below a home that is, too', 'show', marked + '/runs/first/x.py', cwd='/')
    write(home + '/unmarked/runs/x.py', '_base_ = "../../marked/shared/d.py"\n')
    refuses('a home that is marked is too much', 'show', home + '/unmarked/runs/x.py', cwd='/')
    os.remove(home + '/.cfglint.yaml')
    write(marked + '/runs/.cfglint.yaml', '{}\n')
    reads('what is marked twice: the outer one', 'show', marked + '/runs/first/x.py', cwd='/')
    os.remove(marked + '/runs/.cfglint.yaml')
    for cwd in ('/', marked + '/runs/first'):
        reads('what is marked, from %s' % cwd, 'show', marked + '/runs/first/x.py', cwd=cwd)
        reads('its packages, from %s' % cwd, 'show', marked + '/runs/first/p.py', cwd=cwd)
    for key in ('root: ..', 'root: /', 'package-path: ../other', 'root: ../marked/../other'):
        write(marked + '/.cfglint.yaml', key + '\n')
        refuses(key, 'show', marked + '/runs/first/x.py')
    write(marked + '/.cfglint.yaml', 'root: nowhere\n')
    check(run('show', marked + '/runs/first/x.py', cwd='/')[0] == 2, 'a root that is not there')
    if os.geteuid() == 0:  # a file that somebody else has put above marks nothing
        write(marked + '/.cfglint.yaml', 'root: .\n')
        os.chown(marked + '/.cfglint.yaml', 12345, 12345)
        refuses('marked by another user', 'show', marked + '/runs/first/x.py', cwd='/')

    # A checkout is its own package, and packages are found where they are worked on.
    work = home + '/code/mmdetection'
    write(work + '/configs/a/d.py', '%s = 1\n' % SECRET)
    write(work + '/mmdet/configs/e.py', '%s = 1\n' % SECRET)
    write(work + '/model-index.yml', 'Import: []\n')
    write(work + '/projects/p/configs/x.py', '_base_ = "mmdet::a/d.py"\n')
    write(work + '/projects/p/configs/y.py', 'from mmengine.config import read_base\nwith read_base():\n    from mmdet.configs.e import *\n')
    write(repo + '/p.py', '_base_ = "mmdet::a/d.py"\n')
    for cwd in ('/', work):
        reads('its own package, from %s' % cwd, 'show', work + '/projects/p/configs/x.py', cwd=cwd)
        reads('its own module, from %s' % cwd, 'show', work + '/projects/p/configs/y.py', cwd=cwd)
    write(home + '/site/mmdet/.mim/configs/x.py', '_base_ = "mmdet::a/b.py"\n')
    write(home + '/site/mmdet/.mim/configs/a/b.py', '%s = 1\n' % SECRET)
    reads('an installed package is its own', 'show', home + '/site/mmdet/.mim/configs/x.py', cwd=home + '/site/mmdet/.mim/configs')
    refuses('not installed', 'show', 'p.py', fails=False)
    for name, text in (('easy-install.pth', '%s\n'), ('__editable__.mmdet-3.0.pth', '%s'), ('mmdet.egg-link', '%s\n.\n'),
                       ('__editable___mmdet_3_0_finder.py', 'MAPPING: dict[str, str] = {\'mmdet\': \'%s/mmdet\'}\n')):
        site = home + '/venv/lib/python3.11/site-packages'
        write('%s/%s' % (site, name), text % work)
        reads(name, 'show', 'p.py', env={'VIRTUAL_ENV': home + '/venv'})
        reads('--package-path with %s' % name, 'show', '--package-path', site, 'p.py')
        os.unlink('%s/%s' % (site, name))
    write(site + '/other.pth', out + '\n')
    refuses('a folder without a package', 'show', 'b.py', env={'VIRTUAL_ENV': home + '/venv'})
print('\n'.join(problems))
print('%d checks' % checks)
sys.exit(1 if problems else 0)
