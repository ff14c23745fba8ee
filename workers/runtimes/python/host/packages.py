"""Wheels: unpacked where Python looks for modules, without scripts and without code that runs."""

import email.parser
import importlib
import os
import re
import sys
import sysconfig
import zipfile

installed = []

# Where `packages/provide-cached-wheels.ts` puts wheels of an index.
_kept = "/tmp/.kept-wheels/"
_site = sysconfig.get_paths()["purelib"]

# The tags of wheels that are compiled for this interpreter.
_python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
_platform = f"pyemscripten_{sysconfig.get_config_var('PYEMSCRIPTEN_ABI_VERSION')}_wasm32"


class WheelError(Exception):
    pass


def install(path, origin=None, sha256=None):
    """Unpacks a wheel. Returns the requirements that are not there yet. `sha256`: of one that an index served."""
    name = os.path.basename(path)
    match = re.fullmatch(r"([^-]+)-([^-]+)(-\d[^-]*)?-([^-]+)-([^-]+)-([^-]+)\.whl", name)
    if not match:
        raise WheelError(f"{name} is not the name of a wheel, such as six-1.17.0-py3-none-any.whl.")
    is_pure = match[5] == "none" and match[6] == "any"
    if not is_pure and (match[4] != _python or match[5] not in (_python, "abi3") or match[6] != _platform):
        raise WheelError(
            f"{name} is built for {match[4]}-{match[5]}-{match[6]}. Only wheels of pure Python (-none-any.whl) "
            f"and those for {_python}-{_platform} can be installed."
        )
    try:
        with zipfile.ZipFile(path) as wheel:
            metadata = _unpack(wheel)
    except (OSError, zipfile.BadZipFile, KeyError) as error:
        raise WheelError(f"{path} cannot be read as a wheel: {error}") from None
    importlib.invalidate_caches()
    key = normal(match[1])
    installed[:] = [each for each in installed if each["name"] != key]
    kept = {"name": key, "version": match[2], "origin": origin or os.path.abspath(path)}
    installed.append({**kept, "sha256": sha256} if sha256 else kept)
    have = {each["name"] for each in installed}
    needed = (requirement(each) for each in metadata.get_all("Requires-Dist", []))
    return [each for each in needed if each and normal(each["name"]) not in have]


def restore(kept, lost):
    """Installs the wheels of the workspace again, and those of an index that are kept on this device."""
    for each in kept:
        if any(each["name"] == other["name"] for other in installed):
            continue
        try:
            origin = each["origin"]
            path = origin if origin.startswith("/workspace/") else _kept + os.path.basename(origin)
            if path.startswith(_kept) and not os.path.exists(path):
                raise WheelError(
                    "the file that was installed is not kept on this device: name it in 'packages' again"
                )
            install(path, origin, each.get("sha256"))
        except WheelError as error:
            lost.append([f"package {each['name']}", str(error)])


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def requirement(text):
    """The name and the versions that a requirement asks for; None if its marker excludes this Python."""
    body, _, marker = text.partition(";")
    if marker.strip() and not _applies(marker.strip()):
        return None
    match = re.match(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(\[[^\]]*\])?\s*\(?([^()@]*)\)?\s*(@.*)?$", body)
    if not match or match[4]:
        raise WheelError(f"The requirement '{text}' is not understood.")
    return {"name": match[1], "versions": match[3].strip()}


def choose(versions, wanted):
    """The newest of `versions` that `wanted` allows, such as '>=1.2,<2'; None if there is none."""
    fitting = [each for each in versions if _fits(each, wanted)]
    final = [each for each in fitting if _key(each)[1] == (3,)]
    return max(final or fitting, key=_key, default=None)


def _fits(version, wanted):
    for clause in filter(None, (part.strip() for part in wanted.split(","))):
        match = re.fullmatch(r"(===|==|!=|~=|<=|>=|<|>)\s*(.+)", clause)
        if not match:
            raise WheelError(f"The version '{clause}' is not understood.")
        if not _compare(version, match[1], match[2].strip()):
            return False
    return True


