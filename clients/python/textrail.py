"""A client of Textrail that needs only the standard library of Python 3.10 or newer.

It repeats requests that may be repeated (under an Idempotency-Key, so that no document is extracted or metered twice),
waits as long as ``Retry-After`` says, follows jobs to their end, and otherwise raises one typed error.

    >>> client = Textrail("http://127.0.0.1:8080", "dk_…")
    >>> client.extract(path="report.pdf")["extracted_text"]
    >>> client.extract(url="https://example.org/report.pdf", format="json")["elements"]
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import os
import random
import ssl
import time
import uuid
from typing import Any, Callable, Literal
from urllib.parse import quote, urlencode, urlsplit

__all__ = ["Textrail", "TextrailError", "is_genuine_delivery"]

Format = Literal["text", "json"]

_DOCUMENT_CODES = frozenset(
    {
        "bad_request",
        "fetch_failed",
        "too_large",
        "unsupported_format",
        "encrypted",
        "extraction_failed",
        "timeout",
        "not_found",
        "not_implemented",
    }
)
_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 10.0
_FIRST_POLL_SECONDS = 0.15
_LONGEST_POLL_SECONDS = 2.0
# Greatest difference to the time in the header. Older deliveries may be replayed by somebody who intercepted them;
# clocks differ, and an attempt may take ten seconds.
_AGE_MAX_SECONDS = 300
# Most digits of a time in seconds: Python raises an error for numbers with thousands of digits.
_TIME_MAX_DIGITS = 12


class TextrailError(Exception):
    """``code`` is the service's own (docs/errors.md), or ``unauthorized`` (401, 403), ``unreachable`` (no answer; ``status`` is
    None) or ``unexpected`` (an answer that did not come from the service). ``retry_after``: seconds, if the service said so."""

    def __init__(self, code: str, message: str, status: int | None, retry_after: float | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.retry_after = retry_after

    @property
    def is_of_document(self) -> bool:
        """True if only this document failed; others may still be read."""
        return self.code in _DOCUMENT_CODES


class Textrail:
    """All times are in seconds. ``patience``: how long a request is repeated while the service cannot be reached, is busy (503)
    or limits the key's rate (429 ``rate_limited``); ``job_patience``: how long a job is followed; ``timeout``: of one answer."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        patience: float = 120.0,
        job_patience: float = 900.0,
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("base_url must be an http(s):// address")
        self._parts = parts
        self._api_key = api_key
        self._patience = patience
        self._job_patience = job_patience
        self._timeout = timeout
        self._sleep = sleep

    def extract(
        self,
        *,
        path: str | os.PathLike[str] | None = None,
        content: bytes | None = None,
        url: str | None = None,
        format: Format = "text",
        asynchronous: bool = False,
        webhook_url: str | None = None,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """Returns the result of one document, whether it is answered at once or becomes a job. Give one of ``path``,
        ``content`` and ``url``. ``idempotency_key``: random by default; with the same one for the same document, a later run
        can continue where an earlier one broke off. Raises ``TextrailError``."""
        query = {"url": url, "format": format, "webhook_url": webhook_url, "async": "true" if asynchronous else None}
        status, body = self._post("/v1/extract", query, path, content, idempotency_key)
        return self.result(body["job_id"]) if status == 202 else body

    def submit(
        self,
        *,
        path: str | os.PathLike[str] | None = None,
        content: bytes | None = None,
        url: str | None = None,
        format: Format = "text",
        webhook_url: str | None = None,
        result_url: str | None = None,
        idempotency_key: str | None = None,
    ) -> str:
        """Creates a job for a document and returns its id. ``result_url``: address to which the service itself writes the
        result, usually a presigned PUT of a bucket; excludes ``webhook_url``. The other arguments are those of ``extract``.
        Raises ``TextrailError``."""
        query = {"url": url, "format": format, "webhook_url": webhook_url, "result_url": result_url, "async": "true"}
        # Only /v1/jobs accepts result_url.
        address = "/v1/extract" if result_url is None else "/v1/jobs"
        _, body = self._post(address, query, path, content, idempotency_key)
        return body["job_id"]

    def job(self, job_id: str) -> dict[str, Any] | None:
        """Returns the result of a job, or None while it runs. Raises ``TextrailError`` if it has failed."""
        _, body = self._request("GET", f"/v1/extract/{quote(job_id, safe='')}", {}, None)
        return None if body["status"] == "processing" else body

    def result(self, job_id: str) -> dict[str, Any]:
        """Waits for the end of a job and returns its result. Raises ``TextrailError``."""
        until = time.monotonic() + self._job_patience
        pause = _FIRST_POLL_SECONDS
        while True:
            result = self.job(job_id)
            if result is not None:
                return result
            if time.monotonic() + pause > until:
                raise TextrailError("timeout", f"The job {job_id} has not ended yet.", None)
            self._sleep(pause)
            pause = min(_LONGEST_POLL_SECONDS, pause * 1.5)

    def _post(
        self,
        address: str,
        query: dict[str, str | None],
        path: str | os.PathLike[str] | None,
        content: bytes | None,
        idempotency_key: str | None,
    ) -> tuple[int, dict[str, Any]]:
        if sum(source is not None for source in (path, content, query["url"])) != 1:
            raise ValueError("give exactly one of path, content and url")
        if path is not None:
            with open(path, "rb") as file:
                content = file.read()
        asked = urlencode({name: value for name, value in query.items() if value is not None})
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        body = None
        if content is not None:
            boundary = uuid.uuid4().hex
            headers["Content-Type"] = f"multipart/form-data; boundary={boundary}"
            head = 'Content-Disposition: form-data; name="file"; filename="document"'
            kind = "Content-Type: application/octet-stream"
            body = f"--{boundary}\r\n{head}\r\n{kind}\r\n\r\n".encode() + content + f"\r\n--{boundary}--\r\n".encode()
        return self._request("POST", f"{address}?{asked}", headers, body)

    def _request(
        self, method: str, path: str, headers: dict[str, str], body: bytes | None
    ) -> tuple[int, dict[str, Any]]:
        """Repeats a request until there is an answer that a repeat would not change, or ``patience`` is over."""
        until = time.monotonic() + self._patience
        pause = _FIRST_PAUSE_SECONDS
        while True:
            try:
                return self._once(method, path, headers, body)
            except TextrailError as error:
                if not _is_worth_repeating(error):
                    raise
                # Add up to a fifth, so that clients that were refused together do not return together.
                wait = (error.retry_after or pause) * (1 + random.random() / 5)
                if time.monotonic() + wait > until:
                    raise
                self._sleep(wait)
                pause = min(_LONGEST_PAUSE_SECONDS, pause * 2)

    def _once(self, method: str, path: str, headers: dict[str, str], body: bytes | None) -> tuple[int, dict[str, Any]]:
        connection = self._connection()
        try:
            sent = {**headers, "Authorization": f"Bearer {self._api_key}"}
            connection.request(method, self._parts.path.rstrip("/") + path, body=body, headers=sent)
            response = connection.getresponse()
            return _checked(response.status, response.getheader("Retry-After"), response.read())
        except (OSError, http.client.HTTPException) as error:
            where = f"{self._parts.scheme}://{self._parts.netloc}"
            raise TextrailError("unreachable", f"{where} does not answer ({error}).", None) from error
        finally:
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "http":
            return http.client.HTTPConnection(host, port, timeout=self._timeout)
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=self._timeout, context=context)


