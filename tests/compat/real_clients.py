"""Runs clients that people have installed against Textrail's compatible addresses. Prints one JSON object.

usage: real_clients.py WHAT; TEXTRAIL_BASE, TEXTRAIL_KEY and TEXTRAIL_DOCUMENT are in the environment.
"""

import ast
import base64
import json
import os
import sys
import zipfile
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

BASE = os.environ["TEXTRAIL_BASE"]
KEY = os.environ["TEXTRAIL_KEY"]
DOCUMENT = Path(os.environ["TEXTRAIL_DOCUMENT"])


def with_key(address: str) -> str:
    """The address with the key as its password, for clients that cannot send our header."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=f"key:{KEY}@{parts.netloc}"))


def tika_python() -> dict:
    os.environ["TIKA_CLIENT_ONLY"] = "True"
    os.environ["TIKA_SERVER_ENDPOINT"] = with_key(f"{BASE}/tika-compat")
    from tika import detector, parser

    bearer = {"headers": {"Authorization": f"Bearer {KEY}"}}
    content = DOCUMENT.read_bytes()
    broken = parser.from_buffer(b"these bytes are no document")
    return {
        "all": parser.from_file(str(DOCUMENT)),
        "text": parser.from_file(str(DOCUMENT), service="text"),
        "meta": parser.from_file(str(DOCUMENT), service="meta"),
        "xml": parser.from_file(str(DOCUMENT), xmlContent=True),
        "buffer": parser.from_buffer(content),
        "bearer": parser.from_buffer(content, f"{BASE}/tika-compat", headers=bearer["headers"]),
        "type": detector.from_file(str(DOCUMENT)),
        "type_of_nothing": detector.from_buffer(b"these bytes are no document"),
        "broken": broken,
        "no_key": parser.from_buffer(content, f"{BASE}/tika-compat"),
    }


def tika_client() -> dict:
    from tika_client import HttpStatusError, TikaClient

    with TikaClient(with_key(f"{BASE}/tika-compat"), compress=True) as client:
        text = client.tika.as_text.from_file(DOCUMENT)
        try:
            client.tika.as_text.from_buffer(b"these bytes are no document")
            broken = None
        except HttpStatusError as error:
            broken = error.response.status_code
        return {
            "text": text.content,
            "type": text.type,
            "parsers": text.parsers,
            "html": client.tika.as_html.from_file(DOCUMENT).content,
            # Long enough to be sent compressed.
            "buffer": client.tika.as_text.from_buffer(DOCUMENT.read_bytes() + b"<!-- " + b"x" * 2000 + b" -->").content,
            "recursive": [item.content for item in client.rmeta.as_text.from_file(DOCUMENT)],
            "recursive_html": [item.content for item in client.rmeta.as_html.from_file(DOCUMENT)],
            "metadata": client.metadata.from_file(DOCUMENT).type,
            "broken": broken,
        }


def docling_client() -> dict:
    from docling_core.types.doc.document import DoclingDocument
    from docling_serve_sdk import client as sdk
    from docling_serve_sdk import models

    options = models.ConvertDocumentsRequestOptions(
        to_formats=[
            models.OutputFormat.MD,
            models.OutputFormat.JSON,
            models.OutputFormat.TEXT,
            models.OutputFormat.HTML,
        ]
    )
    empty = Path(os.environ["TEXTRAIL_BROKEN"])
    with sdk.DoclingClient(f"{BASE}/docling-compat", api_key=KEY, max_retries=0) as client:
        converted = client.convert_file(DOCUMENT, options=options)
        broken = client.convert_file(empty)
        source = models.FileSourceRequest(
            base64_string=base64.b64encode(DOCUMENT.read_bytes()).decode(), filename=DOCUMENT.name
        )
        from_source = client.convert_source(models.ConvertDocumentsRequest(sources=[source], options=options))
        address = models.HttpSourceRequest(url="https://127.0.0.1/")
        unfetched = client.convert_source(models.ConvertDocumentsRequest(sources=[address])).errors[0].module_name
        document = DoclingDocument.model_validate(converted.document.json_content)
        return {
            "health": client.health_check().status,
            "status": converted.status.value,
            "filename": converted.document.filename,
            "md": converted.document.md_content,
            "text": converted.document.text_content,
            "html": converted.document.html_content,
            "from_source": from_source.document.md_content,
            "unfetched": unfetched,
            "broken": [broken.status.value, broken.errors[0].error_message],
            "labels": [item.label.value for item, _ in document.iterate_items()],
            "docling_markdown": document.export_to_markdown(),
            "tables": [table.export_to_html(doc=document) for table in document.tables],
        }


def docling_own_client() -> dict:
    """docling's own client, which creates tasks and waits for them."""
    from docling.datamodel.service.options import ConvertDocumentsOptions
    from docling.datamodel.service.targets import InBodyTarget
    from docling.service_client import DoclingServiceClient

    broken_path = os.environ["TEXTRAIL_BROKEN"]
    with DoclingServiceClient(url=f"{BASE}/docling-compat", api_key=KEY) as client:
        converted = client.convert(source=DOCUMENT)
        broken = client.convert(source=broken_path, raises_on_error=False)
        job = client.submit(source=DOCUMENT, options=ConvertDocumentsOptions(to_formats=["md", "json"]), target=InBodyTarget())
        many = [result.document.export_to_markdown() for result in client.convert_all(source=[DOCUMENT, DOCUMENT])]
        unfetched = client.submit(source="https://127.0.0.1/", target=InBodyTarget()).result().errors[0].module_name
        return {
            "health": client.health().status,
            "status": converted.status.value,
            "file": converted.input.file.name,
            "markdown": converted.document.export_to_markdown(),
            "labels": [item.label.value for item, _ in converted.document.iterate_items()],
            "broken": [broken.status.value, broken.errors[0].error_message],
            "submitted": job.result().document.export_to_markdown(),
            "many": many,
            "unfetched": unfetched,
        }


