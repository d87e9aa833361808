"""Plausible mistakes, made by changing a solution's source in one place, as a student would get it wrong.

mistakes(text) yields a Mistake for every place and operator. An operator knows what was changed, not what comes of
it: CAUSES lists, for each, the causes that may truthfully be named for such a change.
"""

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|^[ \t]*#[^\n]*|[A-Za-z_]\w*|'
    r"\d[\w.']*|<<<|>>>|<<=|>>=|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|\+\+|--|->|::|<<|>>|[^\s\w]",
    re.S | re.M)

OUTSIDE = {"out_of_bounds", "out_of_bounds_write", "illegal_address", "host_pointer", "null_pointer", "segmentation_fault",
           "misaligned", "shared_race", "use_after_free"}
PLACE = {"shifted", "transposed", "wrong_pitch", "wrong_halo", "incomplete_tile", "wrong_border", "wrong_edge_blocks",
         "unwritten_pixels", "nothing_written", "flipped_filter", "transposed_filter", "wrong_filter"}
VALUE = {"wrong_formula", "wrong_filter", "not_normalised", "scaled", "wrong_rounding", "low_precision", "not_finite"}
ORDER = {"race", "shared_race", "global_race", "divergent_barrier", "uninitialised_read", "stale_state"}
NEVER = {"infinite_loop_or_deadlock", "invalid_launch", "deadlock"}
HOST = {"leak", "unchecked_error", "launch_refused", "wrong_copy", "bad_free", "invalid_launch", "nothing_written",
        "unwritten_pixels", "all_zeros"}

CAUSES = {
    "bound": OUTSIDE | PLACE | VALUE | ORDER | NEVER,
    "literal": OUTSIDE | PLACE | VALUE | ORDER | NEVER,
    "axis": OUTSIDE | PLACE | ORDER | NEVER | {"wrong_formula"},
    "sign": OUTSIDE | PLACE | VALUE | ORDER | NEVER,
    "dropped statement": OUTSIDE | PLACE | VALUE | ORDER | HOST | NEVER | {"unset_variable", "all_zeros"},
    "dropped barrier": ORDER,
    "dropped condition": OUTSIDE | PLACE | ORDER | {"wrong_formula", "not_finite"},
    "exchanged arguments": OUTSIDE | PLACE | VALUE | HOST | ORDER,
    "exchanged statements": OUTSIDE | PLACE | VALUE | ORDER | HOST | {"unset_variable", "use_after_free"},
    "narrower type": VALUE | OUTSIDE | PLACE | {"undefined_conversion", "shift_out_of_range", "signed_overflow"},
    "assignment": VALUE | PLACE | OUTSIDE | ORDER | {"unset_variable", "copied_input"},
    "minimum": OUTSIDE | PLACE | VALUE,
    "thread for block": OUTSIDE | PLACE | ORDER | {"wrong_formula"},
    "stride": OUTSIDE | PLACE | VALUE | ORDER | NEVER,
    "bytes": HOST | OUTSIDE | {"wrong_copy", "uninitialised_read", "unset_variable"},
    "static": ORDER | VALUE | {"stale_state"},
    "stream": HOST | ORDER | {"wrong_stream"},
    "array for element": VALUE | PLACE | OUTSIDE,
}


@dataclass(frozen=True)
class Mistake:
    operator: str
    line: int
    old: str
    new: str
    text: str  # the whole changed file

    def key(self):
        return f"{self.operator}: {self.line}: {self.old} -> {self.new}"


def tokens_of(text):
    """[(token, begin, end)] without comments, strings and directives."""
    return [(match.group(), match.start(), match.end()) for match in TOKEN.finditer(text)
            if match.group()[0] not in "\"'/" or match.group() in ("/", "/=")
            if not match.group().lstrip().startswith("#")]


def replaced(text, operator, begin, end, new):
    line = text.count("\n", 0, begin) + 1
    return Mistake(operator, line, " ".join(text[begin:end].split()), " ".join(new.split()), text[:begin] + new + text[end:])


def spaced(text, begin, end):
    """Whether the token stands between spaces, as clang-format sets binary operators and no template's brackets."""
    return text[begin - 1] in " \n" and text[end:end + 1] in (" ", "\n")


