"""The shared part of both loaders: turns a file or an address into chunks with metadata for a vector store. Needs
clients/python/textrail.py in the same folder, or installed."""

from __future__ import annotations

import hashlib
import logging
import os
from typing import Any, Iterator

from chunks import Chunk, chunks_of
from textrail import Textrail, TextrailError

_log = logging.getLogger(__name__)


def client_of_environment() -> Textrail:
    return Textrail(os.environ["TEXTRAIL_URL"], os.environ["TEXTRAIL_API_KEY"])


def chunks_with_metadata(
    client: Textrail, source: str | os.PathLike[str], max_characters: int, skip_unreadable: bool
) -> Iterator[tuple[Chunk, dict[str, Any]]]:
    """``source``: a path, or an https:// address that the service fetches. Metadata are plain values and never None, as vector
    stores require. Raises ``TextrailError``; with ``skip_unreadable``, a document that cannot be read only logs a warning."""
    try:
        result = _extract(client, str(source))
    except TextrailError as error:
        if not (skip_unreadable and error.is_of_document):
            raise
        _log.warning("%s is left out: %s", source, error)
        return
    for chunk in chunks_of(result["elements"], max_characters):
        metadata = {
            "source": str(source),
            "content_type": result["metadata"]["content_type"],
            "ocr": result["metadata"]["ocr"],
            "offset": chunk.offset,
        }
        if chunk.page is not None:
            metadata["page"] = chunk.page
        if chunk.headings:
            metadata["headings"] = " > ".join(chunk.headings)
        yield chunk, metadata


def _extract(client: Textrail, source: str) -> dict[str, Any]:
    if source.startswith("https://"):
        return client.extract(url=source, format="json")
    with open(source, "rb") as file:
        content = file.read()
    # For a day, the same document is the same job, so that a run that broke off can be repeated at no cost.
    key = "retrieval-" + hashlib.sha256(content).hexdigest()
    return client.extract(content=content, format="json", idempotency_key=key)
