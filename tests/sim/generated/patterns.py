"""Kernels with and without data races, made of the templates in patterns/.

A template begins with lines of settings, each a word and its values:

  types T...      element types; int8 and uint8 are characters
  blocks B...     threads of a block; several shapes of two dimensions are made of them, unless `only_1d`
  grids G...      blocks
  cut N...        elements that the last block lacks (default 0); where it is not 0, `@if` guards
  scopes S...     device, system, block: what `@S` puts after an atomic function's name
  clean N         how many kernels without a race; `clean N when CONDITION` draws more of a kind
  plain_access    shared and global arrays are used by index alone
  bug NAME KIND[,KIND...] [xN] [CONDITION...]: why this is a race by the memory model; the first KIND has to be found
  known NAME: why the bug cannot be found, in principle or by choice

A CONDITION is `B>=64`, `G>=2`, `cut>0` or the like. Then come the parts `--- kernel` and `--- host`, the latter a function's
body that returns 0 if the result is right. In both, T, B, G, N (B * G less the cut), D (1 or -1), K (the kernel's name)
are replaced as words, and

  @kernel(...) {     the kernel's head; @args(...) its arguments in the launch
  @shared T s[N];    shared memory
  @in[i]             an element of such an array or of a pointer parameter: by index, by pointer, or by a struct
  @tid @i            the thread's number in its block, as t, and in the grid, as i
  @if                `if (i < n) ` where the last block is not full
  @block             the block's shape

A line may end in directives: `//- bug...` it is left out in these bugs, `//+ bug...` it is there in these alone,
`//! bug...` in these it makes the race, so that a finding may name it; `all` are all bugs, `clean` none.
"""
import random
import re
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "patterns"
BUGS_OF_A_KIND, CLEAN_OF_A_KIND = 2, 6
SHAPES = {32: ["32", "8, 4"], 64: ["64", "8, 8", "32, 2"], 96: ["96", "32, 3"], 128: ["128", "16, 8", "32, 4"],
          256: ["256", "16, 16", "64, 4"]}
DIRECTIVE = re.compile(r"\s*//([-+!]) ([\w ]+)")


@dataclass
class Bug:
    name: str
    kinds: list
    count: int
    conditions: list
    why: str


@dataclass
class Pattern:
    name: str
    about: str
    settings: dict
    bugs: list
    known: dict
    clean: list  # of (count, conditions)
    kernel: list
    host: list


@dataclass
class Case:
    """One kernel: `text` is its source; `marks` are the numbers of its lines, from 0, that a finding may name."""
    name: str
    pattern: str
    bug: str
    kinds: list
    why: str
    known: str
    text: list
    marks: set = field(default_factory=set)


def read(path):
    settings, bugs, known, clean, parts, part = {}, [], {}, [], {"kernel": [], "host": []}, None
    lines = path.read_text().splitlines()
    for line in lines[1:]:
        if line.startswith("--- "):
            part = line[4:]
        elif part:
            parts[part].append(line)
        elif line.startswith("bug "):
            head, why = line[4:].split(": ", 1)
            name, kinds, *rest = head.split()
            count = [int(word[1:]) for word in rest if word[0] == "x"]
            bugs.append(Bug(name, kinds.split(","), (count or [BUGS_OF_A_KIND])[0],
                            [word for word in rest if word[0] != "x"], why))
        elif line.startswith("known "):
            name, why = line[6:].split(": ", 1)
            known[name] = why
        elif line.startswith("clean "):
            count, *rest = line[6:].split()
            clean.append((int(count), rest[1:]))
        elif line:
            word, *values = line.split()
            settings[word] = values
    return Pattern(path.stem, lines[0].lstrip("# "), settings, bugs, known, clean or [(CLEAN_OF_A_KIND, [])],
                   parts["kernel"], parts["host"])


def patterns():
    return [read(path) for path in sorted(FOLDER.glob("*.pattern"))]


def holds(conditions, choice):
    return all(eval(text, {"__builtins__": {}}, choice) for text in conditions)


