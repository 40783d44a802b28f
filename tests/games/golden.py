"""Write the playthroughs, perft tables and reviews with which tests compare the code.

`python -m tests.games.golden --write` writes the files of every game, or only of the games listed after `--write`. A
change to the rules then shows up in review as a change of playthroughs and numbers.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cattools.games import GAMES
from tests.games import perft, playthrough, reviewed


def main(words: Sequence[str]) -> int:
    """Write the files of the named games, or of all games, and delete files that no longer belong to a game."""
    wanted = words[1:] or list(GAMES)
    if words[:1] != ["--write"] or not {*wanted} <= {*GAMES}:
        sys.stderr.write(f"expected --write and names of games, found {' '.join(words) or 'nothing'}\n")
        return 2
    kept = {playthrough.FOLDER / name for name, _, _ in playthrough.plays()}
    kept |= {perft.FOLDER / f"{game_id}.toml" for game_id in GAMES}
    kept |= {reviewed.FOLDER / f"{game_id}{ending}" for game_id in GAMES for ending in (".json", ".txt")}
    for old in (*playthrough.FOLDER.glob("*.txt"), *perft.FOLDER.glob("*.toml"), *reviewed.FOLDER.iterdir()):
        if old not in kept:
            old.unlink()
    for name, game_id, options in playthrough.plays():
        if game_id in wanted:
            written = "\n".join(playthrough.lines(game_id, options)) + "\n"
            (playthrough.FOLDER / name).write_text(written, encoding="utf-8")
    for game_id in wanted:
        file = perft.FOLDER / f"{game_id}.toml"
        before = file.read_text(encoding="utf-8") if file.exists() else perft.begun(game_id)
        file.write_text(perft.counted(game_id, before), encoding="utf-8")
        reviewed.write(game_id)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
