"""An object store for the tests, which checks every signature.

It speaks as much of the S3 interface as TimeWalk uses, and verifies AWS Signature Version 4 by
the public specification, with the standard library alone: signing and checking share no line.

    store.py FOLDER [PORT]

prints "ready" and the port that it got on 127.0.0.1, and ends with its input. Objects lie in FOLDER/BUCKET/,
where a test may look at them, spoil and remove them. With a key and its certificate in FOLDER/tls.pem
it speaks HTTPS. FOLDER/faults says what goes wrong, a line
each: COUNT METHOD KIND [NUMBER], where METHOD is a method or *, COUNT how often it still happens,
and KIND is status (NUMBER, such as 503), cut (the connection, after NUMBER bytes of the body),
cutput (after NUMBER sent bytes), slow (NUMBER milliseconds before the answer), or lost
(acknowledged, but the answer never comes). FOLDER/log has a line for each request: METHOD, path, status.
"""

import hashlib
import hmac
import os
import ssl
import sys
import threading
import time
import urllib.parse
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from xml.sax.saxutils import escape

KEYS = {"TESTKEY0001": "test/Secret+0001", "LENTKEY": "lent/secret"}
TOKENS = {"LENTKEY": "lent-token=="}
REGION = "eu-test-1"
ROOT = sys.argv[1]
LOCK = threading.Lock()


class Refused(Exception):
    def __init__(self, status, code):
        self.status, self.code = status, code


def quoted(text, safe="-_.~"):
    return urllib.parse.quote(text, safe=safe)


