"""What an HTTP request gets that cannot be answered as asked: always the same four fields, always a sentence."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from muster.core import metrics
from muster.core.logging import get_logger
from muster.engine.refusals import Refusal

log = get_logger(__name__)

STATUS: Mapping[str, int] = {
    "no_such_match": 404,
    "no_such_ruleset": 404,
    "no_such_invite": 404,
    "no_such_roster": 404,
    "no_rosters": 404,
    "not_found": 404,
    "no_seat": 403,
    "own_invite": 403,
    "not_maker": 403,
    "not_over": 403,
    "origin": 403,
    "host": 421,
    "unknown_person": 401,
    "seat_taken": 409,
    "started": 409,
    "begun": 409,
    "cancelled": 409,
    "not_started": 409,
    "too_many_matches": 409,
    "too_many_rosters": 409,
    "roster_changed": 409,
    "too_large": 413,
    "bad_request": 422,
    "too_fast": 429,
    "too_many": 429,
    "busy": 503,
    "internal": 503,
    "not_stored": 503,
    "halted": 503,
    "no_rules": 503,
}
"""Codes that are not plain 422."""

FOREIGN = Refusal("origin", "This request comes from a page of another address, so it is not carried out.")


class Problem(BaseModel):
    """Why a request was refused: a stable code, a sentence for a person, the rule and the numbers behind it."""

    code: str
    text: str
    rule: str = ""
    numbers: dict[str, int | str] = Field(default_factory=dict[str, int | str])


def problem_response(refusal: Refusal, status: int | None = None) -> JSONResponse:
    """A refusal as an HTTP answer."""
    body = Problem(code=refusal.code, text=refusal.text, rule=refusal.rule, numbers=dict(refusal.numbers))
    headers = {"retry-after": str(refusal.numbers["seconds"])} if refusal.code == "too_fast" else None
    return JSONResponse(body.model_dump(), status or STATUS.get(refusal.code, 422), headers)


def too_fast(wait: float, what: str) -> Refusal:
    """The refusal for somebody who does something too often."""
    seconds = max(1, round(wait))
    return Refusal("too_fast", f"{what} Try again in {seconds} s.", numbers={"seconds": seconds})


def in_words(errors: Sequence[Mapping[str, Any]], *, skip: int = 0) -> str:
    """Pydantic's findings as sentences: which field, what is wrong, what would be right. Repeats no value."""
    said: list[str] = []
    for error in errors[:5]:
        place = ".".join(str(part) for part in error["loc"][skip:]) or "the message"
        said.append(f"{place}: {str(error['msg']).removeprefix('Value error, ').rstrip('.')}")
    more = f" (and {len(errors) - 5} more)" if len(errors) > 5 else ""
    return f"This does not fit: {'; '.join(said)}{more}."


def install(app: FastAPI) -> None:
    """Let the application answer with problems."""

    @app.exception_handler(Refusal)
    async def refused(_request: Request, refusal: Refusal) -> JSONResponse:
        metrics.REFUSALS.labels(refusal.code).inc()
        return problem_response(refusal)

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> JSONResponse:
        return problem_response(Refusal("bad_request", in_words(error.errors(), skip=1)), 422)

    @app.exception_handler(HTTPException)
    async def failed(_request: Request, error: HTTPException) -> JSONResponse:
        codes = {404: "not_found", 405: "wrong_method", 413: "too_large"}
        text = str(error.detail)
        if error.status_code == 404 and text == "Not Found":
            text = "There is nothing at this address of the interface."
        if error.status_code == 405:
            text = "This address does not take that method."
        answer = problem_response(Refusal(codes.get(error.status_code, "refused"), text), error.status_code)
        answer.headers.update(error.headers or {})
        return answer