def open_webui() -> dict:
    """Its own loader classes from its own files; what they import of the rest of it (a database) is replaced by stubs."""
    from langchain_core.document_loaders import BaseLoader
    from urllib.parse import quote

    wheel = zipfile.ZipFile(next(Path(os.environ["TEXTRAIL_WHEELS"]).glob("open_webui-*.whl")))
    stand_ins = {
        "BaseLoader": BaseLoader,
        "quote": quote,
        "List": list,
        "include_user_info_headers": lambda headers, user: headers,
        "parse_custom_headers": lambda *given, **more: {},
    }
    folder = "open_webui/retrieval/loaders"
    external = classes(wheel.read(f"{folder}/external_document.py"), stand_ins)["ExternalDocumentLoader"]
    others = classes(wheel.read(f"{folder}/main.py"), {}, ["TikaLoader", "DoclingLoader"])
    tika, docling = others["TikaLoader"], others["DoclingLoader"]

    def load(loader) -> list:
        return [[document.page_content, document.metadata] for document in loader.load()]

    try:
        load(external(os.environ["TEXTRAIL_BROKEN"], f"{BASE}/openwebui-compat", KEY, "application/pdf"))
        broken = None
    except Exception as error:
        broken = str(error)
    tika_base = with_key(f"{BASE}/tika-compat")
    return {
        "external": load(external(str(DOCUMENT), f"{BASE}/openwebui-compat/", KEY, "text/html")),
        "broken": broken,
        "tika": load(tika(tika_base, str(DOCUMENT), "text/html")),
        "tika4": load(tika(tika_base, str(DOCUMENT), "text/html", None, "4")),
        "docling": load(docling(f"{BASE}/docling-compat", KEY, str(DOCUMENT), "text/html")),
    }


def classes(source: bytes, more: dict, names: list | None = None) -> dict:
    """Classes of a file that otherwise imports a whole application."""
    import logging

    import requests
    from langchain_core.documents import Document

    tree = ast.parse(source)
    kept = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    tree.body = [node for node in kept if names is None or node.name in names]
    scope = {
        "os": os,
        "requests": requests,
        "log": logging.getLogger("open_webui"),
        "Document": Document,
        "REQUESTS_VERIFY": True,
        "AIOHTTP_CLIENT_SESSION_SSL": True,
        **more,
    }
    exec(compile(tree, "open_webui", "exec"), scope)
    return scope


CLIENTS = {
    "tika-python": tika_python,
    "tika-client": tika_client,
    "docling": docling_client,
    "docling-own": docling_own_client,
    "open-webui": open_webui,
}

if __name__ == "__main__":
    result = CLIENTS[sys.argv[1]]()
    print("RESULT " + json.dumps(result))
