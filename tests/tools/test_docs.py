"""The pages in docs/rules are those that `./dev docs` makes now."""
import filecmp
import os
import subprocess
import sys
import tempfile

exe = os.path.join(sys.argv[1], 'cfglint')
with tempfile.TemporaryDirectory() as folder:
    subprocess.run(['sh', 'tests/tools/docs.sh', exe, folder], check=True)
    want, have = sorted(os.listdir(folder)), sorted(os.listdir('docs/rules'))
    if want != have:
        sys.exit('docs/rules has other pages than there are rules: %s' % (set(want) ^ set(have)))
    _, differ, failed = filecmp.cmpfiles(folder, 'docs/rules', want, shallow=False)
    if differ or failed:
        sys.exit('run `./dev docs`: %s' % ', '.join(differ + failed))
print('%d checks' % len(want))
