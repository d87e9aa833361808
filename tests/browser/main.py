"""Runs the browser's tests; tests/browser/run says how it is called."""
import importlib
import os
import pathlib
import sys

from browser import Browser, BrowserError

passed = failed = 0


def check(name, faults):
    """One case; `faults` is what is wrong with it, a line each."""
    global passed, failed
    if faults:
        failed += 1
        print(f"FAILED  {name}")
        for fault in faults[:12]:
            print(f"        {fault}")
        if len(faults) > 12:
            print(f"        and {len(faults) - 12} more")
    else:
        passed += 1
        print(f"ok      {name}")


def main(program, names):
    only = os.environ.get("ONLY", "")  # part of the name of a test_ function
    here = pathlib.Path(__file__).parent
    known = sorted(path.stem.removesuffix("_test") for path in here.glob("*_test.py"))
    for name in names:
        if name not in known:
            print(f"tests/browser/run: no tests '{name}'; there are: {' '.join(known)}", file=sys.stderr)
            return 2
    # Where SHARE (see tests/run) is above 1, every third function, by DRAW.
    step = 3 if int(os.environ.get("SHARE", "1")) > 1 and not names and not only else 1
    first = (int(os.environ.get("DRAW", "0")) >> 6) % step
    for name in names or known:
        module = importlib.import_module(f"{name}_test")
        for test in [value for key, value in vars(module).items() if key.startswith("test_") and only in key][first::step]:
            with Browser(program) as browser:
                try:
                    test(browser, check)
                except BrowserError as error:
                    check(f"{name}: {test.__name__}", [str(error)])
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
