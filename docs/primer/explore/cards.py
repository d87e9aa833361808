#!/usr/bin/env python3
"""Writes the cards of common/grader/cards as a script, which pages can load without a server.

usage: cards.py FILE           writes it
       cards.py --check FILE   exit code 1 if the file differs from what would be written
"""
import json
import pathlib
import sys

CARDS = pathlib.Path(__file__).resolve().parents[3] / "common" / "grader" / "cards"
FIELDS = ("name", "arch", "multiprocessors", "dram_gb_per_s", "fp32_tflop_per_s", "shared_kib", "threads", "blocks")


def script():
    cards = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(CARDS.glob("*.json"))]
    cards.sort(key=lambda card: (card["arch"], card["name"]))
    rows = ",\n".join("  " + json.dumps({field: card[field] for field in FIELDS}) for card in cards)
    return ("// Written by cards.py from common/grader/cards: a multiprocessor's limits, and rates of data sheets.\n"
            f"'use strict';\nconst cards = [\n{rows},\n];\n")


def main(arguments):
    check = arguments[:1] == ["--check"]
    if len(arguments) != 1 + check:
        print(__doc__, file=sys.stderr)
        return 2
    file = pathlib.Path(arguments[-1])
    if not check:
        file.write_text(script(), encoding="utf-8")
    elif file.read_text(encoding="utf-8") != script():
        print(f"{file}: not as cards.py writes it; run docs/primer/explore/cards.py {file}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
