"""The sets of mistakes that were written by hand, in tests/diagnosis/written: SET/LAB."""
from pathlib import Path

WRITTEN = Path(__file__).resolve().parent / "written"
SOLUTIONS = WRITTEN.parents[2] / "solutions"


def base_of(folder):
    """The right submission that the mistakes of a SET/LAB change: its own, or that of the set which `base_of` names,
    or the kit's solution."""
    own = folder / "base"
    if own.is_dir():
        return own
    name = (folder / "base_of").read_text().strip()
    return SOLUTIONS / folder.name if name == "solutions" else WRITTEN / name / folder.name / "base"
