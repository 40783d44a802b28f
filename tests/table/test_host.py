"""Hosting: from a notebook, and what the command says about invalid input."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from cattools.cli import main
from cattools.core.errors import OptionError
from cattools.table.host import Hosted, hosting
from cattools.table.notebook import HostedTable, host
from cattools.table.store import StoreError
from cattools.table.table import TableError
from tests.table.clients import SOON, started

SCREEN_AND_PHONES = (
    r"The big screen: http://127\.0\.0\.1:\d+/table/\w+#host=[\w-]+\nPhones: http://127\.0\.0\.1:\d+/join/\w+\n"
)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[HostedTable]:
    """Yield a table that is hosted from a notebook."""
    table = host("catbox", file=tmp_path / "tables.sqlite")
    yield table
    table.stop()


def test_a_notebook_shows_where_its_table_is_until_it_stops(hosted: HostedTable) -> None:
    address, screen = hosted.address, hosted.screen
    assert urlopen(address, timeout=30).status == 200
    shown = hosted._repr_html_()
    assert f'href="{screen}"' in shown
    assert f">{screen.partition('#')[0]}</a>" in shown  # the key is not seen
    assert "With lan=True, phones on its network can." in shown
    assert repr(hosted) == f"The big screen: {screen}\nPhones: {address}"
    hosted.stop()
    hosted.stop()
    with pytest.raises(URLError):
        urlopen(address, timeout=30)
    assert "Stopped." in hosted._repr_html_()
    assert (hosted.address, hosted.screen) == ("", "")


def test_a_notebook_hosts_one_table_and_goes_on_with_it(hosted: HostedTable, tmp_path: Path) -> None:
    again = host("catbox", lan=True, file=tmp_path / "tables.sqlite")
    assert hosted.address == ""
    assert "goes on" in again._repr_html_()
    code = again.address.rpartition("/")[2]
    new = host("catbox", new=True, file=tmp_path / "tables.sqlite")
    assert new.address.rpartition("/")[2] != code
    new.stop()


def test_phones_get_a_qr_code_in_the_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cattools.table.notebook.lan_address", lambda: "192.0.2.7")
    monkeypatch.setattr("cattools.table.host.lan_address", lambda: "192.0.2.7")
    table = host("catbox", lan=True, file=tmp_path / "tables.sqlite")
    shown = table._repr_html_()
    assert f'<a href="{table.address}" target="_blank">http://192.0.2.7:' in shown
    assert "<svg" in shown
    elsewhere = table.screen.replace("127.0.0.1", "192.0.2.7")
    for screen in (table.screen, elsewhere):  # for a television or tablet as well
        assert f'href="{screen}"' in shown
    assert repr(table).splitlines() == [
        f"The big screen, on this machine: {table.screen}",
        f"The big screen, on another device: {elsewhere}",
        f"Phones: {table.address}",
    ]
    table.stop()


@pytest.mark.parametrize("machine", ["192.0.2.7", None])
def test_the_command_prints_where_each_device_opens_the_big_screen(
    machine: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cattools.table.host.lan_address", lambda: machine)

    async def stopped() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cattools.table.host.asyncio.Event.wait", lambda _: stopped())
    assert main(["table", "catbox", "--lan", "--port", "0", "--data", str(tmp_path / "tables.sqlite")]) == 0
    said = re.findall(r"The big screen(.*): http://(.*):\d+/table/\w+#host=[\w-]{22}", capsys.readouterr().out)
    here, elsewhere = (", on this machine", "127.0.0.1"), (", on another device", machine)
    assert said == ([here, elsewhere] if machine else [("", "127.0.0.1")])


def test_an_old_key_of_the_host_is_void_when_the_notebook_runs_again(hosted: HostedTable, tmp_path: Path) -> None:
    before = hosted.screen
    again = host("catbox", file=tmp_path / "tables.sqlite")
    assert before.partition("#")[2] != again.screen.partition("#")[2]
    again.stop()


def test_invalid_input_is_reported_in_one_sentence_in_the_notebook(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with pytest.raises(OptionError, match="chess"):
        host("chess", file=file)
    with pytest.raises(OptionError, match="expected one of"):
        host("catbox", "wizards=3", file=file)
    with pytest.raises(TableError, match="from 0 to 65535"):
        host("catbox", port=70_000, file=file)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "chess"),
        (["cat-in-the-box"], "did you mean catbox?"),
        (["cat_herders"], "did you mean herders?"),
        (["catbox", "--options", "wizards=3"], "expected one of the options"),
        (["catbox", "--options", "players=9"], "expected players"),
        (["catbox", "--port", "70000"], "expected a port from 0 to 65535, found 70000"),
        (["catbox", "--port", "-1"], "expected a port from 0 to 65535, found \N{MINUS SIGN}1"),
        (["catbox", "--port", "abc"], "expected a port from 0 to 65535, found 'abc'"),
    ],
)
def test_invalid_input_is_reported_in_one_sentence_by_the_command(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", *arguments, "--data", str(tmp_path / "tables.sqlite")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("cattools: ")
    assert said in line


def test_a_file_without_tables_is_explained_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes, database = tmp_path / "notes.txt", tmp_path / "other.sqlite"
    notes.write_text("x")
    connection = sqlite3.connect(database)
    connection.execute("create table tables (name text)")
    connection.close()
    for file, found in ((notes, "another kind of file"), (database, "no such column: code")):
        assert main(["table", "catbox", "--port", "0", "--data", str(file)]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert line == f"cattools: expected saved tables (an SQLite database) at {file}, found: {found}"
    assert notes.read_text() == "x"
    with pytest.raises(StoreError, match="expected saved tables"):
        host("catbox", file=notes)


@pytest.mark.slow
def test_a_kernel_that_hosts_a_table_can_end_and_the_package_loads_no_server(tmp_path: Path) -> None:
    code = f"""
