"""Load test of a webhook receiver: submissions and repetitions, as the service sends them.

    IDV_WEBHOOK_SECRET=... locust --headless --users 20 --run-time 1m --host http://127.0.0.1:3000

One delivery of ten is a repetition: a receiver must acknowledge it and process it once.
"""

import os
import secrets
from datetime import datetime, timezone

from locust import FastHttpUser, constant_throughput, task

SECRET = os.environ.get("IDV_WEBHOOK_SECRET")
if not SECRET:
    raise SystemExit("Set IDV_WEBHOOK_SECRET to the secret of the receiver.")
PATH = os.environ.get("IDV_WEBHOOK_PATH", "/webhooks/idv")


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="microseconds")


class Service(FastHttpUser):
    """Sends 10 deliveries a second. The service gives up after 30 seconds, so a slower answer is a failure."""

    wait_time = constant_throughput(10)
    network_timeout = 30.0

    def on_start(self) -> None:
        self.last = None

    def deliver(self, application: dict, name: str) -> None:
        event = {"type": "submit_form", "nounce": secrets.token_hex(16), "created_at": now(), "version": 1}
        body = {"event": event, "application": application, "answers": {}, "extra": {}}
        headers = {"Authorization": f"Bearer {SECRET}"}
        with self.client.post(PATH, json=body, headers=headers, name=name, catch_response=True) as response:
            if not 200 <= response.status_code < 300:
                response.failure(f"answered {response.status_code}, expected 2xx")

    @task(9)
    def submission(self) -> None:
        self.last = {"slug": secrets.token_hex(13), "status": "complete", "submitted_at": now()}
        self.deliver(self.last, "submission")

    @task(1)
    def repetition(self) -> None:
        if self.last:
            self.deliver(self.last, "repetition")
