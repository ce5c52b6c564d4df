"""`python -m tests.logbook.processes kill FOLDER 200`.

It runs by itself, outside pytest, for it forks and kills. What it finds wrong is an AssertionError;
what it did, it prints as JSON.
"""

import json
import sys
from pathlib import Path

from tests.logbook.processes.killed import kill
from tests.logbook.processes.migrating import migrating
from tests.logbook.processes.together import create, two

work = {"kill": kill, "two": two, "create": create, "migrating": migrating}[sys.argv[1]]
print(json.dumps(work(Path(sys.argv[2]), int(sys.argv[3]))))
