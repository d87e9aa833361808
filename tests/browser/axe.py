"""axe-core, the rules of accessibility that others keep, run on a page. npm has it; where npm is not there or does not
answer, that is said once and the other checks go on."""
import functools
import os
import pathlib
import shutil
import subprocess
import tarfile

VERSION = "4.14.1"
KEPT = pathlib.Path("build/axe-core")  # what npm sent
SECONDS = 60
# What hinders some readers, or keeps them out. Lesser remarks ("moderate", "minor") are matters of taste.
SERIOUS = ("serious", "critical")
RUN = r"""axe.run(document, {preload: false, resultTypes: ['violations']}).then((found) => found.violations.flatMap((rule) =>
  rule.nodes.map((node) => [rule.impact, `${rule.id}: ${rule.help}: ${node.html.replace(/\s+/g, ' ').slice(0, 120)}`])))"""


@functools.cache
def script():
    """Its source; "" where it cannot be had."""
    archive = KEPT / f"axe-core-{VERSION}.tgz"
    why = "there is no npm" if not shutil.which("npm") else "npm does not answer"
    if not archive.is_file() and shutil.which("npm"):
        KEPT.mkdir(parents=True, exist_ok=True)
        try:
            subprocess.run(["npm", "pack", "--silent", f"axe-core@{VERSION}"], cwd=KEPT, timeout=SECONDS, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except (subprocess.SubprocessError, OSError):
            archive.unlink(missing_ok=True)
    try:
        with tarfile.open(archive) as packed:
            return packed.extractfile("package/axe.min.js").read().decode()
    except (OSError, KeyError, tarfile.TarError):
        print(f"skipped axe-core: {why}", flush=True)
        return ""


def faults_of(tab):
    """What axe-core calls serious or critical on the page as a tab shows it now, a line each."""
    if os.environ.get("KIT_AXE") == "0" or not script():
        return []
    if not tab.evaluate("'axe' in window"):
        tab.evaluate(script() + "; true")
    return [f"axe, {impact}: {text}" for impact, text in tab.evaluate(RUN) if impact in SERIOUS]
