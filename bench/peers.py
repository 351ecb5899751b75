"""CPU ms a document of peers that Python can load, for bench/peers.ts: prints {peer: {file: ms}} as JSON.

usage: peers.py FILE...; needs kreuzberg and python-calamine (PyPI). The least of four readings each; files that a peer
does not read are left out.
"""

import json
import os
import resource
import sys

from kreuzberg import ExtractionConfig, extract_file_sync
from python_calamine import CalamineWorkbook

READINGS = 4
UNCACHED = ExtractionConfig(use_cache=False)


def cells(path):
    book = CalamineWorkbook.from_path(path)
    for name in book.sheet_names:
        book.get_sheet_by_name(name).to_python()


PEERS = {
    "kreuzberg": (lambda path: extract_file_sync(path, config=UNCACHED), ""),
    "python-calamine": (cells, ".xlsx"),
}


def cpu_ms():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (used.ru_utime + used.ru_stime) * 1000


def least(read, path):
    times = []
    for _ in range(READINGS):
        begin = cpu_ms()
        read(path)
        times.append(cpu_ms() - begin)
    return min(times)


found = {}
for peer, (read, suffix) in PEERS.items():
    found[peer] = {}
    for path in sys.argv[1:]:
        if not path.endswith(suffix):
            continue
        try:
            found[peer][os.path.basename(path)] = least(read, path)
        except BaseException:  # Panics of Rust are no Exceptions.
            continue
print(json.dumps(found))
