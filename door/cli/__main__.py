"""`python -m door.cli`, as servers are started that nobody typed."""

import sys

from door.cli import main

sys.exit(main())
