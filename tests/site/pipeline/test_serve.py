"""The server of `cattools serve`."""

import gzip
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPResponse
from pathlib import Path

import pytest

from cattools.site.errors import BuildError
from cattools.site.serve import make_server, serve
from cattools.site.static_host import Handler

WASM = b"\0asm" + bytes(1000)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "index.html").write_text("<p>猫</p>" * 100)
    (tmp_path / "kernel.mjs").write_text("export {}")
    (tmp_path / "core.wasm").write_bytes(WASM)
    (tmp_path / "catlive.snapshot.bin").write_bytes(b"\x1f\x8b")
    server = make_server(tmp_path, 0)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()
    thread.join(10)


def get(port: int, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/kernel.mjs", "text/javascript"),
        ("/core.wasm", "application/wasm"),
        ("/book/", "text/html; charset=utf-8"),
        ("/catlive.snapshot.bin?v=1", "application/octet-stream"),
    ],
)
def test_files_have_the_type_a_browser_needs(port: int, path: str, kind: str) -> None:
    answer, _ = get(port, path)
    assert (answer.status, answer.headers["Content-Type"]) == (200, kind)


def test_text_and_wasm_are_compressed_if_the_client_accepts_it(port: int) -> None:
    answer, body = get(port, "/core.wasm", **{"Accept-Encoding": "gzip, br"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(body) < len(WASM)
    assert gzip.decompress(body) == WASM
    answer, body = get(port, "/core.wasm")
    assert "Content-Encoding" not in answer.headers
    assert body == WASM
    answer, body = get(port, "/catlive.snapshot.bin", **{"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers  # this file is already compressed


def test_an_unchanged_file_is_not_sent_again(port: int) -> None:
    answer, _ = get(port, "/kernel.mjs")
    answer, body = get(port, "/kernel.mjs", **{"If-None-Match": answer.headers["ETag"]})
    assert (answer.status, body) == (304, b"")


def test_a_folder_redirects_to_its_page(port: int) -> None:
    answer, _ = get(port, "/book")
    assert (answer.status, answer.headers["Location"]) == (301, "book/")


def test_a_head_request_gets_no_body(port: int) -> None:
    answer, body = get(port, "/kernel.mjs", "HEAD")
    assert (answer.status, answer.headers["Content-Length"], body) == (200, "9", b"")


@pytest.mark.parametrize(
    ("asked", "status", "part"),
    [
        ("bytes=0-3", 206, b"\0asm"),
        ("bytes=4-", 206, bytes(1000)),
        ("bytes=-2", 206, bytes(2)),
        ("bytes=1-1", 206, b"a"),
        ("bytes=1000-5000", 206, bytes(4)),
        ("bytes=1004-", 416, b""),
        ("bytes=-0", 416, b""),
        ("bytes=3-1", 416, b""),
        ("bytes=0-1,3-4", 200, WASM),
        ("bytes=-", 200, WASM),
        ("lines=1-2", 200, WASM),
    ],
)
def test_a_range_of_bytes_is_sent(port: int, asked: str, status: int, part: bytes) -> None:
    answer, data = get(port, "/core.wasm", Range=asked)
    assert (answer.status, data) == (status, part)
    size = len(WASM)
    if status == 206:
        assert answer.headers["Content-Range"].endswith(f"/{size}")
        assert answer.headers["Content-Range"].startswith("bytes ")
        assert answer.headers["Content-Length"] == str(len(part))
    elif status == 416:
        assert answer.headers["Content-Range"] == f"bytes */{size}"
    else:
        assert answer.headers["Accept-Ranges"] == "bytes"


def test_a_range_is_never_compressed_and_belongs_to_one_version(port: int) -> None:
    whole, data = get(port, "/kernel.mjs")
    headers = {"Range": "bytes=0-5", "Accept-Encoding": "gzip", "If-Range": whole.headers["ETag"]}
    answer, part = get(port, "/kernel.mjs", **headers)
    assert (answer.status, part) == (206, data[:6])
    assert "Content-Encoding" not in answer.headers
    assert get(port, "/kernel.mjs", **{**headers, "If-Range": '"older"'})[0].status == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("localhost", 200),
        ("192.0.2.7:8000", 200),
        ("[::1]:8000", 200),
        (f"{socket.gethostname()}:8000", 200),
        ("rebound.example", 421),
        ("127.0.0.1.rebound.example:8000", 421),
        ("[::1", 421),
    ],
)
def test_only_names_of_this_machine_are_answered(port: int, host: str, status: int) -> None:
    """Otherwise another site could read from the server through a host name that it points at this machine."""
    assert get(port, "/book/", Host=host)[0].status == status


def test_every_file_has_the_security_headers(port: int, tmp_path: Path) -> None:
    (tmp_path / "404.html").write_text("lost")
    for path, headers in (("/kernel.mjs", {}), ("/book/", {}), ("/lost", {"Accept": "text/html"}), ("/lost", {})):
        answer, _ = get(port, path, **headers)
        assert answer.headers.get_all("X-Content-Type-Options") == ["nosniff"]
        assert answer.headers.get_all("Referrer-Policy") == ["same-origin"]


@pytest.mark.parametrize("path", ["/nowhere", "/../../etc/passwd", "/%2e%2e/x", "/kernel.mjs/x"])
def test_a_missing_page_is_reported(port: int, path: str) -> None:
    answer, body = get(port, path)
    assert answer.status == 404
    assert body.decode() == f"There is no page at {path}.\n"


@pytest.mark.parametrize("path", ["/precomputed/herders.move.deflate", "/rulebook/precomputed/herders.move.deflate"])
def test_missing_precomputed_answers_are_not_an_error(port: int, path: str) -> None:
    answer, body = get(port, path)
    assert (answer.status, body) == (204, b"")


def test_a_browser_gets_the_books_error_page_for_a_missing_page(port: int, tmp_path: Path) -> None:
    (tmp_path / "404.html").write_text("<p>Ask</p>")
    answer, body = get(port, "/nowhere", Accept="text/html,*/*")
    assert (answer.status, answer.headers["Content-Type"], body) == (404, "text/html; charset=utf-8", b"<p>Ask</p>")
    answer, body = get(port, "/nowhere.svg", Accept="image/*")
    assert (answer.status, body) == (404, b"There is no page at /nowhere.svg.\n")


@pytest.mark.parametrize(
    "path",
    ["/" + "a" * 3000, "/a" * 3000, "/%00", "/kernel%00.mjs", "/%ed%a0%80", "/%ff%fe", "/secret.txt", "/out/", "/out",
     "/out/secret.txt", "/left/", "/circle", "/circle/x"],
)  # fmt: skip
def test_invalid_names_and_symlinks_out_of_the_site_are_not_found(
    port: int, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, capfd: pytest.CaptureFixture[str], path: str
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    for name in ("secret.txt", "index.html"):
        (elsewhere / name).write_text("hidden")
        (tmp_path / name).symlink_to(elsewhere / name)
    (tmp_path / "out").symlink_to(elsewhere)
    (tmp_path / "left").mkdir()
    (tmp_path / "left" / "index.html").symlink_to(elsewhere / "index.html")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    for method in ("GET", "HEAD"):
        answer, body = get(port, path, method)
        assert answer.status == 404
        assert b"hidden" not in body
        assert len(body) < 300
    assert capfd.readouterr().err == ""


def test_a_symlink_within_the_site_is_followed(port: int, tmp_path: Path) -> None:
    (tmp_path / "also.mjs").symlink_to(tmp_path / "kernel.mjs")
    (tmp_path / "also").symlink_to(tmp_path / "book")
    assert get(port, "/also.mjs")[1] == b"export {}"
    assert get(port, "/also/")[0].status == 200


def test_a_site_behind_a_symlink_is_served(port: int, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    link = tmp_path_factory.mktemp("links") / "site"
    link.symlink_to(tmp_path)
    server = make_server(link, 0)
    server.timeout = 10
    thread = threading.Thread(target=server.handle_request)
    thread.start()
    assert get(server.server_address[1], "/kernel.mjs")[1] == b"export {}"
    thread.join(10)
    server.server_close()


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /a\0b HTTP/1.1\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\n\r\n",
        b"GET " + b"/a" * 40_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.\xb2\r\n\r\n",
        b"GET / HTTP/1.1.1\r\n\r\n",
        b"GET /nowhere",
        b"GET http://[/ HTTP/1.1\r\n\r\n",
        b"\0\1\2\xff\r\n\r\n",
        b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "\u732b / HTTP/1.1\r\n\r\n".encode(),
        b"A" * 3000 + b" / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A" * 70_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 500 + b"\r\n",
        b"GET /nowhere HTTP/1.1\r\nno header at all\r\n\r\n",
        "GET /kernel.mjs HTTP/1.1\r\nAccept-Encoding: \u732b\r\nIf-None-Match: \u732b\r\n\r\n".encode(),
        b"GET /kernel.mjs HTTP/1.1\r\nExpect: 100-continue\r\nExpect\r\n : x\r\n\r\n",
    ],
    ids=range(18),
)
def test_the_server_survives_an_invalid_request(port: int, capfd: pytest.CaptureFixture[str], sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection, suppress(ConnectionError):
        connection.sendall(sent)
        with suppress(OSError):  # the server may have closed the connection
            connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass
    assert get(port, "/kernel.mjs")[0].status == 200
    assert capfd.readouterr().err == ""


def test_an_internal_failure_is_reported_in_one_line(
    port: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("x" * 1000)

    with monkeypatch.context() as patch:
        patch.setattr(Handler, "do_GET", fail)
        with pytest.raises(http.client.HTTPException):
            get(port, "/")
    assert get(port, "/kernel.mjs")[0].status == 200
    error = capfd.readouterr().err
    assert error.startswith("A request failed: KeyError('xxx")
    assert (error.count("\n"), len(error) < 300) == (1, True)


def test_a_port_in_use_is_reported_and_another_port_is_found(port: int, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=f"port {port} cannot be used"):
        make_server(tmp_path, port)
    with pytest.raises(BuildError, match="from 0 to 65535"):
        make_server(tmp_path, 70_000)
    servers = [make_server(tmp_path), make_server(tmp_path)]
    assert servers[0].server_address[1] != servers[1].server_address[1]
    for server in servers:
        server.server_close()


@pytest.mark.parametrize("lan", [False, True])
def test_other_devices_are_served_only_on_request(tmp_path: Path, lan: bool) -> None:
    with make_server(tmp_path, 0, lan=lan) as server:
        client = socket.socket()
        client.settimeout(10)
        code = client.connect_ex(("127.0.0.2", server.server_address[1]))  # another address of this machine
        client.close()
    assert (code == 0) is lan


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_server_prints_its_address_and_stops_cleanly(tmp_path: Path, how: signal.Signals) -> None:
    code = (
        "import signal; from pathlib import Path; from cattools.site.serve import serve, stop_on_signals; "
        # Shells make programs in the background ignore interrupts.
        "signal.signal(signal.SIGINT, signal.SIG_IGN); stop_on_signals(); "
        f"serve(Path({str(tmp_path)!r}), 0, lan=True)"
    )
    root = Path(__file__).parents[3]
    env = {**os.environ, "PYTHONPATH": str(root)}
    run = subprocess.Popen(
        [sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    end = threading.Timer(60, run.kill)  # so that the lines below cannot wait forever
    end.start()
    try:
        assert run.stdout
        assert run.stdout.readline().startswith("The book is at http://127.0.0.1:")
        assert run.stdout.readline().startswith("Other devices ")
        run.send_signal(how)
        output, errors = run.communicate(timeout=30)
        assert (run.returncode, output, errors) == (0, "\nStopped.\n", "")
    finally:
        end.cancel()
        run.kill()
        run.communicate(timeout=30)


def test_serving_needs_a_valid_port(tmp_path: Path) -> None:
    with pytest.raises(BuildError):
        serve(tmp_path, -1)
