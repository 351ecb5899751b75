"""Splits Textrail's elements (``format="json"``) into chunks for retrieval: each within one section, with its page and the
headings above it. Needs only Python's standard library; chunks.ts is the same in TypeScript."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

MAX_CHARACTERS = 1500
_SENTENCE_END = re.compile(r"[.!?]\s|[。！？]")


@dataclass(frozen=True)
class Chunk:
    text: str
    """Tables are in GFM; lists include their marks."""
    headings: tuple[str, ...]
    """From the outermost heading to the one directly above the chunk."""
    page: int | None
    """The page on which it begins, from 1; None if the format has no pages."""
    offset: int
    """Offset of its first element in the document's plain text, in code points."""

    @property
    def with_headings(self) -> str:
        """The text to embed: the same words mean little without the headings above them."""
        return "\n\n".join(part for part in (" > ".join(self.headings), self.text) if part)


def chunks_of(elements: list[dict[str, Any]], max_characters: int = MAX_CHARACTERS) -> list[Chunk]:
    """No chunk extends over a heading, and none is longer than ``max_characters`` except for a single row of a table. No text
    is left out: a heading with nothing below it becomes a chunk by itself."""
    chunks: list[Chunk] = []
    path: list[tuple[int, str]] = []
    # A heading that is not in any chunk yet.
    bare: Chunk | None = None
    # True if text may be added to the last chunk: it is of the same section, and not part of a longer element.
    is_open = False
    for element in elements:
        text = element["markdown"] if element["type"] == "table" else element["text"]
        if not text.strip():
            continue
        if element["type"] == "heading":
            level = element["level"]
            if bare is not None and path and level <= path[-1][0]:
                chunks.append(bare)
            path = [entry for entry in path if entry[0] < level]
            bare = Chunk(text, tuple(above for _, above in path), element["page"], element["offset"])
            path.append((level, text))
            is_open = False
            continue
        bare = None
        last = chunks[-1] if is_open else None
        if last is not None and len(last.text) + 2 + len(text) <= max_characters:
            chunks[-1] = replace(last, text=f"{last.text}\n\n{text}")
            continue
        pieces = _rows(text, max_characters) if element["type"] == "table" else _pieces(text, max_characters)
        headings = tuple(above for _, above in path)
        chunks += [Chunk(piece, headings, element["page"], element["offset"]) for piece in pieces]
        is_open = len(pieces) == 1
    return chunks if bare is None else [*chunks, bare]


def _rows(markdown: str, most: int) -> list[str]:
    """Splits a long table into several, each with the same header."""
    lines = markdown.split("\n")
    head, rows = lines[:2], lines[2:]
    tables: list[list[str]] = [[]]
    for row in rows:
        if tables[-1] and len("\n".join([*head, *tables[-1], row])) > most:
            tables.append([])
        tables[-1].append(row)
    return ["\n".join([*head, *table]) for table in tables]


def _pieces(text: str, most: int) -> list[str]:
    """Splits a text at the end of a line, a sentence or a word, as late as possible."""
    pieces = []
    while len(text) > most:
        window = text[: most + 1]
        line, word = window.rfind("\n"), window.rfind(" ")
        sentence = max((match.start() + 1 for match in _SENTENCE_END.finditer(window)), default=-1)
        # A line or sentence that ends in the first half would make the piece too short.
        at = next((place for place in (line, sentence, word) if most // 2 < place <= most), most)
        pieces.append(text[:at].rstrip())
        text = text[at:].lstrip()
    return [*pieces, text] if text else pieces
