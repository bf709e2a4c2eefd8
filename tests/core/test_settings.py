from pathlib import Path

import pytest

from muster.core.errors import OperatorError
from muster.core.settings import Settings


def test_every_setting_has_a_default_and_says_what_it_is_for() -> None:
    Settings()
    for name, field in Settings.model_fields.items():
        assert not field.is_required(), name
        assert field.description, name


def test_the_environment_sets_and_an_option_wins_over_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_PORT", "8101")
    monkeypatch.setenv("MUSTER_DATA", "elsewhere")
    settings = Settings.load(port=8102, host=None)
    assert (settings.port, settings.data, settings.host) == (8102, Path("elsewhere"), "127.0.0.1")


def test_another_process_gets_the_same_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings.load(port=8103, data=Path("a folder"), log_format="json")
    for name, value in settings.as_environment().items():
        monkeypatch.setenv(name, value)
    assert Settings.load() == settings


def test_what_does_not_fit_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_PORT", "many")
    with pytest.raises(OperatorError, match=r"MUSTER_PORT: .*integer"):
        Settings.load()
    monkeypatch.delenv("MUSTER_PORT")
    with pytest.raises(OperatorError, match=r"MUSTER_PORT: .*65535"):
        Settings.load(port=70_000)
