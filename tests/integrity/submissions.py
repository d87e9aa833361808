"""The submissions of submissions.json, put together from their files.

A line `// HONEST` stands for a right convolution named honest(): lab 01's in a .cpp file, lab 02's in a .cu
file. A line `// FRAME` puts what follows it in place of BODY in the nearest frame of that language, frame.cpp
or frame.cu, in the file's folder or above. A line `// SOLUTION`, in gpu/, stands for the solution's whole file
with its function named honest().
"""
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
SOLUTIONS = HERE.parents[1] / "solutions"


def entries():
    """The list, each entry as it stands in submissions.json."""
    return json.loads((HERE / "submissions.json").read_text())


def honest(solution, lab):
    """A solution's helpers and its convolution, as a function honest()."""
    text = (SOLUTIONS / solution).read_text()
    inside = text[text.index("namespace {") + len("namespace {"):]
    helpers, function = inside.split("}  // namespace\n", 1)
    function = function[:function.index(f"}}  // namespace {lab}")]
    return helpers + function.replace("void convolve(", "void honest(")


def framed(path):
    """A file's text, within its frame if it says so."""
    text = path.read_text(errors="surrogateescape")  # some are no UTF-8
    if "// FRAME\n" not in text:
        return text
    head, body = text.split("// FRAME\n", 1)
    frame = next(one for one in (folder / f"frame{path.suffix}" for folder in path.parents) if one.exists())
    return head + frame.read_text().replace("// BODY\n", body.strip() + "\n")


def compose(entry, port=0):
    """What an entry's file becomes; `port` is where the tests' own server listens."""
    text = framed(HERE / entry["file"])
    if entry["file"].endswith(".cu"):
        text = text.replace("// HONEST\n", honest("02_naive/naive.cu", "lab02"))
    elif "// HONEST\n" in text:
        text = "#include <algorithm>\n" + text.replace("// HONEST\n", honest("01_cpu_baseline/convolve.cpp", "lab01"))
    text = text.replace("PORT", str(port))
    return text.replace("\n", "\r\n") if entry.get("transform") == "crlf" else text


def attack_on_times(file, lab, replaces, function):
    """What a file of gpu/ becomes, in place of the file `replaces` of a lab's solution."""
    text = (SOLUTIONS / lab / replaces).read_text()
    if f"\nvoid {function}(" not in text:
        raise ValueError(f"{lab}/{replaces} has no {function}()")
    return framed(HERE / "gpu" / file).replace("// SOLUTION\n", text.replace(f"\nvoid {function}(", "\nvoid honest("))
