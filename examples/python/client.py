"""Submits an invoice, follows it to its end, and verifies the webhook that says so."""
import base64, hashlib, hmac, json, os, sys, threading, time, urllib.error, urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

GATEWAY = os.environ.get("FOURCORNER_URL", "http://127.0.0.1:8080")
TOKEN = os.environ["FOURCORNER_TOKEN"]


def call(method, path, body=None, headers={}):
    request = urllib.request.Request(GATEWAY + path, method=method, data=body and json.dumps(body).encode())
    content = {"Content-Type": "application/json"} if body else {}
    for name, value in {"X-API-Token": TOKEN, **content, **headers}.items():
        request.add_header(name, value)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or "null")
    except urllib.error.HTTPError as error:
        # A problem has a code, a sentence, and pointers to the places (RFC 9457).
        problem = json.load(error)
        raise SystemExit(f"{problem['code']}: {problem['detail']}")


def is_genuine(secret, headers, body):
    """Standard Webhooks: HMAC-SHA256 of id, time and body, which is no older than five minutes."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    right = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = [one.partition(",")[2] for one in headers.get("webhook-signature", "").split(" ")]
    is_recent = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    return is_recent and any(hmac.compare_digest(one, right) for one in given)


class Webhook(BaseHTTPRequestHandler):
    secret, events = "", []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        is_ours = is_genuine(Webhook.secret, self.headers, body)
        if is_ours:
            Webhook.events.append(json.loads(body))
        self.send_response(204 if is_ours else 401)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ.get("WEBHOOK_PORT", 0))), Webhook)
threading.Thread(target=server.serve_forever, daemon=True).start()
types = ["document.delivered", "document.failed"]
webhook = call("POST", "/api/v1/webhooks", {"url": f"http://127.0.0.1:{server.server_port}/", "types": types})
Webhook.secret = webhook["secret"]

invoice = json.load(open(sys.argv[1] if len(sys.argv) > 1 else "invoice.json"))
# The same key with the same body is the same document, however often it is sent.
key = {"Idempotency-Key": f"example-{invoice['number']}-{time.time()}", "X-Validation": "true"}
record = call("POST", "/api/v1/invoices/submit", invoice, key)
print("accepted", record["id"])
while "completedAt" not in record:
    record = call("GET", f"/api/v1/status/{record['id']}?wait=30")
print(record["status"])
while not (found := [event for event in Webhook.events if event["data"]["documentId"] == record["id"]]):
    time.sleep(0.1)
print("webhook", found[0]["type"])
call("DELETE", f"/api/v1/webhooks/{webhook['id']}")
