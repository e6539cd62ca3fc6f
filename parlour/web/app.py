"""All put together: the application that a web server runs."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from parlour import __version__
from parlour.kit.mistake import Mistake
from parlour.kit.voice import readable
from parlour.web import api, door, logs, pages
from parlour.web.door import Missing, NotYours, TooMuch
from parlour.web.frame import HERE
from parlour.web.guard import ELSEWHERE, HEADERS, WAIT, Bucket, Crowd, Guard, for_programs
from parlour.web.house import House, Settings
from parlour.web.proxy import Forwarded, Proxies
from parlour.web.store import Unreachable
from parlour.web.table import Stale
from parlour.web.watch import Watch

STATUS = {Missing: 404, NotYours: 403, Stale: 409, TooMuch: 429, Unreachable: 503}
MOST_FAULTS = 3  # of a request that are told at once


def make_app(settings: Settings) -> FastAPI:
    """The house as an application."""

    @contextlib.asynccontextmanager
    async def open_house(app: FastAPI) -> AsyncIterator[None]:
        house = app.state.house = House(settings)
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="Parlour",
        version=__version__,
        routes=list(pages.routes),
        lifespan=open_house,
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(api.router)
    app.add_api_route("/docs", docs, include_in_schema=False)
    # What is the same for everyone is compressed; pages with someone's token aren't, so their size tells nothing.
    app.mount("/static", GZipMiddleware(StaticFiles(directory=HERE / "static")), name="static")
    app.add_exception_handler(Mistake, say_mistake)
    app.add_exception_handler(RequestValidationError, say_invalid)
    app.add_exception_handler(HTTPException, say_refusal)
    app.add_exception_handler(Exception, say_fault)
    app.add_middleware(
        Guard,
        reads=Bucket(*settings.reads),
        writes=Bucket(*settings.writes),
        streams=Crowd(*settings.streams),
        path=settings.path,
    )
    app.add_middleware(Forwarded, proxies=Proxies(settings.proxies))
    app.add_middleware(Watch, routes=[*app.routes, *api.router.routes])
    return app


def say_mistake(request: Request, mistake: Any) -> Response:
    """A person's mistake: the sentence that says what would be right."""
    return say(request, STATUS.get(type(mistake), 400), str(mistake))


def say_invalid(request: Request, invalid: Any) -> Response:
    """What is wrong with what a program sent, in a sentence."""
    faults = [
        f"{door.short('.'.join(map(str, fault['loc'][1:]))) or 'the body'}: {fault['msg'].lower()}"
        for fault in invalid.errors()[:MOST_FAULTS]
    ]
    return say(request, 422, f"This can't be understood: {'; '.join(faults)}.")


def docs(request: Request) -> Response:
    """The API, described without a script or anything from elsewhere."""
    openapi = request.app.openapi()
    schemas = {name: of for name, of in openapi["components"]["schemas"].items() if "Validation" not in name}
    return pages.page(request, "docs.html", calls=api.described(openapi), schemas=schemas, kind_of=api.kind_of)


def say_refusal(request: Request, refusal: Any) -> Response:
    sentences = {
        400: "The body can't be read: it must be JSON.",
        404: ELSEWHERE,
        405: "This address can't be used in that way.",
    }
    return say(request, refusal.status_code, sentences.get(refusal.status_code, str(refusal.detail)))


def say_fault(request: Request, fault: Any) -> Response:
    """A fault of ours; it is told outside of the guard, so the security headers are added here."""
    told = say(request, 500, "Something went wrong in the house. What you did before is kept; please try again.")
    told.raw_headers += HEADERS
    told.headers["x-request-id"] = logs.request_id.get()  # it is given behind the back of whoever watches the door
    return told


def say(request: Request, status: int, sentence: str) -> Response:
    """An error as its reader wants it: a page for people, JSON for a program or our script."""
    if for_programs(request.scope) or request.headers.get("x-parlour"):
        told: Response = JSONResponse({"error": readable(sentence)}, status)
    else:
        told = pages.page(request, "error.html", status, sentence=readable(sentence))
    if status in WAIT:
        told.headers["retry-after"] = WAIT[status].decode()
    return told
