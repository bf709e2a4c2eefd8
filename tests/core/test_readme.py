"""What the README promises: every setting with its default, the commands, and that what it points to is there."""

import re

import pytest
import yaml

from muster.core.settings import Settings
from tests.kit.house import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def settings_rows() -> list[str]:
    """The table's lines as the code would write them."""
    rows: list[str] = []
    for name, field in Settings.model_fields.items():
        default = (
            "unset" if field.default is None else f"`{field.default}`" if field.default != "" else "empty"
        )
        rows.append(f"| `MUSTER_{name.upper()}` | {default} | {field.description} |")
    return rows


def test_the_readme_lists_every_setting_with_its_default_and_no_other(request: pytest.FixtureRequest) -> None:
    lines = README.splitlines()
    places = [n for n, line in enumerate(lines) if line.startswith("| `MUSTER_")]
    assert places == list(range(places[0], places[-1] + 1))
    if request.config.getoption("--update-golden"):
        lines[places[0] : places[-1] + 1] = settings_rows()
        (ROOT / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    assert lines[places[0] : places[-1] + 1] == settings_rows(), (
        "pytest tests/core/test_readme.py --update-golden"
    )


@pytest.mark.parametrize("page", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_every_make_target_that_is_written_down_exists(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(
        re.findall(r"\bmake ([a-z][a-z-]*)(?=[`\s])", "\n".join(re.findall(r"`[^`]*`|^make .*", page, re.M)))
    )
    assert named
    assert {t for t in named if not re.search(rf"^{t}:", makefile, re.M)} == set()


@pytest.mark.parametrize("page", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_every_place_that_is_written_down_exists(page: str) -> None:
    linked = re.findall(r"\]\(([^)#:]+)\)", page)
    named = re.findall(r"`((?:backend|frontend|tests|docs|tools|migrations|requirements)/[\w./-]*)`", page)
    assert len(linked) + len(named) > 5
    assert [place for place in {*linked, *named} if not (ROOT / place).exists()] == []


def test_the_composition_names_one_service_that_keeps_its_data() -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    service = compose["services"]["muster"]
    assert (ROOT / service["build"] / "Dockerfile").is_file()
    assert service["ports"] == ["8000:8000"]
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}
    volume, folder = service["volumes"][0].split(":")
    assert volume in compose["volumes"]
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert f"MUSTER_DATA={folder}" in dockerfile
    assert "EXPOSE 8000" in dockerfile


def test_every_font_icon_set_and_bundled_library_is_credited() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert "game-icons.net" in notice
    fonts = ROOT / "frontend" / "static" / "fonts"
    licences = sorted(p.name for p in fonts.iterdir() if not p.name.endswith((".woff2", ".css")))
    assert licences
    for name in licences:
        assert name in notice, f"NOTICE does not name the licence {name}"


def test_the_example_of_a_rule_is_the_code_that_it_says() -> None:
    example = CONTRIBUTING.split("## How to add a rule")[1].split("\n## ")[0]
    places = [ROOT / p for p in re.findall(r"`((?:backend|tests)/[\w/]+\.(?:py|yaml))`", example)]
    written = {line.strip() for place in places for line in place.read_text(encoding="utf-8").splitlines()}
    shown = [
        line.strip()
        for block in re.findall(r"```python\n(.*?)```", example, re.S)
        for line in block.splitlines()
    ]
    assert len(shown) > 5
    assert [line for line in shown if line not in written] == []
