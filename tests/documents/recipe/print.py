"""Prints the documents of tests/documents again: `python3 print.py [producer ...]`; README.md lists what it needs."""
import json
import sys
from pathlib import Path

from producers import PRODUCERS
from scan import scan
from texts import DOCUMENTS

HERE = Path(__file__).parent.parent
SCANNED = ['weasyprint', 'typst']


def main(wanted):
    for folder in ('expected', 'printed', 'scanned'):
        (HERE / folder).mkdir(exist_ok=True)
    for name, blocks in DOCUMENTS.items():
        (HERE / 'expected' / f'{name}.json').write_text(json.dumps(blocks, indent=1, ensure_ascii=False) + '\n')
        for producer in wanted or PRODUCERS:
            printed = HERE / 'printed' / f'{producer}-{name}.pdf'
            PRODUCERS[producer](blocks, name, printed)
            if producer in SCANNED:
                scan(printed, HERE / 'scanned' / f'{producer}-{name}.pdf')


main(sys.argv[1:])
