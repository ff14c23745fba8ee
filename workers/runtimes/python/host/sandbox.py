"""
Takes away what Pyodide offers for reaching JavaScript. The worker around it has no powers anyway and may not evaluate
text as code: this keeps scripts from breaking the interpreter, and is no boundary by itself.
"""

import importlib.abc
import importlib.util
import sys

_closed = {
    "js",
    "pyodide",
    "pyodide_js",
    "_pyodide",
    "_pyodide_core",
    "micropip",
    "webbrowser",
}


_find_spec = importlib.util.find_spec


def _find(name, package=None):
    """Libraries ask it whether they run in a browser, so the answer is None instead of an error."""
    return None if name.partition(".")[0] in _closed else _find_spec(name, package)


class _Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] in _closed:
            raise ModuleNotFoundError(
                f"There is no module '{fullname}': scripts have the standard library, the workspace and "
                "installed wheels, and no JavaScript.",
                name=fullname,
            )
        return None


def close():
    for each in sys.meta_path:
        if hasattr(each, "jsproxies"):
            each.jsproxies.clear()
    for name in list(sys.modules):
        if name.partition(".")[0] in _closed:
            del sys.modules[name]
    sys.meta_path[:] = [each for each in sys.meta_path if "pyodide" not in type(each).__module__]
    sys.meta_path.insert(0, _Refuse())
    importlib.util.find_spec = _find