def choices(pattern, conditions, chance):
    """All combinations of the settings that satisfy the conditions, in an order by chance."""
    def ints(word, default):
        return [int(value) for value in pattern.settings.get(word, default)]
    found = []
    for kind in pattern.settings.get("types", ["int"]):
        for threads in ints("blocks", ["64"]):
            shapes = [str(threads)] if "only_1d" in pattern.settings else SHAPES.get(threads, [str(threads)])
            for shape in shapes:
                for grid in ints("grids", ["1"]):
                    for cut in ints("cut", ["0"]):
                        for scope in pattern.settings.get("scopes", ["device"]):
                            for access in ["index"] if "plain_access" in pattern.settings else ["index", "pointer", "struct"]:
                                for direction in (1, -1):
                                    found.append({"T": kind, "B": threads, "shape": shape, "G": grid, "cut": cut,
                                                  "scope": scope, "access": access, "D": direction})
    found = [one for one in found if holds(conditions, one) and not (one["scope"] == "block" and one["G"] > 1)]
    chance.shuffle(found)
    return found


def spread(found, count):
    """`count` of the choices that differ from one another in as many settings as may be."""
    taken = []
    while found and len(taken) < count:
        def alike(one):
            return sum(one[key] == other[key] for other in taken for key in one)
        best = min(found, key=alike)
        found.remove(best)
        taken.append(best)
    return taken


class Writer:
    """Makes one kernel's source of a template and a choice."""

    def __init__(self, pattern, name, choice, bug):
        self.pattern, self.name, self.choice, self.bug = pattern, name, choice, bug
        self.shared, self.before = [], []
        self.struct = choice["access"] == "struct"

    def accesses(self, line):
        def ending(start):
            depth = 0
            for at in range(start, len(line)):
                depth += {"[": 1, "]": -1}.get(line[at], 0)
                if depth == 0:
                    return at
            raise ValueError(f"{self.pattern.name}: no ] in {line}")
        while match := re.search(r"@(\w+)\[", line):
            name, open_ = match.group(1), match.end() - 1
            close = ending(open_)
            index = line[open_ + 1:close]
            if self.choice["access"] == "pointer":
                text = f"*({name} + {index})" if re.fullmatch(r"\w+", index) else f"*({name} + ({index}))"
                if line[close + 1:close + 2] in (".", "[") or line[close + 1:close + 3] == "++":
                    text = f"({text})"
            elif self.struct:
                text = f"{name}_.v[{index}]" if name in self.shared else f"a.{name}[{index}]"
            else:
                text = f"{name}[{index}]"
            line = line[:match.start()] + text + line[close + 1:]
        return line

    def words(self, line):
        choice = self.choice
        scope = "block" if self.bug and self.bug.name.startswith("block_scope") else choice["scope"]
        line = line.replace("@tid", "const int t = threadIdx.x;" if "," not in choice["shape"] else
                            "const int t = threadIdx.y * blockDim.x + threadIdx.x;")
        line = line.replace("@if ", "if (i < n) " if choice["cut"] else "")
        line = line.replace("@i;", "const int i = blockIdx.x * B + t;")
        line = line.replace("@block", f"dim3({choice['shape']})")
        line = line.replace("@S", "" if scope == "device" else "_" + scope)
        if match := re.search(r"@args\((.*)\)\);", line):
            text = f"Args_K{{{match.group(1)}}}" if self.struct else match.group(1)
            line = line[:match.start()] + text + ");" + line[match.end():]
        values = {"T": choice["T"], "B": str(choice["B"]), "G": str(choice["G"]),
                  "N": str(choice["B"] * choice["G"] - choice["cut"]), "D": str(choice["D"])}
        line = re.sub(r"\b[TBGND]\b", lambda match: values[match.group()], line)
        return re.sub(r"\bK\b|\bK(?=_)|(?<=_)K\b", self.name, line)

    def head(self, line):
        inner = re.match(r"@kernel\((.*)\) \{", line).group(1)
        if not self.struct:
            return [f"__global__ void K({inner}) {{"]
        members = [part.strip() for part in inner.split(",")]
        names = [re.search(r"(\w+)$", member).group(1) for member in members]
        copies = [f"  const int {name} = a.{name};" for member, name in zip(members, names) if "*" not in member]
        return ["struct Args_K {", *(f"  {member};" for member in members), "};",
                "__global__ void K(Args_K a) {", *(f"{copy}\n  (void){copy.split()[2]};" for copy in copies)]

    def shared_array(self, line):
        match = re.match(r"(\s*)@shared (.+) (\w+)\[(.*)\];", line)
        space, kind, name, size = match.groups()
        if not self.struct:
            return [f"{space}__shared__ {kind} {name}[{size}];"]
        self.shared.append(name)
        self.before.append(f"struct Shared_{name}_K {{\n  {kind} v[{size}];\n}};")
        return [f"{space}__shared__ Shared_{name}_K {name}_;"]

    def part(self, lines):
        """[(line, whether it is marked)]"""
        made = []
        for line in lines:
            marked, there = False, True
            for sign, names in DIRECTIVE.findall(line):
                among = self.bug is not None and (self.bug.name in names.split() or "all" in names.split())
                among = among or (self.bug is None and "clean" in names.split())
                there = there and not (sign == "-" and among) and not (sign == "+" and not among)
                marked = marked or (sign == "!" and among)
            line = DIRECTIVE.sub("", line)
            if not there:
                continue
            if line.startswith("@kernel"):
                head = len(made)
                made += [(one, False) for text in self.head(line) for one in text.split("\n")]
            elif line.lstrip().startswith("@shared "):
                made += [(one, False) for one in self.shared_array(line)]
            else:
                made.append((self.accesses(line), marked))
        if self.shared:  # their structs stand in front of the kernel
            made[head:head] = [(one, False) for text in self.before for one in text.split("\n")]
            self.shared = []
        return [(self.words(line), marked) for line, marked in made]

    def write(self):
        kernel = self.part(self.pattern.kernel)
        host = [f"static int run_{self.name}() {{", f"  const int n = {self.words('N')};", "  (void)n;",
                *(line for line, _ in self.part(self.pattern.host)), "}"]
        return kernel + [(line, False) for line in host]