import sys, cattools
dir(cattools)
assert "tornado" not in sys.modules
print(cattools.host("catbox", file=__import__("pathlib").Path({str(tmp_path / "tables.sqlite")!r})))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert re.fullmatch(SCREEN_AND_PHONES, done.stdout)
    assert done.stderr == ""


def hosted_again(tmp_path: Path, options: str | None = None, *, new: bool = False) -> Hosted:
    """Host a table of catbox once; return what was hosted."""

    async def once() -> Hosted:
        file = tmp_path / "tables.sqlite"
        async with hosting("catbox", options, 0, lan=False, fresh=new, file=file) as found:
            return found

    return asyncio.run(once())


def test_without_options_the_table_used_last_goes_on_whatever_its_options(tmp_path: Path) -> None:
    first = hosted_again(tmp_path, "players=3")
    again = hosted_again(tmp_path)
    assert again.goes_on
    assert str(again.said()) == f"Cat in the Box: table {first.table.code} goes on, with players=3."
    assert again.kept() == []


def test_other_options_begin_a_table_and_say_how_the_first_one_goes_on(tmp_path: Path) -> None:
    first = hosted_again(tmp_path, "players=3")
    second = hosted_again(tmp_path, "")
    assert not second.goes_on
    assert second.table.code != first.table.code
    (said,) = map(str, second.kept())
    assert said == (
        f"Table {first.table.code} is saved. It goes on with: "
        f"cattools table catbox --options players=3 --data {tmp_path}/tables.sqlite"
    )
    assert hosted_again(tmp_path).table.code == second.table.code  # it was used last
    third = hosted_again(tmp_path, "players=3")
    assert third.table.code == first.table.code
    assert "--options ''" in str(third.kept()[0])
    assert hosted_again(tmp_path).table.code == first.table.code  # it has been opened, although nobody has played
    assert hosted_again(tmp_path, new=True).table.code not in {first.table.code, second.table.code}


def test_a_folder_or_an_inaccessible_place_is_reported_in_one_plain_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes").write_text("x")
    below = tmp_path / "notes" / "tables.sqlite"
    for file, said in (
        (tmp_path, f"expected saved tables (an SQLite database) at {tmp_path}, found: a folder"),
        (below, f"the tables cannot be saved at {below}: "),
    ):
        assert main(["table", "catbox", "--port", "0", "--data", str(file)]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"cattools: {said}")
        assert "Errno" not in line


def test_a_second_server_of_the_same_file_says_where_the_first_one_runs(
    hosted: HostedTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.sqlite"
    origin = hosted.address.partition("/join")[0]
    assert main(["table", "catbox", "--port", "0", "--data", str(file)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    said = f"the tables in {file} are already running at {origin}; open that address, or choose another file"
    assert line == f"cattools: {said}"
    port = origin.rpartition(":")[2]
    assert main(["table", "catbox", "--port", port, "--data", str(file)]) == 1  # also at the same port
    assert said in capsys.readouterr().err
    hosted.stop()
    again = host("catbox", file=file)
    assert again.address
    again.stop()


def test_a_killed_server_leaves_no_claim(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    first, code = started(file, 0)
    with pytest.raises(StoreError, match=r"already running at http://127\.0\.0\.1:"):
        hosted_again(tmp_path)
    first.kill()
    first.communicate(timeout=SOON)
    assert hosted_again(tmp_path).table.code == code
