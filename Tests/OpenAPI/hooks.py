"""What no JSON schema can say of requests that are meant to be good; schemathesis loads it, and OpenAPITests runs that."""
import datetime
import itertools

import schemathesis

NOW = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)

# An event is extended to a later end each time.
LATER = itertools.count()


def times():
    """Times of an event that is on."""
    return {"begins": NOW, "taken": NOW, "ends": NOW + datetime.timedelta(days=2, seconds=next(LATER))}


def together(query, *names):
    """Of these, all or none are given."""
    if not all(name in query for name in names):
        for name in names:
            query.pop(name, None)


@schemathesis.hook
def before_call(context, case, kwargs):
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive:
        return
    path, query, body = case.operation.path, case.query or {}, case.body
    # An era is a date in words, or a name that the archive knows.
    for fields in (query, body):
        if isinstance(fields, dict) and isinstance(fields.get("era"), str):
            fields["era"] = "1890/1930"
    if "era" not in query:
        query.pop("strictEra", None)
    # A place is asked for in one way, and the next page by one count.
    if path.startswith("/v1/items") or path.endswith("/pictures"):
        if "shows" in query:
            query.pop("latitude", None)
        together(query, "latitude", "longitude")
        if "box" in query:
            west, south, east, north = query["box"].split(",")
            query["box"] = ",".join([west, min(south, north, key=float), east, max(south, north, key=float)])
        if "after" in query:
            query.pop("offset", None)
    # How many tiles a map has hangs on how near it is.
    if path == "/v1/map/{z}/{x}/{y}":
        for name in ("x", "y"):
            case.path_parameters[name] = int(case.path_parameters[name]) % 2 ** int(case.path_parameters["z"])
    # A change of nothing is none, and null is the same as absent.
    if path == "/v1/items/{id}" and isinstance(body, dict):
        if not any(value is not None for name, value in body.items() if not name.startswith("x-")):
            body["title"] = "Broadway"
    # No pattern says what can be seen of a name, that an event ends after it begins, and that stops
    # are the archive's.
    if path.startswith("/v1/events"):
        for fields in (query, body):
            if isinstance(fields, dict):
                if isinstance(fields.get("name"), str) or path == "/v1/events":
                    fields["name"] = "Old town"
                fields.update({name: time.isoformat() for name, time in times().items() if isinstance(fields.get(name), str)})
                if "stops" in fields:
                    fields["stops"] = "nypl:kept"
                # Only readers of the notice know its version.
                fields.pop("consent", None)
