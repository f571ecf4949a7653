"""A place where permissions alone decide: every user can reach it, wherever the sources and TMPDIR lie."""
import os
import shutil
import tempfile


def all_may_pass(folder):
    return folder == '/' or (os.stat(folder).st_mode & 0o005 == 0o005 and all_may_pass(os.path.dirname(folder)))


def place(exe):
    """A new folder, to be used with `with`, and the command in it."""
    usual = os.path.realpath(tempfile.gettempdir())
    folder = tempfile.TemporaryDirectory(dir=usual if all_may_pass(usual) else '/tmp')
    os.chmod(folder.name, 0o755)
    return folder, shutil.copy(exe, os.path.join(folder.name, 'cfglint'))