def case(pattern, name, choice, bug):
    written = Writer(pattern, name, choice, bug).write()
    kinds = " ".join(bug.kinds) if bug else "nothing"
    text = [f"// {name}: {pattern.about}; {choice['T']}, {choice['access']}, block ({choice['shape']}), "
            f"{choice['G']} blocks", f"// bug: {bug.name if bug else 'none'}; finds {kinds}"]
    if bug:
        text.append(f"// why: {bug.why}")
    start = len(text)
    marks = {start + n for n, (_, marked) in enumerate(written) if marked}
    text += [line + (f"  // may: {kinds}" if marked else "") for line, marked in written]
    if bug and not marks:
        raise ValueError(f"{pattern.name}: no line is marked for {bug.name}")
    known = pattern.known.get(bug.name, "") if bug else ""
    return Case(name, pattern.name, bug.name if bug else "none", bug.kinds if bug else [], bug.why if bug else "", known, text, marks)


def cases(seed=1):
    """All kernels of a seed, in the order of the patterns."""
    made = []
    for pattern in patterns():
        seen = set()
        wanted = [(bug, bug.count, bug.conditions) for bug in pattern.bugs]
        wanted += [(None, count, conditions) for count, conditions in pattern.clean]
        number = 0
        for bug, count, conditions in wanted:
            chance = random.Random(f"{seed} {pattern.name} {bug.name if bug else 'none'} {conditions}")
            added = 0
            for choice in spread(choices(pattern, conditions, chance), 3 * count):
                if added == count:
                    break
                one = case(pattern, f"{pattern.name}_{number:02}", choice, bug)
                if (body := "\n".join(one.text[1:]).replace(one.name, "K")) in seen:
                    continue  # this pattern has no use for what differs
                seen.add(body)
                made.append(one)
                number += 1
                added += 1
    return made


def unit(some):
    """The text of a .cu file with these cases, and the cases' first line numbers."""
    lines, first = ['#include "support.cuh"', "#include <cooperative_groups.h>", ""], {}
    for one in some:
        first[one.name] = len(lines) + 1
        lines += [*one.text, ""]
    lines += ["static const Run runs[] = {", *(f'    {{"{one.name}", run_{one.name}}},' for one in some), "};",
              f"int main(int argc, char** argv) {{ return run_all(runs, {len(some)}, argc, argv); }}"]
    return "\n".join(lines) + "\n", first
