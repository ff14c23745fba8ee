"""Images that a script shows: they become blocks of the tool's result."""

import io
import os

folder = "/tmp/.shown"
most = 16
most_bytes = 20 * 1024 * 1024

_kinds = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)

_shown = []


def kind_of(data):
    for start, kind in _kinds:
        if data.startswith(start):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    # The markup may begin with a declaration, a comment and the like.
    if data[:500].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and b"<svg" in data[:4000]:
        return "image/svg+xml"
    return None


def show(image):
    """Shows an image in the result: the path of a PNG, JPEG, GIF, WebP or SVG file, its bytes, or a figure."""
    name, data = _bytes_of(image)
    kind = kind_of(data)
    if kind is None:
        raise ValueError("show() takes a PNG, JPEG, GIF, WebP or SVG image: a path, bytes or a figure.")
    if len(data) > most_bytes:
        raise ValueError(f"The image has {len(data)} bytes; at most {most_bytes} can be shown.")
    if len(_shown) >= most:
        raise ValueError(f"At most {most} images can be shown in one call.")
    os.makedirs(folder, exist_ok=True)
    path = f"{folder}/{len(_shown)}"
    with open(path, "wb") as file:
        file.write(data)
    _shown.append({"path": path, "kind": kind, "name": name})


def show_if_image(value):
    """Whether `value`, the last of a script, was shown as an image."""
    if isinstance(value, (bytes, bytearray)):
        is_image = kind_of(bytes(value[:16])) is not None
    else:
        is_image = hasattr(type(value), "_repr_png_") or hasattr(type(value), "savefig")
    if is_image and len(_shown) < most:
        show(value)
        return True
    return False


def take():
    """The images shown since the last call: where their bytes are, their kind and name."""
    shown = list(_shown)
    _shown.clear()
    return shown


def _bytes_of(image):
    if isinstance(image, (bytes, bytearray, memoryview)):
        return None, bytes(image)
    if isinstance(image, (str, os.PathLike)):
        with open(image, "rb") as file:
            return os.path.basename(os.fspath(image)), file.read()
    if hasattr(image, "_repr_png_"):
        return None, image._repr_png_()
    if hasattr(image, "savefig"):
        buffer = io.BytesIO()
        image.savefig(buffer, format="png")
        return None, buffer.getvalue()
    raise TypeError("show() takes a path, the bytes of an image, or a figure.")
