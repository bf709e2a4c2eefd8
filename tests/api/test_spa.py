"""Which address is a page, which is a file, which is missing, and how long each may be kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from muster.core.settings import Settings
from muster.main import create_app

PAGE = "<!doctype html><title>the client</title>"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """The application with a small built client."""
    built = tmp_path / "client"
    (built / "_app" / "immutable").mkdir(parents=True)
    (built / "fonts").mkdir()
    (built / "index.html").write_text(PAGE)
    (built / "_app" / "immutable" / "start.1a2b.js").write_text("export {}")
    (built / "_app" / "version.json").write_text("{}")
    (built / "icons.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "outside.txt").write_text("nobody's business")
    with TestClient(create_app(Settings(data=tmp_path / "data", client=built)), "http://localhost") as made:
        yield made


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/index.html",
        "/matches/42",
        "/rules/newworld/6.5",
        "/apiary",
        "/fonts",
        "/a%00b",
        "/" + "a" * 5000,
    ],
)
def test_an_address_of_the_client_gets_the_page_and_asks_again_next_time(
    client: TestClient, path: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.text == PAGE
    assert answer.headers["cache-control"] == "no-cache"


def test_the_page_is_not_sent_again_while_it_is_the_same(client: TestClient) -> None:
    first = client.get("/matches/42")
    again = client.get("/matches/42", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("known", "code"), [("*", 304), ('"x", W/{tag}', 304), ("{tag}", 304), ('"x"', 200), ("", 200)]
)
def test_a_file_is_sent_unless_the_browser_has_just_that_one(
    client: TestClient, known: str, code: int
) -> None:
    first = client.get("/icons.svg")
    again = client.get("/icons.svg", headers={"if-none-match": known.format(tag=first.headers["etag"])})
    assert (again.status_code, again.content) == (code, first.content if code == 200 else b"")
    assert again.headers["etag"] == first.headers["etag"] != client.get("/").headers["etag"]


def test_the_client_takes_questions_only(client: TestClient) -> None:
    head = client.head("/icons.svg")
    assert (head.status_code, head.headers["content-type"]) == (200, "image/svg+xml")
    refused = client.post("/icons.svg")
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")


def test_a_file_named_by_its_content_is_kept_for_a_year(client: TestClient) -> None:
    answer = client.get("/_app/immutable/start.1a2b.js")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_the_version_of_the_client_is_always_asked_for(client: TestClient) -> None:
    assert client.get("/_app/version.json").headers["cache-control"] == "no-cache"


def test_another_file_is_kept_for_an_hour(client: TestClient) -> None:
    answer = client.get("/icons.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "public, max-age=3600"


@pytest.mark.parametrize(
    "path", ["/_app", "/_app/immutable/start.9z9z.js", "/_app/elsewhere", "//_app/gone.js"]
)
def test_a_missing_hashed_file_is_missing(client: TestClient, path: str) -> None:
    answer = client.get(f"http://localhost{path}")
    assert answer.status_code == 404
    assert PAGE not in answer.text


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing", "/api/health/more", "//api/nothing", "/x/../api/nothing"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_address_of_the_interface_is_missing_whatever_is_asked(
    client: TestClient, method: str, path: str
) -> None:
    answer = client.request(method, f"http://localhost{path}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"


def test_health_answers_and_is_not_kept(client: TestClient) -> None:
    answer = client.get("/api/health")
    assert answer.json()["status"] == "ok"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/%2e%2e/outside.txt", "/..%2foutside.txt", "/fonts/..%2f..%2foutside.txt"])
def test_nobody_climbs_out_of_the_client(client: TestClient, path: str) -> None:
    assert "nobody's business" not in client.get(path).text


@pytest.mark.parametrize("path", ["/", "/api/nothing", "/matches/42"])
def test_a_socket_where_there_is_none_is_closed_without_a_fault(client: TestClient, path: str) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path):
        pass


@pytest.mark.parametrize("path", ["/", "/icons.svg", "/api/health", "/api/nothing"])
def test_every_answer_keeps_the_browser_from_guessing_and_framing(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"


def test_without_a_built_client_the_interface_works_and_pages_say_what_to_do(tmp_path: Path) -> None:
    empty = tmp_path / "nothing-built"
    empty.mkdir()
    with TestClient(create_app(Settings(data=tmp_path / "data", client=empty)), "http://localhost") as client:
        assert client.get("/api/health").status_code == 200
        page = client.get("/matches/42")
        assert page.status_code == 503
        assert "make build" in page.text
        assert client.get("/api/nothing").status_code == 404
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/matches/42"):
            pass