def _checked(status: int, retry_after: str | None, content: bytes) -> tuple[int, dict[str, Any]]:
    told = retry_after or ""
    seconds = float(told) if told.isascii() and told.isdigit() else None
    if status in (401, 403):
        raise TextrailError("unauthorized", "The API key is missing, unknown or revoked.", status)
    try:
        body = json.loads(content)
    except ValueError:
        body = None
    if isinstance(body, dict) and "status" in body:
        if status in (200, 202):
            return status, body
        error = body.get("error")
        if isinstance(error, dict) and isinstance(error.get("code"), str):
            raise TextrailError(error["code"], str(error.get("message", "")), status, seconds)
    raise TextrailError("unexpected", f"The answer ({status}) is none of Textrail's.", status, seconds)


def _is_worth_repeating(error: TextrailError) -> bool:
    """False if a repeat would give the same answer (a 504 or a failed document), or takes too long (a quota or a lock)."""
    if error.code in ("unreachable", "rate_limited"):
        return True
    return error.status in (408, 502, 503) or (error.status == 504 and error.code == "unexpected")


def is_genuine_delivery(header: str, body: bytes, secret: str, now: float | None = None) -> bool:
    """True if a webhook's delivery comes from Textrail. ``header``: the value of ``X-Service-Signature``; ``body``: the bytes
    as received; ``secret``: your API key's webhook secret. Compares in constant time."""
    fields = [field.strip().split("=", 1) for field in header.split(",")]
    pairs = [(field[0], field[1]) for field in fields if len(field) == 2]
    at = next((value for name, value in pairs if name == "t"), "")
    if not (at.isascii() and at.isdigit() and len(at) <= _TIME_MAX_DIGITS):
        return False
    if abs((time.time() if now is None else now) - int(at)) > _AGE_MAX_SECONDS:
        return False
    code = hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
    # Compare all of them, so that the time does not reveal which one matches.
    return any([hmac.compare_digest(value.encode(errors="replace"), code.encode()) for name, value in pairs if name == "v1"])
