"""The package tzdata, which zoneinfo asks for where the system has no time zones; unpacked when it is asked for."""

import importlib.abc
import io
import os
import sys

_here = os.path.dirname(__file__)
_folder = "/lib/zones"


class _Unpack(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        if fullname == "tzdata" and not os.path.exists(_folder):
            import tarfile
            import zipfile

            with zipfile.ZipFile(os.path.join(_here, "time-zones.zip")) as archive:
                zones = io.BytesIO(archive.read("zones.tar"))
            with tarfile.open(fileobj=zones) as tar:
                tar.extractall(_folder, filter="data")
            # It was not there when it was first searched.
            sys.path_importer_cache.pop(_folder, None)
        return None


def prepare():
    sys.meta_path.insert(0, _Unpack())
    # Last, so that an installed tzdata is preferred.
    sys.path.append(_folder)
