"""Runs scripts for the code host: called with JSON, answers with JSON."""

import ast
import builtins
import importlib
import io
import json
import linecache
import os
import signal
import sys
import time
import traceback
import types

from . import event_loop, images, network, packages
from .session import Session

_here = os.path.dirname(__file__)
_workspace = "/workspace"
_session = Session()
# What the modules of the workspace were loaded from, so that a changed one is loaded again.
_stamps = {}

recursion_limit = 1000
# Above this, a recursion overflows the stack of WebAssembly and breaks the interpreter.
most_recursion = 1000


def run(request):
    """`request`: code, name, interactive, keep, cwd, argv, stdin, env, no_network. Returns exit_code, value and images."""
    given = json.loads(request)
    _begin(given)
    main = _session.main if given["keep"] else _new_main()
    sys.modules["__main__"] = main
    answer = {"exit_code": 0, "value": None, "interrupted": False, "out_of_memory": False}
    try:
        _execute(given, main, answer)
    except SystemExit as end:
        answer["exit_code"] = _exit_code(end)
    except KeyboardInterrupt as error:
        answer.update(exit_code=130, interrupted=True)
        _print_error(error)
    except BaseException as error:
        answer.update(exit_code=1, out_of_memory=isinstance(error, MemoryError))
        _print_error(error)
    finally:
        _end()
    answer["images"] = images.take()
    return json.dumps(answer)


def _begin(given):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _set_recursion_limit(recursion_limit)
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    sys.stdin = io.StringIO(given["stdin"]) if given["stdin"] is not None else _NoInput()
    builtins.input = _input if given["stdin"] is not None else _refuse_input
    builtins.show = images.show
    sys.argv = given["argv"]
    if given["env"] is not None:
        os.environ.clear()
        os.environ.update(given["env"])
    # Its own default looks for a window, which needs the page.
    os.environ.setdefault("MPLBACKEND", "module://oneclaw_host.figures")
    os.chdir(given["cwd"])
    sys.path[0] = given["folder"]
    importlib.invalidate_caches()
    linecache.checkcache()
    _forget_changed_modules()
    images.take()
    network.refusal = given["no_network"]


def _execute(given, main, answer):
    code, name = given["code"], given["name"]
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    main.__dict__.pop("__file__", None)
    if given["file"]:
        main.__file__ = given["file"]
    tree = compile(code, name, "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    if given["keep"]:
        _session.learn_sources(code, tree)
    last = None
    if given["interactive"] and tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    _evaluate(compile(tree, name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), main)
    if last is None:
        return
    value = _evaluate(compile(last, name, "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), main)
    if value is not None and not images.show_if_image(value):
        answer["value"] = repr(value)


def _evaluate(code, main):
    value = eval(code, main.__dict__)
    # A coroutine only where `await` is at the top level: one that the script made is a value like others.
    if code.co_flags & 0x80:
        return event_loop.run(value)
    return value


def _end():
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        try:
            stream.flush()
        except Exception:
            # The script closed or replaced it.
            pass
    for name, module in list(sys.modules.items()):
        if name not in _stamps and _is_of_workspace(module):
            _stamps[name] = _stamp(module.__file__)


def _new_main():
    main = types.ModuleType("__main__")
    main.__builtins__ = builtins
    return main


def _exit_code(end):
    if end.code is None:
        return 0
    if isinstance(end.code, int):
        return end.code & 0xFF
    print(end.code, file=sys.__stderr__)
    return 1


def _print_error(error):
    try:
        shown = traceback.TracebackException.from_exception(error, compact=True)
        _drop_own_frames(shown)
        sys.__stderr__.write("".join(shown.format()))
    except Exception:
        sys.__stderr__.write(f"{type(error).__name__}: the error could not be shown\n")


def _drop_own_frames(shown):
    while shown is not None:
        frames = [frame for frame in shown.stack if not frame.filename.startswith(_here)]
        shown.stack[:] = frames
        for each in shown.exceptions or ():
            _drop_own_frames(each)
        shown = shown.__cause__ or shown.__context__


def _is_of_workspace(module):
    path = getattr(module, "__file__", None)
    return isinstance(path, str) and path.startswith(_workspace + "/")


def _stamp(path):
    try:
        stat = os.stat(path)
        return (stat.st_mtime_ns, stat.st_size)
    except OSError:
        return None


def _forget_changed_modules():
    """Modules import each other, so all of the workspace are loaded again if one has changed."""
    loaded = {name: each for name, each in sys.modules.items() if _is_of_workspace(each)}
    if all(_stamps.get(name) == _stamp(each.__file__) for name, each in loaded.items()):
        return
    for name in loaded:
        if name != "__main__":
            del sys.modules[name]
    _stamps.clear()


_no_input = (
    "input() and sys.stdin are not there: nobody can type while a script runs. "
    "Write the values into the script or read them from a file."
)


def _refuse_input(prompt="", /):
    raise EOFError(_no_input)


class _NoInput(io.TextIOBase):
    def readable(self):
        return True

    def read(self, size=-1, /):
        raise EOFError(_no_input)

    def readline(self, size=-1, /):
        raise EOFError(_no_input)


def _input(prompt="", /):
    sys.stdout.write(str(prompt))
    line = sys.stdin.readline()
    if not line:
        raise EOFError("EOF when reading a line")
    return line.removesuffix("\n")


# Pyodide's own one would need its event loop.
_native_sleep = getattr(time.sleep, "__wrapped__", time.sleep)
_native_recursion_limit = sys.setrecursionlimit


def _sleep(seconds, /):
    """In short pieces: the interrupt at the deadline is seen between two of them only."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        _native_sleep(min(left, 0.02))


def _set_recursion_limit(limit, /):
    _native_recursion_limit(min(limit, most_recursion))


def save():
    """The session as text."""
    return _session.save()


def restore(text):
    """Begins the session again, with what `text` holds; '' for an empty one. Returns what is missing, as JSON."""
    global _session
    _session = Session()
    return json.dumps(_session.restore(text) if text else [])


def install(path, origin, sha256):
    """Returns JSON: the requirements that are missing, or an error."""
    try:
        return json.dumps({"missing": packages.install(path, origin or None, sha256 or None)})
    except packages.WheelError as error:
        return json.dumps({"error": str(error)})


def connect(send):
    network.connect(send)


def installed():
    return json.dumps({each["name"]: each["version"] for each in packages.installed})


def choose(text, versions):
    """Returns JSON: the name that a requirement asks for, and the newest of `versions` that fits it."""
    try:
        wanted = packages.requirement(text)
        if wanted is None:
            return json.dumps({"name": None})
        chosen = packages.choose(json.loads(versions), wanted["versions"])
        return json.dumps({"name": packages.normal(wanted["name"]), "version": chosen})
    except packages.WheelError as error:
        return json.dumps({"error": str(error)})


def prepare():
    """Called once, before the first script."""
    time.sleep = _sleep
    sys.setrecursionlimit = _set_recursion_limit
    sys.dont_write_bytecode = True
    sys.path.insert(0, _workspace)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)
    sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr
    event_loop.install()
    network.install()
    from . import sandbox, zones

    sandbox.close()
    zones.prepare()
