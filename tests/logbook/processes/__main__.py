"""`python -m tests.logbook.processes kill FOLDER 200`.

It runs outside pytest, as it forks and kills processes. It raises AssertionError for what it finds
wrong, and prints what it did as JSON.
"""

import json
import sys
from pathlib import Path

from tests.logbook.processes.killed import kill
from tests.logbook.processes.migrating import migrating
from tests.logbook.processes.together import create, two

work = {"kill": kill, "two": two, "create": create, "migrating": migrating}[sys.argv[1]]
print(json.dumps(work(Path(sys.argv[2]), int(sys.argv[3]))))
