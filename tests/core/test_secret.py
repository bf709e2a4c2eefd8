import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from muster.core.errors import OperatorError
from muster.core.secret import SECRET_FILE, load_secret


def test_the_secret_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    secret = load_secret(data)
    assert len(secret) == 32
    assert load_secret(data) == secret
    assert stat.S_IMODE((data / SECRET_FILE).stat().st_mode) == 0o600
    assert [path.name for path in data.iterdir()] == [SECRET_FILE]


def test_two_folders_have_two_secrets(tmp_path: Path) -> None:
    assert load_secret(tmp_path / "a") != load_secret(tmp_path / "b")


def test_all_who_start_at_once_get_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(lambda _: load_secret(tmp_path / "data"), range(32)))
    assert len(secrets) == 1


def test_a_broken_secret_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / SECRET_FILE).write_bytes(b"short")
    with pytest.raises(OperatorError, match="should hold 32 bytes and holds 5"):
        load_secret(tmp_path)
    assert (tmp_path / SECRET_FILE).read_bytes() == b"short"


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(OperatorError, match="cannot be used"):
        load_secret(tmp_path / "data")
