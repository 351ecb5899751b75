"""Measures the CPU time of each document in peers that Python can load, for bench/peers.ts: prints {peer: {file: ms}} as JSON.

usage: peers.py FILE...; needs kreuzberg and python-calamine (PyPI). Measures like bench/peers.ts: all files in turn, a first pass
to warm up, then the least of five readings of each; files that a peer cannot read are left out.
"""

import json
import os
import resource
import sys

from kreuzberg import ExtractionConfig, extract_file_sync
from python_calamine import CalamineWorkbook

WARM_PASSES = 1
PASSES = 5
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


def least_times(read, paths):
    times = {}
    for reading in range(WARM_PASSES + PASSES):
        for path in paths:
            begin = cpu_ms()
            try:
                read(path)
            except BaseException:  # Panics in Rust are not of type Exception.
                continue
            name, time = os.path.basename(path), cpu_ms() - begin
            if reading >= WARM_PASSES:
                times[name] = min(times.get(name, time), time)
    return times


print(
    json.dumps(
        {
            peer: least_times(read, [path for path in sys.argv[1:] if path.endswith(suffix)])
            for peer, (read, suffix) in PEERS.items()
        }
    )
)
