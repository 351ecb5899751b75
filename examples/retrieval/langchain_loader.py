"""Textrail as a document loader of LangChain (langchain-core)."""

from __future__ import annotations

import os
from typing import Iterable, Iterator

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from chunks import MAX_CHARACTERS
from textrail import Textrail
from textrail_loading import chunks_with_metadata, client_of_environment


class TextrailLoader(BaseLoader):
    """Loads a ``Document`` for each chunk. ``sources``: paths and https:// addresses; ``client``: by default one made from
    TEXTRAIL_URL and TEXTRAIL_API_KEY. Raises ``TextrailError``; with ``skip_unreadable``, a document that cannot be read only
    logs a warning."""

    def __init__(
        self,
        sources: Iterable[str | os.PathLike[str]],
        client: Textrail | None = None,
        *,
        max_characters: int = MAX_CHARACTERS,
        skip_unreadable: bool = False,
    ) -> None:
        self._sources = list(sources)
        self._client = client or client_of_environment()
        self._max_characters = max_characters
        self._skip_unreadable = skip_unreadable

    def lazy_load(self) -> Iterator[Document]:
        for source in self._sources:
            for chunk, metadata in chunks_with_metadata(
                self._client, source, self._max_characters, self._skip_unreadable
            ):
                yield Document(page_content=chunk.with_headings, metadata=metadata)
