"""The variables of a conversation: kept as text, so that a host that was killed or reloaded goes on with them."""

import ast
import base64
import builtins
import importlib
import io
import json
import pickle
import sys
import types
import zlib

from . import packages

# Bytes of pickles before they are compressed, and characters of the text; the session keeps 1 MB.
most_pickled = 8_000_000
most_text = 1_000_000


class TooLarge(Exception):
    pass


class _Bounded(io.RawIOBase):
    """Ends a pickle that becomes too large while it is made."""

    def __init__(self):
        self.parts = []
        self.left = most_pickled

    def write(self, data):
        data = bytes(data)
        self.left -= len(data)
        if self.left < 0:
            raise TooLarge
        self.parts.append(data)
        return len(data)


class Session:
    def __init__(self):
        self.main = types.ModuleType("__main__")
        self.main.__builtins__ = builtins
        # The text of functions and classes by name: a pickle only refers to them.
        self.sources = {}

    def learn_sources(self, code, tree):
        """Called before a script runs, with its text and its syntax tree."""
        lines = code.splitlines(keepends=True)
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                self.sources.pop(node.name, None)
                self.sources[node.name] = "".join(lines[first - 1 : node.end_lineno])

    def save(self):
        """The state as text; `lost` in it is what could not be kept: pairs of a name and a reason."""
        state = {"modules": {}, "references": {}, "sources": {}, "packages": packages.installed}
        lost = []
        values = {}
        for name, value in list(vars(self.main).items()):
            if name.startswith("__") and name.endswith("__"):
                continue
            self._sort(name, value, state, values, lost)
        state["sources"] = {
            name: source for name, source in self.sources.items() if name in state["sources"]
        }
        state["lost"] = lost
        return _fit(state, values)

    def _sort(self, name, value, state, values, lost):
        if isinstance(value, types.ModuleType):
            state["modules"][name] = value.__name__
            return
        if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
            module, qualified = getattr(value, "__module__", None), value.__qualname__
            if module == "__main__":
                if name == qualified and name in self.sources:
                    state["sources"][name] = ""
                else:
                    lost.append([name, "defined inside another statement"])
                return
            if module and _resolve(module, qualified) is value:
                state["references"][name] = [module, qualified]
                return
        try:
            _pickle(value)
            values[name] = value
        except TooLarge:
            lost.append([name, "too large"])
        except Exception as error:
            lost.append([name, f"{type(error).__name__}: {error}"[:200]])

    def restore(self, text):
        """Returns what could not be restored: pairs of a name and a reason."""
        state = json.loads(text)
        lost = list(state["lost"])
        sys.modules["__main__"] = self.main
        known = vars(self.main)
        packages.restore(state["packages"], lost)
        for name, module in state["modules"].items():
            _attempt(name, lost, lambda: known.__setitem__(name, importlib.import_module(module)))
        for name, (module, qualified) in state["references"].items():
            _attempt(name, lost, lambda: known.__setitem__(name, _load(module, qualified)))
        self.sources = state["sources"]
        # A default or a decorator may need a value, and a value may need a class.
        failed = [name for name, source in self.sources.items() if not _define(source, known)]
        values = zlib.decompress(base64.b64decode(state["values"])) if state["values"] else b""
        if values:
            _attempt("variables", lost, lambda: known.update(pickle.loads(values)))
        for name in failed:
            _attempt(name, lost, lambda: exec(compile(self.sources[name], "<session>", "exec"), known))
        return lost


def _fit(state, values):
    """Drops the largest values until the text fits."""
    sizes = {name: len(_pickle(value)) for name, value in values.items()}
    while True:
        data = None
        try:
            data = zlib.compress(_pickle(values), 1) if values else b""
        except TooLarge:
            pass
        if data is not None:
            state["values"] = base64.b64encode(data).decode()
            text = json.dumps(state)
            if len(text) <= most_text:
                return text
        if not values:
            state.update(modules={}, references={}, sources={}, values="")
            state["lost"].append(["functions and classes", "too large"])
            return json.dumps(state)
        largest = max(values, key=sizes.__getitem__)
        del values[largest]
        state["lost"].append([largest, "too large"])


def _pickle(value):
    sink = _Bounded()
    # Buffered by the pickler in frames of 64 KB.
    pickle.Pickler(sink, protocol=5).dump(value)
    return b"".join(sink.parts)


def _resolve(module, qualified):
    value = sys.modules.get(module)
    for part in qualified.split("."):
        value = getattr(value, part, None)
    return value


def _load(module, qualified):
    importlib.import_module(module)
    value = _resolve(module, qualified)
    if value is None:
        raise ImportError(f"{module} has no {qualified}")
    return value


def _define(source, known):
    try:
        exec(compile(source, "<session>", "exec"), known)
        return True
    except Exception:
        # Tried again when the values are there; that failure is reported.
        return False


def _attempt(name, lost, work):
    try:
        work()
    except Exception as error:
        lost.append([name, f"{type(error).__name__}: {error}"[:200]])