def by_token(text, tokens):
    names = {token for token, _, _ in tokens}
    for n, (token, begin, end) in enumerate(tokens):
        before = tokens[n - 1][0] if n else ""
        after = tokens[n + 1][0] if n + 1 < len(tokens) else ""
        swap = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}.get(token)
        if swap and spaced(text, begin, end):
            yield replaced(text, "bound", begin, end, swap)
        if token in "+-" and spaced(text, begin, end):
            yield replaced(text, "sign", begin, end, "-" if token == "+" else "+")
            if after == "1":
                yield replaced(text, "literal", begin - 1, tokens[n + 1][2], "")
        if token in ("0", "1", "2") and before not in ("<<<", "[", "case") and after != "'" and "template" not in text[begin - 40:begin]:
            yield replaced(text, "literal", begin, end, {"0": "1", "1": "2", "2": "1"}[token])
        if token in ("x", "y") and before in (".", ) and n >= 2 and tokens[n - 2][0] in ("threadIdx", "blockIdx", "blockDim", "gridDim", "block", "grid"):
            yield replaced(text, "axis", begin, end, "y" if token == "x" else "x")
        for one, other in (("width", "height"), ("x", "y"), ("column", "row"), ("columns", "rows"), ("dx", "dy"), ("i", "j")):
            for a, b in ((one, other), (other, one)):
                if token == a and b in names and before not in (".", "->", "int", "float", "unsigned", "&", "*") and after not in ("=", "(", "{"):
                    yield replaced(text, "axis", begin, end, b)
        if token in ("threadIdx", "blockIdx"):
            yield replaced(text, "thread for block", begin, end, "blockIdx" if token == "threadIdx" else "threadIdx")
        if token in ("+=", "-="):
            yield replaced(text, "assignment", begin, end, "=")
        if token in ("min", "max"):
            yield replaced(text, "minimum", begin, end, "max" if token == "min" else "min")
        if token == "++" and before in (";", ")") and re.fullmatch(r"\w+", after):
            yield replaced(text, "stride", begin, tokens[n + 1][2], f"{after} += 2")
        if token in ("blockDim", "warpSize", "gridDim") and before == "+=":
            yield replaced(text, "stride", begin, text.index(")", begin), "1")
        narrow = {"double": "float", "float": "int", "uint32_t": "uint16_t", "size_t": "uint16_t", "int": "short",
                  "unsigned": "unsigned char", "uint64_t": "uint32_t"}.get(token)
        if narrow and before in ("const", "(", ";", "{", "}", "::", ",") and re.fullmatch(r"[A-Za-z_]\w*|\(", after) and text.rfind("\n}", 0, begin) < text.rfind("{", 0, begin):
            yield replaced(text, "narrower type", begin, end, narrow)
        if token == "&&" and spaced(text, begin, end):
            begun, depth = n - 1, 0
            while begun >= 0 and not (depth == 0 and tokens[begun][0] in ("(", "&&", "||", "?", "=", "return", "{", ";")):
                depth += {")": 1, "(": -1}.get(tokens[begun][0], 0)
                begun -= 1
            yield replaced(text, "dropped condition", tokens[begun + 1][1], tokens[n + 1][1], "")
            last, depth = n + 1, 0
            while last < len(tokens) and not (depth == 0 and tokens[last][0] in (")", "&&", "||", "?", ";", ",")):
                depth += {"(": 1, ")": -1}.get(tokens[last][0], 0)
                last += 1
            yield replaced(text, "dropped condition", begin - 1, tokens[last - 1][2], "")
        if token == "*" and after == "sizeof":
            yield replaced(text, "bytes", begin - 1, text.index(")", end) + 1, "")
        if token == "stream" and before == "," and after == ">>>":
            yield replaced(text, "stream", tokens[n - 1][1], end, "")


# Calls that do not tell their arguments apart.
COMMUTATIVE = {"min", "max", "fminf", "fmaxf", "fmin", "fmax", "swap", "__mul24", "fmul_rn"}