def fault_for(method):
    """The next fault of a method, which happens once less from then on."""
    path = os.path.join(ROOT, "faults")
    with LOCK:
        try:
            lines = open(path).read().split("\n")
        except FileNotFoundError:
            return None
        for place, line in enumerate(lines):
            words = line.split()
            if len(words) < 3 or int(words[0]) == 0 or words[1] not in (method, "*"):
                continue
            lines[place] = " ".join([str(int(words[0]) - 1)] + words[1:])
            with open(path + ".new", "w") as file:
                file.write("\n".join(lines))
            os.rename(path + ".new", path)
            return words[2], int(words[3]) if len(words) > 3 else 0
    return None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do(self):
        try:
            self.fault = fault_for(self.command)
            if self.fault and self.fault[0] == "slow":
                time.sleep(self.fault[1] / 1000)
            body = self.body()
            self.check(body)
            if self.fault and self.fault[0] == "status":
                raise Refused(self.fault[1], "SlowDown" if self.fault[1] == 503 else "InternalError")
            self.serve(body)
        except Refused as error:
            # Real ones repeat the key that was asked by.
            text = (f"<?xml version=\"1.0\"?><Error><Code>{error.code}</Code><Message>No. "
                    f"{escape(self.headers.get('Authorization', ''))}</Message></Error>")
            elsewhere = [("Location", "/elsewhere")] if 300 <= error.status < 400 else []
            self.answer(error.status, text.encode(), elsewhere)
        except ConnectionError:
            self.close_connection = True

    do_GET = do_PUT = do_HEAD = do_DELETE = do

    def body(self):
        length = int(self.headers.get("Content-Length", 0))
        if self.fault and self.fault[0] == "cutput":
            self.rfile.read(min(length, self.fault[1]))
            self.break_off()
        return self.rfile.read(length)

    def break_off(self):
        self.note("cut")
        self.connection.close()
        raise ConnectionError

    def note(self, status):
        with LOCK, open(os.path.join(ROOT, "log"), "a") as log:
            log.write(f"{self.command} {self.path} {status} {self.headers.get('Range', '-')}\n")

    def answer(self, status, body=b"", headers=(), length=None):
        if self.fault and self.fault[0] == "lost":
            self.break_off()
        self.note(status)
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        if self.command == "HEAD":
            return
        if self.fault and self.fault[0] == "cut" and status < 300:
            self.wfile.write(body[: self.fault[1]])
            self.wfile.flush()
            self.break_off()
        self.wfile.write(body)

    # Signatures: "Authenticating Requests (AWS Signature Version 4)" of the S3 reference.

    def check(self, body):
        given = self.headers.get("Authorization", "")
        algorithm, _, rest = given.partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(",") if "=" in part)
        if algorithm != "AWS4-HMAC-SHA256" or not {"Credential", "SignedHeaders", "Signature"} <= set(parts):
            raise Refused(403, "AccessDenied")
        key, day, region, service, end = parts["Credential"].split("/")
        if key not in KEYS:
            raise Refused(403, "InvalidAccessKeyId")
        if region != REGION:
            raise Refused(400, "AuthorizationHeaderMalformed")
        when = self.headers.get("x-amz-date", "")
        try:
            signed_at = datetime.strptime(when, "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc)
        except ValueError:
            raise Refused(403, "AccessDenied")
        if abs((datetime.now(timezone.utc) - signed_at).total_seconds()) > 900 or when[:8] != day:
            raise Refused(403, "RequestTimeTooSkewed")
        claimed = self.headers.get("x-amz-content-sha256", "")
        if hashlib.sha256(body).hexdigest() != claimed:
            raise Refused(400, "XAmzContentSHA256Mismatch")
        names = parts["SignedHeaders"].split(";")
        needed = {"host"} | {n.lower() for n in self.headers if n.lower().startswith("x-amz-")}
        if names != sorted(names) or not needed <= set(names):
            raise Refused(403, "AccessDenied")
        url = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qsl(url.query, keep_blank_values=True, strict_parsing=bool(url.query))
        canonical = "\n".join([
            self.command,
            quoted(urllib.parse.unquote(url.path), "/-_.~"),
            "&".join(f"{name}={value}" for name, value in sorted((quoted(n), quoted(v)) for n, v in query)),
            "".join(f"{n}:{' '.join(','.join(self.headers.get_all(n, [])).split())}\n" for n in names),
            ";".join(names),
            claimed,
        ])
        scope = f"{day}/{region}/{service}/{end}"
        text = "\n".join(["AWS4-HMAC-SHA256", when, scope, hashlib.sha256(canonical.encode()).hexdigest()])
        secret = ("AWS4" + KEYS[key]).encode()
        for word in (day, region, "s3", "aws4_request"):
            secret = hmac.new(secret, word.encode(), hashlib.sha256).digest()
        right = hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()
        if not hmac.compare_digest(right, parts["Signature"]):
            raise Refused(403, "SignatureDoesNotMatch")
        if self.headers.get("x-amz-security-token") != TOKENS.get(key):
            raise Refused(403, "InvalidToken")

    # Objects.

    def serve(self, body):
        url = urllib.parse.urlsplit(self.path)
        host = self.headers.get("Host", "").rsplit(":", 1)[0]
        path = urllib.parse.unquote(url.path).lstrip("/")
        # Virtual style: the bucket stands before the name of the host.
        if host.endswith(".localhost"):
            bucket, name = host.split(".")[0], path
        else:
            bucket, _, name = path.partition("/")
        folder = os.path.join(ROOT, bucket)
        if bucket in ("", "faults", "log") or not os.path.isdir(folder):
            raise Refused(404, "NoSuchBucket")
        file = os.path.normpath(os.path.join(folder, name))
        if not file.startswith(folder):
            raise Refused(400, "InvalidURI")
        if self.command == "GET" and not name:
            return self.list(folder, dict(urllib.parse.parse_qsl(url.query)))
        if self.command == "PUT":
            os.makedirs(os.path.dirname(file), exist_ok=True)
            part = f"{file}.part{threading.get_ident()}"
            with open(part, "wb") as written:
                written.write(body)
            os.rename(part, file)
            return self.answer(200)
        if not os.path.isfile(file):
            raise Refused(404, "NoSuchKey")
        if self.command == "DELETE":
            os.remove(file)
            return self.answer(204)
        whole = open(file, "rb").read()
        asked = self.headers.get("Range")
        if self.command == "HEAD" or not asked:
            return self.answer(200, whole)
        start = int(asked.removeprefix("bytes=").rstrip("-"))
        if start >= len(whole):
            raise Refused(416, "InvalidRange")
        place = f"bytes {start}-{len(whole) - 1}/{len(whole)}"
        self.answer(206, whole[start:], [("Content-Range", place)])

    def list(self, folder, query):
        if query.get("list-type") != "2":
            raise Refused(501, "NotImplemented")
        prefix, most = query.get("prefix", ""), int(query.get("max-keys", 1000))
        found = []
        for where, _, names in os.walk(folder):
            found += [os.path.relpath(os.path.join(where, name), folder) for name in names]
        after = bytes.fromhex(query.get("continuation-token", "==").strip("=")).decode()
        found = sorted(name for name in found if name.startswith(prefix) and name > after)
        text = '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
        for name in found[:most]:
            size = os.path.getsize(os.path.join(folder, name))
            text += f"<Contents><Key>{escape(name)}</Key><ETag>&quot;x&quot;</ETag><Size>{size}</Size></Contents>"
        if len(found) > most:
            token = "==" + found[most - 1].encode().hex() + "=="
            text += f"<IsTruncated>true</IsTruncated><NextContinuationToken>{token}</NextContinuationToken>"
        else:
            text += "<IsTruncated>false</IsTruncated>"
        self.answer(200, (text + "</ListBucketResult>").encode())


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        pass


if __name__ == "__main__":
    server = Server(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Handler)
    certificate = os.path.join(ROOT, "tls.pem")
    if os.path.exists(certificate):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdout.write(f"ready {server.server_port}\n")
    sys.stdout.flush()
    sys.stdin.read()
