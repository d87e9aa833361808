#!/usr/bin/env python3
"""Serves the documentation to a browser on this machine, until Ctrl-C.

usage: serve.py FOLDER [PORT]    prints the address; PORT (default 8000), or a free one where it is taken
"""
import functools
import http.server
import pathlib
import signal
import sys


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):  # one line per file would hide the address
        pass


def server(folder, port):
    handler = functools.partial(Quiet, directory=str(folder))
    try:
        return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError:
        return http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)


def main(arguments):
    if len(arguments) not in (1, 2) or not all(word.isdigit() for word in arguments[1:]):
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(arguments[0])
    if not (folder / "index.html").is_file():
        print(f"serve.py: no index.html in {folder}", file=sys.stderr)
        return 2
    # A shell has its background jobs ignore Ctrl-C, and what they start inherits that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with server(folder, int(arguments[1]) if arguments[1:] else 8000) as serving:
        print(f"serving {folder} at http://127.0.0.1:{serving.server_address[1]}/ until Ctrl-C", flush=True)
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
