"""`urllib.request` over the network port. A script waits for the answer, which needs JavaScript Promise Integration."""

import asyncio
import io
import json
import os
import urllib.error
import urllib.request
import urllib.response
from asyncio import events
from email.message import Message
from itertools import count

from pyodide.ffi import can_run_sync, run_sync

# Pyodide waits for a promise in a loop of its own; scripts have that of event_loop.py.
_web_policy, _web_loop = events._get_event_loop_policy(), asyncio.get_event_loop()

_folder = "/tmp/.network"
_numbers = count()
# Takes the request as JSON and answers with JSON; bodies are files. None where the agent may not use the network.
_send = None
# Why there is none: the sentence that other tools have, too.
refusal = ""


def connect(send):
    global _send
    _send = send


def install():
    urllib.request.install_opener(urllib.request.build_opener(_Handler))


def request(method, url, headers, body):
    """Returns the facts of the response as a dictionary, and its body."""
    if _send is None:
        raise PermissionError(f"Nothing was sent: {refusal}.")
    if not can_run_sync():
        raise OSError(
            "A script can use the network only while it runs as a whole, and in Chrome 137 or later. "
            "Fetch the address with another tool and read the file here."
        )
    os.makedirs(_folder, exist_ok=True)
    path = f"{_folder}/{next(_numbers)}"
    given = {"method": method, "url": url, "headers": headers, "path": path, "has_body": body is not None}
    if body is not None:
        with open(path, "wb") as file:
            file.write(body)
    answer = json.loads(_wait(json.dumps(given)))
    if "error" in answer:
        raise OSError(answer["error"])
    with open(path, "rb") as file:
        data = file.read()
    os.remove(path)
    return answer, data


def _wait(given):
    policy, running = events._get_event_loop_policy(), events._get_running_loop()
    events._set_event_loop_policy(_web_policy)
    events._set_running_loop(_web_loop)
    try:
        return run_sync(_send(given))
    finally:
        events._set_event_loop_policy(policy)
        events._set_running_loop(running)


class _Handler(urllib.request.BaseHandler):
    # Before the handlers that would open a socket.
    handler_order = 100

    def http_open(self, asked):
        headers = {**asked.headers, **asked.unredirected_hdrs}
        try:
            facts, body = request(asked.get_method(), asked.full_url, headers, _bytes_of(asked.data))
        except OSError as error:
            raise urllib.error.URLError(error) from None
        message = Message()
        for name, value in facts["headers"]:
            message[name] = value
        response = urllib.response.addinfourl(io.BytesIO(body), message, facts["url"], facts["status"])
        response.msg = response.reason = facts["statusText"]
        return response

    https_open = http_open


def _bytes_of(data):
    if data is None or isinstance(data, bytes):
        return data
    return data.read() if hasattr(data, "read") else b"".join(data)
