"""Nothing committed names the place where it was made: no registry it was fetched from, no folder of this machine."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from tests.kit.house import ROOT


def told_by(*command: str) -> str:
    """What a command prints; empty if there is no such command here."""
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def registry_hosts() -> set[str]:
    """The hosts that pip and npm fetch from here, by their own word."""
    python = (
        "import json; from pip._internal.models.index import PyPI;"
        "print(json.dumps([PyPI.netloc, PyPI.file_storage_domain]))"
    )
    hosts: set[str] = set(json.loads(told_by(sys.executable, "-c", python)))
    addresses = told_by(sys.executable, "-m", "pip", "config", "list").replace("'", " ").split()
    addresses += [
        value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "NPM_CONFIG_"))
    ]
    addresses += told_by("npm", "config", "get", "registry").split()
    hosts |= {host for address in addresses if (host := urlsplit(address).hostname)}
    return hosts - {"127.0.0.1", "localhost"}


def machine_folders() -> set[str]:
    """Folders that no other machine has: the checkout, what lies around and beside it, home, Python's own."""
    folders = {ROOT, *ROOT.parents, *ROOT.parent.iterdir(), Path.home(), Path(sys.base_prefix)}
    return {str(folder) for folder in folders if folder.is_dir() and len(folder.parts) > 2}


def committed_files() -> list[Path]:
    """Every file that git knows, and every new one that it would take."""
    listed = told_by("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    return [path for name in listed if name and (path := ROOT / name).is_file()]


def test_no_committed_file_names_a_registry_or_a_folder_of_this_machine() -> None:
    words = registry_hosts() | machine_folders()
    assert len(registry_hosts()) >= 2
    files = committed_files()
    assert len(files) > 20
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in files
        for word in sorted(words)
        if word.encode() in path.read_bytes()
    ]
    assert found == []
