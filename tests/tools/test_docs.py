"""The generated pages of docs are those that `./dev docs` makes now."""
import filecmp
import os
import subprocess
import sys
import tempfile

exe = os.path.join(sys.argv[1], 'cfglint')
with tempfile.TemporaryDirectory() as folder:
    subprocess.run(['sh', 'tests/tools/docs.sh', exe, folder], check=True)
    pages = sorted(os.path.relpath(os.path.join(d, f), folder) for d, _, files in os.walk(folder) for f in files)
    have = sorted('rules/' + f for f in os.listdir('docs/rules'))
    if [p for p in pages if p.startswith('rules/')] != have:
        sys.exit('docs/rules has other pages than there are rules: %s' % (set(pages) ^ set(have)))
    _, differ, failed = filecmp.cmpfiles(folder, 'docs', pages, shallow=False)
    if differ or failed:
        sys.exit('run `./dev docs`: %s' % ', '.join(differ + failed))
print('%d checks' % len(pages))
