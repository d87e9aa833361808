"""Draws which function of a .cu or .cpp file calls which, for graphviz.

Doxygen's own call graphs end at <<<...>>>, which it cannot parse. The files are laid out by
clang-format, so a definition is a line at the left edge, or its continuation, that ends with "{".
"""
import re

DEFINITION = re.compile(
    r"^(?!namespace|struct|class|enum|constexpr|using|typedef|inline constexpr|#|//|\}|\s)"
    r"(?P<head>(?:[^;{}=]|=(?=[^;{}]*\)))*?)\{\n(?P<body>(?:.*\n)*?)^\}", re.M)
CONTRACT, KERNEL, DEVICE, HOST = "contract", "kernel", "device", "host"


def uncommented(text):
    return re.sub(r"//(?! namespace$).*", "", text, flags=re.M)


def functions(text):
    """The functions that a file defines, in order: {name: (kind, body)}."""
    found = {}
    start = text.rfind("}  // namespace\n")  # what follows the anonymous namespace is the contract's
    for match in DEFINITION.finditer(text):
        head = match.group("head")
        name = re.search(r"([A-Za-z_]\w*)\s*\(", re.sub(r"__launch_bounds__\([^)]*\)", "", head))
        if not name or name.group(1) in found:
            continue
        if "__global__" in head:
            kind = KERNEL
        elif "__device__" in head:
            kind = DEVICE
        else:
            kind = CONTRACT if match.start() > start else HOST
        found[name.group(1)] = (kind, match.group("body"))
    return found


def graph(path):
    """A graph in graphviz's language, or None where there is nothing to see."""
    defined = functions(uncommented(path.read_text(encoding="utf-8")))
    edges = []
    for name, (_, body) in defined.items():
        for other in defined:
            if other != name and re.search(rf"\b{other}\b", body):
                edges.append((name, other, "<<<" in body and defined[other][0] == KERNEL))
    if len(edges) < 2:
        return None, ""
    shapes = {CONTRACT: "box, style=bold", KERNEL: "box, peripheries=2", DEVICE: "ellipse", HOST: "box"}
    lines = ['digraph calls { graph [rankdir=LR, nodesep=0.15, ranksep=0.4];',
             'node [fontname="DejaVu Sans", fontsize=11, height=0.3]; edge [arrowsize=0.7];']
    used = {name for edge in edges for name in edge[:2]}
    lines += [f'"{name}" [shape={shapes[kind]}];' for name, (kind, _) in defined.items() if name in used]
    lines += [f'"{a}" -> "{b}"{" [style=dashed]" if launch else ""};' for a, b, launch in edges]
    text = "; ".join(f"{name} {'launches' if any(l for a, _, l in edges if a == name) else 'calls'} "
                     + ", ".join(b for a, b, _ in edges if a == name)
                     for name in defined if any(a == name for a, _, _ in edges))
    return "\n".join(lines + ["}"]), text
