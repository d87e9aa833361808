"""Grades changed copies of a lab's solution, for studies (02_naive/mutants/mutate, verdicts).

Needs a built kit (make programs). Python 3 standard library only.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def stop(message, code=2):
    """Ends the program with one line; 2 is wrong usage, 99 a fault of the kit."""
    print(f"{Path(sys.argv[0]).name}: {message}", file=sys.stderr)
    sys.exit(code)


class Regrader:
    """Grades a lab's solution (or what is in `base`) once, then copies of it that differ in one file.

    The objects of unchanged files are taken from the first build, so that a variant costs one
    compilation. `options` are passed on to `kit grade`.
    """

    def __init__(self, lab, backend="sim", seed=None, jobs=None, options=("--no-observe",), base=None):
        self.lab, self.backend, self.seed = lab, backend, seed
        self.options = list(options)
        self.jobs = jobs or os.cpu_count() or 1
        self.kit = ROOT / "build/bin/kit"
        if not self.kit.is_file():
            stop(f"{self.kit} is missing; run make programs")
        self.solution = Path(base or ROOT / "solutions" / lab)
        stages = json.loads((ROOT / "labs" / lab / "lab.json").read_text())["stages"]
        headers = [path.name for pattern in ("*.cuh", "*.hpp") for path in sorted(self.solution.glob(pattern))]
        self.files = list(dict.fromkeys([stage["file"] for stage in stages] + (headers if base else [])))
        (ROOT / "build").mkdir(exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix=f"regrade_{lab}_", dir=ROOT / "build"))

    def __enter__(self):
        verdict = self._grade("original", {})
        if verdict["verdict"] != "passed":
            stop(f"the solution of {self.lab} itself is not passed: {verdict['headline']}", 99)
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def grade_all(self, variants):
        """Verdicts of many variants {file: text}, in their order; some at a time."""
        with ThreadPoolExecutor(self.jobs) as pool:
            numbered = enumerate(variants)
            return list(pool.map(lambda pair: self._grade(f"variant{pair[0]}", pair[1]), numbered))

    def _grade(self, name, changed):
        source, out = self.folder / name / "src", self.folder / name / "out"
        (source / self.lab).mkdir(parents=True)
        for file in self.files:
            shutil.copy2(self._source_of(file), source / self.lab / file)
        for build in (self.backend, "observed"):
            self._copy_objects(out, build, changed)
        for file, text in changed.items():
            (source / self.lab / file).write_text(text)
        command = [self.kit, "grade", self.lab, "--src", source, "--backend", self.backend, "--out", out]
        command += self.options
        if self.seed is not None:
            command += ["--seed", str(self.seed)]
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace")
        if result.returncode not in (0, 1):
            lines = (result.stderr or result.stdout).strip().splitlines()
            stop(lines[-1] if lines else "kit ended without a word", result.returncode)
        verdict = json.loads((out / "verdict.json").read_text())
        if name != "original":
            shutil.rmtree(self.folder / name)
        return verdict

    def _source_of(self, file):
        """The base's file, or the skeleton's if the stage is younger than the base."""
        own = self.solution / file
        return own if own.is_file() else ROOT / "labs" / self.lab / file

    def _copy_objects(self, out, build, changed):
        made = self.folder / "original" / "out" / build
        if not made.is_dir():
            return
        target = out / build
        target.mkdir(parents=True)
        stems = {Path(file).stem for file in changed}
        for path in made.iterdir():
            if path.is_file() and path.name.split(".")[0] not in stems:
                shutil.copy2(path, target / path.name)


def first_failure(verdict):
    """(verdict, cause) a student meets first: of the first failed case whose cause could be told.

    Without such a case, of the first missing evidence; else the lab's verdict and no cause.
    """
    failed = [case for case in verdict["cases"] if case["verdict"] not in ("passed", "skipped", "not_done")]
    told = [case for case in failed if case["cause"] not in ("", "unknown")]
    for case in told + failed:
        return case["verdict"], case["cause"]
    for evidence in verdict["evidence"]:
        if evidence["verdict"] not in ("passed", "skipped"):
            return evidence["verdict"], "evidence " + evidence["id"]
    return verdict["verdict"], ""
