"""Wait until the club on this machine is ready, for so many seconds: python3 wait_ready.py 120."""

import sys
import time
import urllib.error
import urllib.request

READY = "http://127.0.0.1:8000/readyz"

end = time.monotonic() + float(sys.argv[1])
while time.monotonic() < end:
    try:
        with urllib.request.urlopen(READY, timeout=5):
            sys.exit(0)
    except (urllib.error.URLError, OSError):
        time.sleep(1)
sys.exit(1)
