"""A folder of submissions graded by kit_class, and lines that say how it went: what the scripts here share."""
import contextlib
import os
import pathlib
import re
import sqlite3
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KIT_CLASS = ROOT / "build/bin/kit_class"
results = {"ok": 0, "FAILED": 0}


def report(name, faults, more=""):
    word = "FAILED" if faults else "ok"
    results[word] += 1
    print(f"{word:7} {name}")
    for fault in faults:
        print(f"        {fault}")
    if faults and more:
        print("        " + more.replace("\n", "\n        "))
    sys.stdout.flush()


def grade(folder, out, *options):
    """Runs kit_class and returns (exit code, what it printed, {name: row})."""
    environment = dict(os.environ, FILTERLAB_SECRET="outside")
    labs = {path.name[:2] for path in folder.glob("*/*")}
    done = subprocess.run([KIT_CLASS, "grade", folder, "--out", out, "--labs", ",".join(sorted(labs)), "--confine", *options], text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
    rows = {}
    if (out / "gradebook.sqlite").exists():
        with contextlib.closing(sqlite3.connect(out / "gradebook.sqlite")) as book:
            book.row_factory = sqlite3.Row
            for row in book.execute("select * from result"):
                rows[re.sub(r"^s\d+_", "", row["student"]), row["lab"]] = row
    return done.returncode, done.stdout, rows


def conclude():
    """Prints the sums; the exit code."""
    print(f"{results['ok']} passed, {results['FAILED']} failed")
    return 1 if results["FAILED"] else 0
