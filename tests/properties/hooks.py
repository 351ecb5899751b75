"""What schemathesis makes up must reach nothing but the service: whole addresses are bent to this machine."""

from urllib.parse import urlsplit, urlunsplit

import schemathesis

ADDRESSES = ("url", "webhook_url")
# Nobody listens there.
HERE = "127.0.0.1:9"


def at_home(value):
    if not isinstance(value, str):
        return value
    try:
        parts = urlsplit(value)
    except ValueError:
        return value
    return urlunsplit(parts._replace(netloc=HERE)) if parts.netloc else value


@schemathesis.hook
def map_query(context, query):
    if not isinstance(query, dict):
        return query
    return {
        name: [at_home(each) for each in value] if name in ADDRESSES and isinstance(value, list)
        else at_home(value) if name in ADDRESSES
        else value
        for name, value in query.items()
    }
