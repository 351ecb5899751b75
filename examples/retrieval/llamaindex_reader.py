"""Textrail as a reader of LlamaIndex (llama-index-core), by itself or as a file extractor of SimpleDirectoryReader."""

from __future__ import annotations

import os
from typing import Any, Iterator

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from chunks import MAX_CHARACTERS
from textrail import Textrail
from textrail_loading import chunks_with_metadata, client_of_environment


class TextrailReader(BaseReader):
    """Reads a ``Document`` for each chunk. ``client``: by default one made from TEXTRAIL_URL and TEXTRAIL_API_KEY. Raises
    ``TextrailError``; with ``skip_unreadable``, a document that cannot be read only logs a warning."""

    def __init__(
        self,
        client: Textrail | None = None,
        *,
        max_characters: int = MAX_CHARACTERS,
        skip_unreadable: bool = False,
    ) -> None:
        self._client = client or client_of_environment()
        self._max_characters = max_characters
        self._skip_unreadable = skip_unreadable

    def lazy_load_data(
        self, file: str | os.PathLike[str], extra_info: dict[str, Any] | None = None
    ) -> Iterator[Document]:
        """``file``: a path or an https:// address; ``extra_info``: metadata of SimpleDirectoryReader, which are kept."""
        for chunk, metadata in chunks_with_metadata(self._client, file, self._max_characters, self._skip_unreadable):
            # The text already contains the headings, so they are left out of the metadata that a model sees.
            told = [name for name in ("offset", "headings") if name in metadata]
            yield Document(
                text=chunk.with_headings,
                metadata={**metadata, **(extra_info or {})},
                excluded_embed_metadata_keys=told,
                excluded_llm_metadata_keys=told,
            )
