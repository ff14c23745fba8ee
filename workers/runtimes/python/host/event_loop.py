"""asyncio without sockets and threads: the loop of the standard library, whose selector only sleeps."""

import asyncio
import time
from asyncio import base_events, events


class _Selector:
    """There is nothing to wait for but time: sockets do not exist here."""

    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError(
                "The script awaits something that nothing settles: it would never end."
            )
        if timeout > 0:
            time.sleep(timeout)
        return []


class Loop(base_events.BaseEventLoop):
    def __init__(self):
        super().__init__()
        self._selector = _Selector()

    def _process_events(self, event_list):
        pass

    def _write_to_self(self):
        pass


class _Policy(events._BaseDefaultEventLoopPolicy):
    _loop_factory = Loop


def install():
    # Pyodide's own loop needs the page's event loop, which stands still while a script runs.
    asyncio._set_running_loop(None)
    events._set_event_loop_policy(_Policy())
    asyncio.set_event_loop(None)
    asyncio.run = asyncio.runners.run


def run(coroutine):
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(coroutine)