def _compare(version, operator, wanted):
    if wanted.endswith(".*"):
        start = _release(wanted[:-2])
        is_same = _release(version)[: len(start)] == start
        return is_same if operator == "==" else not is_same
    one, other = _key(version), _key(wanted)
    if operator == "~=":
        start = _release(wanted)[:-1]
        return one >= other and _release(version)[: len(start)] == start
    return {
        "===": version == wanted,
        "==": one == other,
        "!=": one != other,
        "<=": one <= other,
        ">=": one >= other,
        "<": one < other,
        ">": one > other,
    }[operator]


def _release(version):
    match = re.match(r"v?(?:\d+!)?(\d+(?:\.\d+)*)", version)
    if not match:
        raise WheelError(f"The version '{version}' is not understood.")
    return tuple(int(part) for part in match[1].split("."))


def _key(version):
    """Orders versions: numbers first, then development, pre-release, final and post-release."""
    release = list(_release(version))
    while release and release[-1] == 0:
        release.pop()
    rest = re.sub(r"^v?(?:\d+!)?\d+(?:\.\d+)*", "", version.split("+")[0]).lower()
    pre = re.match(r"[._-]?(a|alpha|b|beta|c|rc|pre|preview)[._-]?(\d*)", rest)
    if pre:
        stage = {"a": 0, "b": 1}.get(pre[1][0], 2)
        return (tuple(release), (1, stage, int(pre[2] or 0)))
    if "dev" in rest:
        return (tuple(release), (0,))
    post = re.match(r"[._-]?(?:post|r|rev)[._-]?(\d*)|-(\d+)", rest)
    if post:
        return (tuple(release), (4, int(post[1] or post[2] or 0)))
    return (tuple(release), (3,))


_environment = {
    "python_version": f"{sys.version_info[0]}.{sys.version_info[1]}",
    "python_full_version": sys.version.split()[0],
    "os_name": os.name,
    "sys_platform": sys.platform,
    "platform_system": "Emscripten",
    "platform_machine": "wasm32",
    "platform_python_implementation": "CPython",
    "implementation_name": "cpython",
    "extra": "",
}


def _applies(marker):
    """`and` binds closer than `or`; brackets are resolved from the inside."""
    while match := re.search(r"\(([^()]*)\)", marker):
        marker = marker[: match.start()] + _truth(_applies(match[1])) + marker[match.end() :]
    return any(
        all(_holds(each.strip()) for each in re.split(r"\band\b", part))
        for part in re.split(r"\bor\b", marker)
    )


def _truth(value):
    return "'1' == '1'" if value else "'1' == '0'"


def _holds(comparison):
    match = re.fullmatch(r"(\S+)\s*(===|==|!=|~=|<=|>=|<|>|not\s+in|in)\s*(.+)", comparison)
    if not match:
        raise WheelError(f"The marker '{comparison}' is not understood.")
    left, operator, right = _operand(match[1]), " ".join(match[2].split()), _operand(match[3])
    if operator in ("in", "not in"):
        return (left in right) == (operator == "in")
    if "version" in match[1] or "version" in match[3]:
        return _compare(left, operator, right)
    return (left == right) if operator == "==" else (left != right)


def _operand(text):
    text = text.strip()
    if text[:1] in "'\"":
        return text[1:-1]
    return _environment.get(text, "")


def _unpack(wheel):
    """Names that would leave the folder are refused. Returns the wheel's metadata."""
    names = [each for each in wheel.namelist() if not each.endswith("/")]
    for name in names:
        if name.startswith(("/", "\\")) or ".." in name.split("/"):
            raise WheelError(f"The wheel holds a file outside of its folder: {name}")
    found = next((name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name)), None)
    if found is None:
        raise WheelError("The wheel has no METADATA.")
    for name in names:
        # `name.data/purelib/…` belongs beside the rest; scripts and headers are of no use here.
        target = re.sub(r"^[^/]+\.data/(purelib|platlib)/", "", name)
        if re.match(r"^[^/]+\.data/", target):
            continue
        place = os.path.join(_site, target)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(wheel.read(name))
    return email.parser.Parser().parsestr(wheel.read(found).decode())
