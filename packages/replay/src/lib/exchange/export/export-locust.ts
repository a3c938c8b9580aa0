import { scriptedDeliveries, scriptFiles, type ExportFormat, type ExportSource } from './exported.ts';

/** Writes a locustfile and the bodies next to it. Processes share the deliveries by their index. The secret comes from the environment. */
export const locustExport: ExportFormat = {
  isFolder: true,
  loses:
    'tags, attempts to send and images are not in it; repeated headers are joined; the delivery rules are not kept: Locust does not try again',
  files: (source) => scriptFiles(source, 'locustfile.py', script(source)),
};

function script({ captures, origin }: ExportSource): string {
  const deliveries = scriptedDeliveries(captures);
  return `# locust -f locustfile.py --headless --users 4 --host ${origin} --allow-host HOST --max-rate 50 --share 1/2
"""Sends each delivery once. Processes share them: each sends those of its index, at its share of the rate."""
import json
import os
import sys
import threading
import time
from urllib.parse import urlsplit

import gevent
from locust import HttpUser, events, task

FOLDER = os.path.dirname(os.path.abspath(__file__))
DELIVERIES = json.loads(${pythonText(JSON.stringify(deliveries))})
lock = threading.Lock()
waiting, sent, state = [], [], {"next": 0.0, "interval": 0.0, "pending": 0}


@events.init_command_line_parser.add_listener
def add_options(parser):
    parser.add_argument("--allow-host", action="append", default=[], help="Host that may be loaded; repeatable")
    parser.add_argument("--max-rate", type=float, default=10.0, help="Deliveries a second, of all shares together")
    parser.add_argument("--share", default="1/1", help="Share of the deliveries, such as 3/8")
    parser.add_argument("--report", default="", help="File for the report of planned and sent deliveries")


@events.test_start.add_listener
def plan(environment, **_):
    options = environment.parsed_options
    index, count = (int(text) for text in options.share.split("/"))
    if not 1 <= index <= count or options.max_rate <= 0:
        refuse("--share is not of the form 3/8, or --max-rate is not above 0.")
    if urlsplit(environment.host or "").hostname not in options.allow_host:
        refuse("The host is not allowed. Name it with --allow-host.")
    waiting[:] = range(index - 1, len(DELIVERIES), count)
    waiting.reverse()
    state.update(next=time.monotonic(), interval=count / options.max_rate, planned=list(waiting))


def refuse(message):
    sys.stderr.write("Nothing is sent. " + message + "\\n")
    sys.stderr.flush()
    os._exit(2)


class Sender(HttpUser):
    @task
    def deliver(self):
        with lock:
            if not waiting:
                if state["pending"] == 0:
                    state["pending"] = -1
                    gevent.spawn(self.environment.runner.quit)
                number = None
            else:
                number = waiting.pop()
                state["pending"] += 1
                leaves = max(state["next"], time.monotonic())
                state["next"] = leaves + state["interval"]
        if number is None:
            time.sleep(0.1)
            return
        try:
            self.send(number, leaves)
        finally:
            state["pending"] -= 1

    def send(self, number, leaves):
        time.sleep(max(0.0, leaves - time.monotonic()))
        delivery = DELIVERIES[number]
        headers = dict(delivery["headers"])
        if os.environ.get("IDV_WEBHOOK_SECRET"):
            headers["Authorization"] = "Bearer " + os.environ["IDV_WEBHOOK_SECRET"]
        with open(os.path.join(FOLDER, delivery["body"]), "rb") as body:
            content = body.read()
        sent.append(number)
        url = self.host.rstrip("/") + delivery["path"]
        self.client.request(delivery["method"], url, data=content, headers=headers, name="delivery", allow_redirects=False)


@events.quitting.add_listener
def report(environment, **_):
    planned = state.get("planned", [])
    result = {
        "planned": len(planned),
        "sent": len(sent),
        "eachOnce": sorted(planned) == sorted(sent),
        "failures": environment.stats.total.num_failures,
    }
    text = json.dumps(result)
    print(text)
    if environment.parsed_options.report:
        with open(environment.parsed_options.report, "w") as file:
            file.write(text + "\\n")
    if not result["eachOnce"]:
        environment.process_exit_code = 1
`;
}

/** Returns a text as a literal of Python, in ASCII. */
function pythonText(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
