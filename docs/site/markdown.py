"""Turns the kit's Markdown, written to be read on GitHub too, into Markdown for Doxygen.

Doxygen knows headings by ids and pages by names, where GitHub has slugs and paths. So headings get
ids, links get targets that Doxygen checks, figures become <img> with their texts, formulas between
dollar signs become Doxygen's, bold text and code in tables become HTML where Doxygen's own Markdown
stumbles over them, and the comments below are carried out:

    <!-- include FILE -->            the file, with line numbers
    <!-- include FILE FROM..TO -->   its lines from the first that holds FROM to the next that holds TO
    <!-- output FILE -->             the file as it is, as something a program printed

Behind each the committed Markdown has what it stands for, between fences, for those who read it elsewhere; fill.py puts
it there. Here it is left out.
"""
import html
import pathlib
import re

CODE_OR_LINK = re.compile(r"(`+)(?:.|\n)+?(?<!`)\1(?!`)|(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
CODE = r"(?P<ticks>`+)(?:.|\n)+?(?<!`)(?P=ticks)(?!`)"
CODE_OR_BOLD = re.compile(CODE + r"|\*\*(?P<bold>(?=\S)(?:`[^`]+`|\*(?!\*)|[^*`\n]|\n(?!\s*\n))+?)\*\*")
NUMBERED = re.compile(r"^( *)(\d+)\. ")
HEADING = re.compile(r"^(#{1,5}) +(.*?)(?: +\{#([\w-]+)\})?$")
COMMAND = re.compile(r"^<!-- (include|output) (\S+)(?: (.+?)\.\.(.+?))? -->$")
FENCE = re.compile(r"^\s*(```|~~~)")


class DocumentError(Exception):
    """Something in a page that has to be mended there: which file, what."""


def slug(heading):
    """The fragment that GitHub gives a heading."""
    text = re.sub(r"[`*]|\[|\]\([^)]*\)", "", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def id_of(page, heading, explicit):
    return explicit or f"{page}_{re.sub(r'[^a-z0-9]+', '_', slug(heading)).strip('_')}"


def outside_code(text):
    """Yields (line, whether it is prose); what stands between fences is not."""
    fence = None
    for line in text.splitlines():
        mark = FENCE.match(line)
        if fence:
            yield line, False
            if mark and line.strip() == fence:
                fence = None
        elif mark:
            fence = mark.group(1)
            yield line, False
        else:
            yield line, True


def result_name(path):
    """The name of the page that shows a file of docs/results."""
    inside = pathlib.Path(*path.parts[2:]).with_suffix("")
    return "results_" + re.sub(r"\W", "_", inside.as_posix())


class Page:
    """One Markdown file of the repository and the name of its page."""

    def __init__(self, root, path, name):
        self.root, self.path, self.name = root, path, name
        self.text = (root / path).read_text(encoding="utf-8")
        self.title, self.fragments, items = None, {}, set()
        for number, (line, prose) in enumerate(outside_code(self.text), 1):
            item = NUMBERED.match(line) if prose else None
            if item:
                indent, n = item.group(1), int(item.group(2))
                if n != 1 and (indent, n - 1) not in items:
                    raise DocumentError(f"{path}:{number}: a line that begins with '{n}.' becomes a list; break it elsewhere")
                items.add((indent, n))
            heading = HEADING.match(line) if prose else None
            if not heading:
                continue
            items.clear()
            title, explicit = heading.group(2), heading.group(3)
            if self.title is None:
                self.title = title
                self.name = explicit or name
                continue
            self.fragments[slug(title)] = id_of(self.name, title, explicit)
            if explicit:
                self.fragments[explicit] = explicit
        if self.title is None:
            raise DocumentError(f"{path}: no heading")


class Translator:
    """Translates pages; knows all of them, so that links find their targets."""

    def __init__(self, root, pages, headers, partial):
        self.root = root
        self.pages = {page.path: page for page in pages}
        self.headers = headers       # {file with a page of its own in the API: the name of that page}
        self.partial = partial       # a students' archive: what it lacks is not linked
        self.images = {}             # path in the repository -> name in the site

    def link(self, page, text, target):
        """A link's Markdown for Doxygen, on one line: Doxygen loses its way in one that runs over two."""
        text = " ".join(text.split())
        if re.match(r"[a-z]+:", target):
            return f"[{text}]({target})"
        path, _, fragment = target.partition("#")
        found = page.path if not path else self.resolve(page, path)
        if found is None:
            return text
        if found in self.pages:
            other = self.pages[found]
            if not fragment:
                return f"[{text}](@ref {other.name})"
            if fragment not in other.fragments:
                raise DocumentError(f"{page.path}: {target}: no such heading in {found}")
            return f"[{text}](@ref {other.fragments[fragment]})"
        if found in self.headers:
            return f"[{text}](@ref {self.headers[found]})"
        if found.suffix == ".csv" and found.parts[:2] == ("docs", "results"):
            return f"[{text}](@ref {result_name(found)})"
        if found.suffix == ".html":  # a page of its own, which explore.py copies
            return f'<a href="{found.parent.name}/{found.name}">{text}</a>'
        # A source file or a folder: the site has no page for it, so it says where it is.
        return f"`{found.as_posix()}`" if text == found.name and (self.root / found).is_file() else text

    def resolve(self, page, path):
        """The path in the repository that a page's link means; None where an archive lacks it."""
        found = (self.root / page.path.parent / path).resolve()
        if not found.exists():
            if self.partial:
                return None
            raise DocumentError(f"{page.path}: link to {path}, which is not there")
        found = found.relative_to(self.root)
        readme = found / "README.md"
        return readme if readme in self.pages else found

    def image(self, page, text, target):
        found = self.resolve(page, target)
        if found is None:
            return text
        if not text.strip():
            raise DocumentError(f"{page.path}: figure {target} has no text for those who do not see it")
        name = self.images.setdefault(found, "figure_" + re.sub(r"[^\w.]", "_", found.as_posix()))
        alt = re.sub(r"[`*]", "", " ".join(text.split())).replace('"', "&quot;")
        return f'<img class="figure" src="{name}" alt="{alt}"/>'

    def prose(self, page, text):
        """Links, figures and formulas of a stretch of text without fenced code."""
        def replace(match):
            if match.group(1):
                return match.group(0)
            make = self.image if match.group(2) else self.link
            return make(page, match.group(3), match.group(4))

        text = CODE_OR_BOLD.sub(lambda match: f"<b>{match['bold']}</b>" if match["bold"] else match[0], text)
        text = "\n".join(cells(line) if line.startswith("|") else line for line in text.split("\n"))
        pieces, last = [], 0
        for match in CODE_OR_LINK.finditer(text):
            pieces += [formulas(text[last:match.start()]), replace(match)]
            last = match.end()
        return "".join(pieces) + formulas(text[last:])

    def command(self, page, match):
        kind, name, start, end = match.groups()
        path = self.resolve(page, name)
        if path is None:
            return ""
        if kind == "output":
            return f"@verbinclude {path.as_posix()}"
        if start is None:
            return f"@includelineno {path.as_posix()}"
        return "```cpp\n" + excerpt(self.root / path, start, end) + "```"

    def translate(self, page, demote=0, title=True):
        """The page for Doxygen; `demote` lowers headings, without `title` the first is left out."""
        out, prose, first, filled = [], [], True, False

        def flush():
            if prose:
                out.append(self.prose(page, "\n".join(prose)))
                prose.clear()

        for line, is_prose in outside_code(page.text):
            filled = filled and not is_prose
            if filled:
                continue
            heading = HEADING.match(line) if is_prose else None
            command = COMMAND.match(line) if is_prose else None
            if heading:
                flush()
                name = page.name if first else id_of(page.name, heading.group(2), heading.group(3))
                if not first or title:
                    out.append(f"{heading.group(1)}{'#' * demote} {heading.group(2)} {{#{name}}}")
                first = False
            elif command:
                flush()
                out.append(self.command(page, command))
                filled = True
            elif is_prose:
                prose.append(line)
            else:
                flush()
                out.append(line)
        flush()
        return "\n".join(out) + "\n"


def cells(row):
    """A table's row; a bar in code is written `a\\|b`, of which Doxygen shows the backslash too."""
    def spelt(match):
        if "\\|" not in match[0]:
            return match[0]
        code = re.sub(r"([\\@])", r"\\\1", html.escape(match[0].strip("`").replace("\\|", "|"), quote=False))
        return f"<code>{code.replace('|', chr(92) + '|')}</code>"
    return re.sub(CODE, spelt, row)


def formulas(text):
    text = re.sub(r"\$\$(.+?)\$\$", r"\\f[\1\\f]", text, flags=re.S)
    return re.sub(r"(?<![\\$\w])\$([^$\n]+)\$(?!\w)", r"\\f$\1\\f$", text)


def excerpt(path, start, end):
    """The lines of a file from the one that holds `start` to the next that holds `end`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    first = next((n for n, line in enumerate(lines) if start in line), None)
    if first is None:
        raise DocumentError(f"{path}: no line holds '{start}'")
    # A brace means the one at the left edge, where a function ends.
    last = next((n for n in range(first + 1, len(lines)) if (lines[n] == end if end == "}" else end in lines[n])), None)
    if last is None:
        raise DocumentError(f"{path}: no line after {first + 1} holds '{end}'")
    return "\n".join(lines[first:last + 1]) + "\n"
