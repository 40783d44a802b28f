"""The server of tables: pages, sockets and their limits, bots, and a server that is started again."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from tornado.httpserver import HTTPServer

from cattools.games import GAMES
from cattools.table import server
from cattools.table.server import BURST, Tables, application, listen, version
from cattools.table.store import Store
from cattools.table.table import Table, TableError
from tests.table.clients import Client


class Server(Client):
    """A server in this process, its tables, and one table."""

    def __init__(self, tables: Tables, table: Table, port: int) -> None:
        super().__init__(port, table.code)
        self.tables, self.table = tables, table


@asynccontextmanager
async def serving(game_id: str = "catbox", book: Path | None = None) -> AsyncIterator[Server]:
    """Serve a new table within the block."""
    tables = Tables(Store(), lambda code: f"http://192.0.2.1/join/{code}", book)
    table = tables.begin(GAMES[game_id])
    bound, http = listen(0, lan=False), HTTPServer(application(tables))
    http.add_socket(bound)
    found = Server(tables, table, bound.getsockname()[1])
    try:
        yield found
    finally:
        await found.leave()
        http.stop()
        await http.close_all_connections()
        tables.close()


def run(test: Callable[[Server], Awaitable[None]], **how: Any) -> None:
    """Run a test with a server."""

    async def main() -> None:
        async with serving(**how) as found:
            await test(found)

    asyncio.run(main())


def test_pages_say_what_they_may_load_and_unknown_tables_are_explained() -> None:
    async def main(to: Server) -> None:
        for kind in ("table", "join"):
            page = await to.get(f"/{kind}/{to.table.code}", **{"Accept-Language": "ja,en;q=0.5"})
            assert page.code == 200
            assert b'lang="ja"' in page.body
            assert (b"data-shared" in page.body) == (kind == "table")
            assert "default-src 'self'" in page.headers["Content-Security-Policy"]
        assert (await to.get("/")).headers["Location"] == f"/join/{to.table.code}"
        unknown = await to.get("/join/ABCDE")
        assert unknown.code == 404
        assert server.ENDED.format(code="ABCDE") in unknown.body.decode()
        for path in ("/join/", "/join", "/table/", "/table", "/join/AB-CD", "/other", "/book/chess/trick.html"):
            none = await to.get(path)
            assert none.code == 404
            assert "Scan the code on the big screen" in none.body.decode()
            assert (await to.get(path, Host="evil.example")).code == 421
        for name in server.assets():
            asset = await to.get(f"/assets/{name}?v={version()}")
            assert (asset.code, "immutable" in asset.headers["Cache-Control"]) == (200, True)
        assert (await to.get("/assets/x.js")).code == 404
        rules = await to.get("/book/catbox/trick.html")
        assert b'id="catbox-lead-no-red"' in rules.body
        assert (await to.get("/book/chess/trick.html")).code == 404

    run(main)


def test_the_built_book_is_served_if_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "book" / "catbox").mkdir(parents=True)
    (tmp_path / "book" / "catbox" / "trick.html").write_text("the book")
    (tmp_path / "ja" / "book").mkdir(parents=True)
    (tmp_path / "ja" / "index.html").write_text("the edition")
    (tmp_path / "r").mkdir()
    (tmp_path.parent / "secret.txt").write_text("not part of the book")

    async def main(to: Server) -> None:
        assert (await to.get("/book/catbox/trick.html")).body == b"the book"
        assert (await to.get("/ja/")).body == b"the edition"
        assert (await to.get("/ja")).headers["Location"] == "/ja/"
        for path in ("/r/", "/ja/book/", "/ja/none.html"):
            none = await to.get(path)
            assert (none.code, "Scan the code on the big screen" in none.body.decode()) == (404, True)
        assert (await to.get("/book/../../secret.txt")).code == 403
        assert (await to.get("/book/catbox/trick.html", Host="evil.example")).code == 421

    run(main, book=tmp_path)


@pytest.mark.parametrize("translated", [True, False])
def test_links_lead_to_the_book_in_the_devices_language_if_it_has_one(tmp_path: Path, translated: bool) -> None:
    pages = tmp_path / "ja" / "book" / "catbox" if translated else tmp_path / "book" / "catbox"
    pages.mkdir(parents=True)
    (pages / "index.html").write_text("the book")

    async def main(to: Server) -> None:
        root = "/ja/" if translated else "/"
        japanese = (await to.get(f"/join/{to.table.code}", **{"Accept-Language": "ja"})).body.decode()
        assert f'data-content_root="{root}"' in japanese  # of the links in messages
        assert f'href="{root}book/catbox/index.html"' in japanese
        english = (await to.get(f"/join/{to.table.code}", **{"Accept-Language": "en"})).body.decode()
        assert 'data-content_root="/"' in english
        assert 'href="/book/catbox/index.html"' in english

    run(main, book=tmp_path)


def test_a_device_can_ask_whether_the_server_answers() -> None:
    async def main(to: Server) -> None:
        ada = await to.enter()
        ada.send("alive")
        assert await ada.hear("alive") == {"kind": "alive"}

    run(main)


def test_other_sites_and_their_names_are_refused() -> None:
    async def main(to: Server) -> None:
        for path in (f"/join/{to.table.code}", "/assets/table.js", f"/record/{to.table.code}", "/"):
            assert (await to.get(path, Host="evil.example")).code == 421
        for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example", "Origin": "http://evil.example"}):
            with pytest.raises(Exception, match=r"403|421"):
                await to.connect(**headers)

    run(main)


def test_a_device_takes_a_seat_plays_and_comes_back() -> None:
    async def main(to: Server) -> None:
        ada = await to.enter()
        whole = await ada.hear("look")
        assert whole is not None
        assert "cat-board" in whole["board"]
        key = await ada.sit(to.table.state.mover or 0)
        ada.board("typed", text=str(to.table.state.legal()[0]))
        before = to.table.session.timeline.node
        while to.table.session.timeline.node is before:
            await ada.hear("look")
        ada.connection.close()
        again = await to.enter(key)
        look = await again.hear("look")
        assert look is not None
        assert "(you)" in look["slots"]["side"]

    run(main)


def test_devices_with_stale_keys_or_old_pages_learn_what_to_do() -> None:
    async def main(to: Server) -> None:
        stale = await to.enter("x" * 22)
        forgotten, told = await stale.hear("keys"), await stale.hear("error")
        assert forgotten == {"kind": "keys", "keys": []}
        assert told == {
            "kind": "error",
            "text": "This seat is no longer yours. Choose a seat, or watch the game.",
        }
        old = await to.enter(version="0")
        assert await old.hear() == {"kind": "reload"}
        lost = await to.connect("ABCDE")
        told = await lost.hear("error")
        assert told is not None
        assert told["text"].startswith("There is no table ABCDE here.")
        assert await lost.hear() is None
        assert lost.connection.close_code == server.UNKNOWN
        rude = await to.connect()
        rude.connection.write_message("[" * 9000)
        assert await rude.hear() == {"kind": "error", "text": "Expected JSON."}
        rude.connection.write_message('{"kind": "sit"}')
        assert await rude.hear() == {"kind": "error", "text": "Expected a device to say who it is."}

    run(main)


def test_a_server_that_was_blocked_first_reads_what_has_arrived(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HELLO", 0.4)

    async def main(to: Server) -> None:
        await to.version()
        guest = await to.enter()
        ends = monotonic() + 2 * server.HELLO
        while monotonic() < ends:  # the server, which is in the same thread, stands still
            pass
        assert await guest.hear("look") is not None
        silent = await to.connect()
        assert (await silent.hear("error") or {})["text"] == "The device has not said who it is."

    run(main)


def test_a_table_saved_under_other_rules_says_that_it_cannot_go_on(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    tables = Tables(Store(file), str)
    table = tables.begin(GAMES["herders"])
    tables.store.add(table.code, 9, ["play z9"], table.people.to_json())
    tables.close()
    again = Tables(Store(file), str)
    assert (again.tables, again.outdated) == ({}, {table.code})
    assert str(again.missing(table.code)) == server.OUTDATED
    assert again.latest(GAMES["herders"], "") is None
    again.close()


def test_a_server_that_is_started_again_shows_its_finished_game(tmp_path: Path) -> None:
    tables = Tables(Store(tmp_path / "tables.sqlite"), str)
    table = tables.begin(GAMES["herders"], "limit=9")
    while table.state.mover is not None:
        with table.changing():
            table.session.play(table.state.legal()[0])
    tables.close()
    again = Tables(Store(tmp_path / "tables.sqlite"), str)
    found = again.latest(GAMES["herders"], "limit=9")
    assert found is not None
    assert (found.code, found.state) == (table.code, table.state)
    again.close()


def test_a_link_gives_a_seat_to_the_device_that_opens_it_first() -> None:
    async def main(to: Server) -> None:
        ada, late = await to.enter(), "This seat is no longer yours. Choose a seat, or watch the game."
        old = await ada.sit(0)
        host = await to.enter(host=to.table.people.host)
        host.send("offer", seat=0, on=True)
        link = None
        while link is None:
            look = await host.hear("look")
            assert look is not None
            link = re.search(r"/join/\w+#seat=([\w-]+)", look.get("around", ""))
        phone = await to.enter(keys=[link[1], link[1]])  # a link that the device sends twice counts once
        keys = await phone.hear("keys")
        assert keys is not None
        (key,) = keys["keys"]
        assert (to.table.seat_of(key), to.table.seat_of(old), to.table.seat_of(link[1])) == (0, None, None)
        assert await ada.hear("keys") == {"kind": "keys", "keys": []}
        told = await (await to.enter(link[1])).hear("error")  # a key that was kept
        assert told == {"kind": "error", "text": late}
        told = await (await to.enter(link[1], link=True)).hear("error")
        used = "This link has been used already or is no longer valid. Ask the host for a new one."
        assert told == {"kind": "error", "text": used}

    run(main)


def test_a_device_with_a_wrong_host_key_gets_an_error_and_forgets_the_key() -> None:
    async def main(to: Server) -> None:
        screen = await to.enter(host="x" * 22)
        assert await screen.hear("guest") is not None
        told = await screen.hear("error")
        assert told is not None
        assert told["text"].startswith("This is not the key of this table's host.")

    run(main)


def test_only_the_key_makes_a_host() -> None:
    async def main(to: Server) -> None:
        for key, paused in (("", False), ("x" * 22, False), (to.table.people.host, True)):
            screen = await to.enter(host=key, shared=True)
            look = await screen.hear("look")
            assert look is not None
            assert "http://192.0.2.1/join/" in look["around"]
            screen.send("pause", on=True)
            await screen.hear("error" if not paused else "look")
            assert to.table.paused is paused

    run(main)


def test_messages_are_limited_in_size_and_number() -> None:
    async def main(to: Server) -> None:
        large = await to.enter()
        large.connection.write_message("x" * 70_000)
        while await large.hear() is not None:
            pass
        assert large.closed
        flood = await to.enter()
        await flood.hear("look")
        for _ in range(400):
            flood.send("nonsense")
        answers = []
        while (found := await flood.hear("error")) is not None:
            answers.append(found["text"])
            if found["text"].startswith("The device sends too much"):
                break
        assert len(answers) < BURST + 40

    run(main)


def test_the_number_of_devices_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST", 4)

    async def main(to: Server) -> None:
        first = await to.enter()
        key = await first.sit(0)
        second, third = await to.enter(key), await to.enter(key)
        text = "This seat has been opened on another device. Reload this page to take it back here."
        assert await first.hear("error") == {"kind": "error", "text": text}
        assert await first.hear() is None
        assert first.connection.close_code == server.REPLACED
        others = [await to.enter() for _ in range(3)]
        told = await others[-1].hear("error")
        assert told is not None
        assert told["text"].startswith("Too many devices")
        assert await third.hear("look") is not None
        assert await second.hear("look") is not None

    run(main)


def test_bots_play_on_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PACE", 0.0)

    async def main(to: Server) -> None:
        host = await to.enter(host=to.table.people.host, shared=True)
        for seat in range(len(to.table.players)):
            host.send("let", seat=seat, bot="beginner")
        while len(to.table.log) < 12:
            assert await host.hear("look") is not None

    run(main)


def test_the_record_of_a_finished_game_can_be_saved() -> None:
    async def main(to: Server) -> None:
        record = f"/record/{to.table.code}"
        assert (await to.get(record)).code == 403
        while to.table.state.mover is not None:
            with to.table.changing():
                to.table.session.play(to.table.state.legal()[0])
        found = json.loads((await to.get(record)).body)
        assert (found["game"], found["seed"]) == ("catbox", None)

    run(main)


def test_a_table_that_nobody_uses_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(to: Server) -> None:
        guest = await to.enter()
        await guest.hear("look")
        monkeypatch.setattr(server, "DAY", -1)
        to.tables.end_unused()
        told = await guest.hear("error")
        assert told is not None
        assert told["text"].startswith(f"There is no table {to.table.code} here.")
        assert to.tables.tables == {}

    run(main)


def test_a_port_in_use_is_reported_in_one_sentence() -> None:
    async def main(to: Server) -> None:
        with pytest.raises(
            TableError, match=rf"port {to.port} cannot be used: Address already in use; choose another one with --port"
        ):
            listen(to.port, lan=False)
        with pytest.raises(TableError, match="expected a port from 0 to 65535, found 99999"):
            listen(99_999, lan=False)

    run(main)
