"""Tests of textrail.py: run python -m unittest in this folder. The service is a script of replies on loopback."""

import hashlib
import hmac
import json
import pathlib
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from textrail import Textrail, TextrailError, is_genuine_delivery

RESULT = {
    "status": "success",
    "extracted_text": "Minutes",
    "metadata": {"content_type": "text/html", "bytes": 7, "chars": 7, "ocr": False},
}
JOB = {"status": "processing", "job_id": "0199aaaa-0000-7000-8000-000000000000"}


def failure(code):
    return {"status": "error", "error": {"code": code, "message": f"it is {code}"}}


class Scripted(BaseHTTPRequestHandler):
    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        self.server.seen.append((self.command, self.path, dict(self.headers), self.rfile.read(length)))
        reply = self.server.script.pop(0)
        if reply is None:
            self.connection.close()
            return
        status, body, headers = (*reply, {})[:3]
        content = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer

    def log_message(self, *given):
        pass


class ClientTest(unittest.TestCase):
    def setUp(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
        self.server.seen = []
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.waits = []

    def client(self, *script, **options):
        self.server.script = list(script)
        base = f"http://127.0.0.1:{self.server.server_port}/"
        return Textrail(base, "dk_x_y", sleep=self.waits.append, **options)

    def error_of(self, work):
        with self.assertRaises(TextrailError) as caught:
            work()
        return caught.exception

    def test_answers_what_the_service_answers_at_once(self):
        self.assertEqual(self.client((200, RESULT)).extract(content=b"<p>Minutes"), RESULT)
        method, path, headers, body = self.server.seen[0]
        self.assertEqual((method, headers["Authorization"]), ("POST", "Bearer dk_x_y"))
        self.assertEqual(urlsplit(path).path, "/v1/extract")
        self.assertIn(b'name="file"', body)
        self.assertIn(b"\r\n\r\n<p>Minutes\r\n--", body)

    def test_sends_parameters_as_the_interface_names_them(self):
        hook = "https://example.org/hook?a=b"
        job = self.client((202, JOB)).submit(url="https://example.org/a b", format="json", webhook_url=hook)
        self.assertEqual(job, JOB["job_id"])
        asked = {name: values[0] for name, values in parse_qs(urlsplit(self.server.seen[0][1]).query).items()}
        self.assertEqual(
            asked, {"url": "https://example.org/a b", "format": "json", "webhook_url": hook, "async": "true"}
        )

    def test_sends_what_extract_is_given_with_a_file_under_the_key_of_its_caller(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.bin")
            path.write_bytes(b"\r\n\x00\xff")
            client = self.client((202, JOB), (200, RESULT))
            given = {"format": "json", "webhook_url": "https://example.org/", "asynchronous": True}
            client.extract(path=path, idempotency_key="mine", **given)
        (_, posted, headers, body), (method, asked, _, _) = self.server.seen
        self.assertEqual(
            parse_qs(urlsplit(posted).query),
            {"format": ["json"], "webhook_url": ["https://example.org/"], "async": ["true"]},
        )
        self.assertEqual(headers["Idempotency-Key"], "mine")
        boundary = headers["Content-Type"].removeprefix("multipart/form-data; boundary=").encode()
        self.assertTrue(body.startswith(b"--" + boundary + b"\r\n"))
        self.assertTrue(body.endswith(b"\r\n\r\n\r\n\x00\xff\r\n--" + boundary + b"--\r\n"))
        self.assertEqual((method, asked), ("GET", f"/v1/extract/{JOB['job_id']}"))

    def test_asks_nothing_of_a_job_that_is_not_over_but_its_end(self):
        self.assertEqual(self.client((200, JOB), (200, RESULT)).job("a/b"), None)
        self.assertEqual(self.server.seen[0][1], "/v1/extract/a%2Fb")

    def test_finds_a_service_below_a_path(self):
        self.server.script = [(200, RESULT)]
        Textrail(f"http://127.0.0.1:{self.server.server_port}/textrail/", "k").extract(content=b"x")
        self.assertEqual(urlsplit(self.server.seen[0][1]).path, "/textrail/v1/extract")

    def test_wants_an_address_of_http(self):
        for base in ("127.0.0.1:8080", "ftp://example.org", "https://", ""):
            with self.assertRaises(ValueError, msg=base):
                Textrail(base, "k")

    def test_repeats_what_a_proxy_says_while_the_service_is_away(self):
        for status in (408, 502, 503, 504):
            self.assertEqual(self.client((status, "<html>"), (200, RESULT)).extract(content=b"x"), RESULT, status)

    def test_asks_for_a_place_of_the_result_where_the_service_knows_it(self):
        place = "https://bucket.example.org/a.json?X-Amz-Signature=5e"
        self.assertEqual(self.client((202, JOB)).submit(content=b"x", result_url=place), JOB["job_id"])
        parts = urlsplit(self.server.seen[0][1])
        self.assertEqual((parts.path, parse_qs(parts.query)["result_url"]), ("/v1/jobs", [place]))

    def test_follows_a_job_to_its_end(self):
        client = self.client((202, JOB), (200, JOB), (200, JOB), (200, RESULT))
        self.assertEqual(client.extract(content=b"x"), RESULT)
        self.assertGreater(self.waits[1], self.waits[0])

    def test_follows_a_job_no_longer_than_its_patience(self):
        client = self.client((202, JOB), (200, JOB), job_patience=0)
        error = self.error_of(lambda: client.extract(content=b"x"))
        self.assertEqual((error.code, error.status, self.waits), ("timeout", None, []))

    def test_waits_as_retry_after_says_and_repeats_under_one_key(self):
        client = self.client(
            (429, failure("rate_limited"), {"Retry-After": "7"}),
            (503, failure("timeout"), {"Retry-After": "2"}),
            None,
            (200, RESULT),
        )
        client.extract(content=b"x")
        self.assertTrue(7 <= self.waits[0] <= 8.4 and 2 <= self.waits[1] <= 2.4, self.waits)
        self.assertEqual(len({headers["Idempotency-Key"] for _, _, headers, _ in self.server.seen}), 1)

    def test_waits_longer_and_longer_where_retry_after_tells_no_time(self):
        for said in ("0", "", "-1", "soon", "\u00b2"):
            away = (503, failure("timeout"), {"Retry-After": said})
            self.waits.clear()
            self.client(away, away, away, (200, RESULT)).extract(content=b"x")
            first, second, third = self.waits
            self.assertTrue(first >= 0.5 and second >= 1 and third >= 2, (said, self.waits))

    def test_gives_up_where_the_wait_would_be_longer_than_its_patience(self):
        client = self.client((429, failure("rate_limited"), {"Retry-After": "60"}), patience=1)
        error = self.error_of(lambda: client.extract(content=b"x"))
        self.assertEqual((error.code, error.retry_after, self.waits), ("rate_limited", 60, []))

    def test_raises_at_once_what_a_repeat_would_not_change(self):
        cases = [(413, "too_large"), (422, "encrypted"), (429, "quota_exceeded"), (429, "abuse_detected"), (504, "timeout")]
        for status, code in cases:
            with self.subTest(code):
                error = self.error_of(lambda: self.client((status, failure(code))).extract(content=b"x"))
                self.assertEqual((error.code, error.status, error.is_of_document), (code, status, status != 429))

    def test_tells_a_key_that_is_refused_and_an_answer_of_somebody_else(self):
        refused = self.error_of(lambda: self.client((403, {"message": "Forbidden"})).extract(content=b"x"))
        self.assertEqual(refused.code, "unauthorized")
        self.assertEqual(self.error_of(lambda: self.client((401, "")).extract(content=b"x")).code, "unauthorized")
        for status, body in ((200, "<html>a proxy</html>"), (200, {}), (400, {"status": "error", "error": "no"})):
            other = self.error_of(lambda: self.client((status, body)).extract(content=b"x"))
            self.assertEqual((other.code, other.status), ("unexpected", status))
            self.assertIn(f"({status})", str(other))

    def test_tells_a_service_that_is_not_there(self):
        error = self.error_of(lambda: Textrail("http://127.0.0.1:1", "k", patience=0).extract(content=b"x"))
        self.assertEqual((error.code, error.status), ("unreachable", None))

    def test_wants_exactly_one_source(self):
        for sources in ({}, {"content": b"x", "url": "https://example.org/"}):
            with self.assertRaises(ValueError):
                self.client().extract(**sources)


class WebhookTest(unittest.TestCase):
    secret, body = "whsec_abc", b'{"status":"success"}'

    def sign(self, secret, at, body=body):
        return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()

    def test_takes_a_delivery_that_any_of_its_signatures_proves(self):
        header = f"t=1000,v1={self.sign('another', 1000)},v1={self.sign(self.secret, 1000)}"
        self.assertTrue(is_genuine_delivery(header, self.body, self.secret, 1010))

    def test_takes_a_delivery_that_is_five_minutes_old(self):
        header = f"t=1000,v1={self.sign(self.secret, 1000)}"
        self.assertTrue(is_genuine_delivery(header, self.body, self.secret, 1300))

    def test_refuses_others(self):
        good = self.sign(self.secret, 1000)
        cases = {
            "another secret": (f"t=1000,v1={self.sign('another', 1000)}", 1000),
            "another body": (f"t=1000,v1={self.sign(self.secret, 1000, b'x')}", 1000),
            "changed time": (f"t=1001,v1={good}", 1000),
            "old": (f"t=1000,v1={good}", 1301),
            "future": (f"t=1000,v1={good}", 699),
            "no signature": ("t=1000", 1000),
            "nothing": ("", 1000),
            "odd characters": ("t=1000,v1=ü", 1000),
            "time of other digits": (f"t=١٠٠٠,v1={good}", 1000),
            "time of 400 digits": (f"t={'9' * 400},v1={good}", 1000),
            "time of 5,000 digits": (f"t={'9' * 5000},v1={good}", 1000),
            "half a character": ("t=1000,v1=\udc80", 1000),
        }
        for what, (header, now) in cases.items():
            with self.subTest(what):
                self.assertFalse(is_genuine_delivery(header, self.body, self.secret, now))


if __name__ == "__main__":
    unittest.main()