def called(text, begin):
    """The name of the call in whose arguments `begin` stands."""
    depth = 0
    for at in range(begin - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if depth < 0:
            return re.search(r"(\w*)$", text[:at])[1]
    return ""


def by_call(text, tokens):
    """Two neighbouring arguments of a call that are names or simple sums, exchanged."""
    for match in re.finditer(r"(?<=[(, ])([\w.]+(?: [-+] [\w.]+)?), ([\w.]+(?: [-+] [\w.]+)?)(?=[,)])", text):
        line = text[text.rfind("\n", 0, match.start()) + 1:text.find("\n", match.start())]
        if line.lstrip().startswith(("//", "#", "template", "*")) or match[1] == match[2] or re.search(r"\b(int|float) \w+,", line):
            continue
        if called(text, match.start()) in COMMUTATIVE:
            continue
        yield replaced(text, "exchanged arguments", match.start(), match.end(), f"{match[2]}, {match[1]}")


def indent_of(line):
    return len(line) - len(line.lstrip())


# Names that calls may share although their order does not matter.
SHARED = {"CUDA_CHECK", "cudaSuccess", "stream", "sizeof", "float", "int", "const", "width", "height", "kit", "std", "static_cast",
          "cudaMemcpyDeviceToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToDevice", "dim3", "unsigned", "nullptr"}


def depends(first, second):
    """Whether one of two statements uses what the other one changes, or both are calls about one thing."""
    def changed(line):
        line = re.sub(r"\bconst\b ?", "", line)
        match = re.match(r"\s*(?:[\w:<>]+[ *&]+)?(\w+)[^=;(]*(?:[-+*/|&^]?=|\+\+|--)[^=]", line)
        return match[1] if match else None

    def uses(line, name):
        return name is not None and re.search(rf"\b{name}\b", line) is not None

    def is_call(line):
        return line.strip().startswith(("kit::", "CUDA_CHECK", "cuda", "__sync", "launch")) or "<<<" in line

    def names(line):
        return {name for name in re.findall(r"[A-Za-z_]\w*", line) if name not in SHARED and not name.startswith("cuda")}

    if first.strip() == second.strip():
        return False
    if uses(second, changed(first)) or uses(first, changed(second)) or "__sync" in first + second:
        return True
    return is_call(first) and is_call(second) and bool(names(first) & names(second))


def by_line(text):
    lines = text.splitlines(keepends=True)
    begin, previous, depth = 0, None, 0
    for line in lines:
        code = line.strip()
        inside = depth > 0
        depth += code.count("{") - code.count("}")
        statement = inside and code.endswith(";") and not code.startswith(("//", "}", "#", "for", "return", "using", "constexpr", "static_assert"))
        whole = statement and code.count("(") == code.count(")") and not (previous and not previous[2].rstrip().endswith((";", "{", "}", ":")))
        declares = re.match(r"(const )?[\w:<>]+[ *&]+\w+( = |;|\[|\()", code) is not None and "__shared__" not in code
        if whole and "__sync" in code:
            yield replaced(text, "dropped barrier", begin, begin + len(line), "")
        elif whole and not declares and "__shared__" not in code and "extern" not in code:
            if code.startswith("if ("):
                close = line.index(") ", line.index("if (")) if ") " in line else None
                balanced = close and line.count("(", 0, close + 1) == line.count(")", 0, close + 1)
                if balanced:
                    yield replaced(text, "dropped condition", begin, begin + close + 2, " " * indent_of(line))
            yield replaced(text, "dropped statement", begin, begin + len(line), "")
        elif whole and declares and " = " in code and not code.startswith("const"):
            indent = indent_of(line)
            yield replaced(text, "static", begin + indent, begin + indent, "static ")
        if whole and previous and previous[3] and depends(previous[2], line) and indent_of(previous[2]) == indent_of(line):
            yield replaced(text, "exchanged statements", previous[0], begin + len(line), line + previous[2])
        if code and not code.startswith("//"):
            previous = (begin, begin + len(line), line, whole)
        begin += len(line)


def mistakes(text):
    """Every mistake that the operators make of a source, each text once."""
    tokens = tokens_of(text)
    seen = {text}
    for source in (by_token(text, tokens), by_call(text, tokens), by_line(text)):
        for mistake in source:
            if mistake.text not in seen and "".join(mistake.text.split()) != "".join(text.split()):
                seen.add(mistake.text)
                yield mistake
