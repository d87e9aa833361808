#!/usr/bin/env python3
"""kit watch at a terminal and without one: watch.py KIT FILE, where FILE is a stage's of lab 01 that passes.
Prints "ok NAME" per check; exit code 1 at the first that fails."""
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time

kit, file = sys.argv[1], pathlib.Path(sys.argv[2])
TIMEOUT = 120


class Watch:
    """kit watch with a terminal of its own, or with pipes."""

    def __init__(self, terminal):
        if terminal:
            self.master, slave = pty.openpty()
            self.before = termios.tcgetattr(slave)
            self.slave = slave
            self.process = subprocess.Popen([kit, "watch", "01"], stdin=slave, stdout=slave, stderr=slave,
                                            start_new_session=True)
            self.reader = self.writer = self.master
        else:
            self.process = subprocess.Popen([kit, "watch", "01"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.STDOUT)
            self.reader, self.writer = self.process.stdout.fileno(), self.process.stdin.fileno()
        self.text = ""

    def wait_for(self, pattern):
        """Reads until the pattern comes; what came up to its end is returned and forgotten."""
        end = time.monotonic() + TIMEOUT
        while not (found := re.search(pattern, self.text)):
            if time.monotonic() > end:
                sys.exit(f"no '{pattern}' within {TIMEOUT} s in: {self.text}")
            if select.select([self.reader], [], [], 0.2)[0]:
                data = os.read(self.reader, 65536)
                if not data:
                    sys.exit(f"ended without '{pattern}': {self.text}")
                self.text += data.decode(errors="replace")
        text, self.text = self.text[:found.end()], self.text[found.end():]
        return text

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def check(name, good, why=""):
    if not good:
        sys.exit(f"FAILED {name}: {why}")
    print("ok", name)


right = file.read_text()
wrong = right.replace("= sum;", "= sum + 1;")

watch = Watch(terminal=True)
text = watch.wait_for("q leaves")
check("grades at once", "passed, 100 of 100" in text, text)
check("measures no speed", "not measured this time" in text and "Timing" not in text, text)
check("clears the screen", "\033[2J" in text, repr(text[:80]))
before = watch.cpu_seconds()
time.sleep(3)
used = watch.cpu_seconds() - before
check("waits without work", used < 0.3, f"{used} s of CPU in 3 s")
file.write_text(wrong)
text = watch.wait_for("q leaves")
check("grades a save", "wrong, " in text and "\033[2J" in text, text)
new = file.with_suffix(".tmp")
new.write_text(right)
new.rename(file)
text = watch.wait_for("q leaves")
check("grades a save by renaming, as editors do", "passed, 100 of 100" in text, text)
os.write(watch.writer, b"\n")
text = watch.wait_for("q leaves")
check("grades again at Enter", "passed, 100 of 100" in text, text)
file.write_text(wrong)
watch.wait_for("Grading ")
file.write_text(right)
text = watch.wait_for("q leaves")
check("a save while it grades is graded", "passed, 100 of 100" in text, text)
os.write(watch.writer, b"xq")
watch.wait_for("stopped watching")
check("q leaves, other keys do not", watch.process.wait(10) == 0)
check("leaves the terminal as it was", termios.tcgetattr(watch.slave)[3] == watch.before[3])

watch = Watch(terminal=True)
watch.wait_for("Grading ")
os.write(watch.writer, b"q")
watch.wait_for("stopped watching")
check("q leaves while it grades", watch.process.wait(10) == 0)

watch = Watch(terminal=True)
watch.wait_for("q leaves")
watch.process.send_signal(signal.SIGINT)
watch.wait_for("stopped watching")
check("Ctrl-C leaves the terminal as it was",
      watch.process.wait(10) == 0 and termios.tcgetattr(watch.slave)[3] == watch.before[3])

watch = Watch(terminal=False)
text = watch.wait_for("stop with Ctrl-C")
check("says what to do where the input is no terminal", "no terminal" in text, text)
check("clears nothing where the output is no terminal", "\033" not in text, repr(text))
watch.process.stdin.close()
time.sleep(1)
check("goes on at the input's end", watch.process.poll() is None)
file.write_text(wrong)
text = watch.wait_for("stop with Ctrl-C")
check("and grades saves", "wrong, " in text, text)
watch.process.terminate()
check("ends when told to", watch.process.wait(10) == 0)
file.write_text(right)
