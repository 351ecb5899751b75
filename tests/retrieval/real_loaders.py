"""Runs the recipes of examples/retrieval with the real packages, and prints one JSON object. Needs TEXTRAIL_URL,
TEXTRAIL_API_KEY and DOCUMENTS (a folder) in the environment, and the recipes and the client on PYTHONPATH."""

import json
import os
from pathlib import Path

from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_loader import TextrailLoader
from llama_index.core import MockEmbedding, SimpleDirectoryReader, VectorStoreIndex
from llamaindex_reader import TextrailReader
from textrail import TextrailError

FOLDER = Path(os.environ["DOCUMENTS"])
REPORT, BROKEN = FOLDER / "report.pdf", FOLDER / "broken.docx"


def langchain() -> dict:
    loaded = TextrailLoader([REPORT, BROKEN], skip_unreadable=True).load()
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=16))
    store.add_documents(loaded)
    best = store.similarity_search(loaded[-1].page_content, k=1)[0]
    try:
        TextrailLoader([BROKEN]).load()
        broken = None
    except TextrailError as error:
        broken = error.code
    return {
        "loaded": [[document.page_content, document.metadata] for document in loaded],
        "found": best.page_content == loaded[-1].page_content,
        "broken": broken,
    }


def llama_index() -> dict:
    reader = TextrailReader(skip_unreadable=True)
    loaded = SimpleDirectoryReader(str(FOLDER), file_extractor={".pdf": reader, ".docx": reader}).load_data()
    index = VectorStoreIndex.from_documents(loaded, embed_model=MockEmbedding(8))
    nodes = index.as_retriever(similarity_top_k=1).retrieve("costs")
    direct = TextrailReader().load_data(REPORT)
    return {
        "loaded": [[document.text, document.metadata] for document in loaded],
        "retrieved": nodes[0].node.metadata["file_name"],
        "direct": [document.text for document in direct],
    }


if __name__ == "__main__":
    print("RESULT " + json.dumps({"langchain": langchain(), "llamaindex": llama_index()}))
