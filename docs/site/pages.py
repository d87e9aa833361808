#!/usr/bin/env python3
"""Writes the pages of the documentation, for Doxygen to read.

usage: pages.py OUT DOT

From README.md, docs/, labs/, solutions/ and docs/results/ come Markdown files in OUT/pages, pictures in OUT/figures
and, for finish.py, the order of the pages in OUT/site.json; DOT is graphviz's program. What a students' archive
(.handout) lacks is left out there.
Exit code: 0 written, 1 something in a page has to be mended (one line says where).
"""
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import calls
import landing
import results
from markdown import DocumentError, Page, Translator, result_name
from result_pages import ResultPages

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Pages of docs/ under the heading that lists them; one that is not named here is listed as reference.
GROUPS = {
    "learn": ("Learn", ["docs/primer/README.md", "docs/glossary.md", "docs/machines.md"]),
    "teach": ("Teach", ["docs/classroom.md", "docs/adding_a_lab.md"]),
    "reference": ("Look up", ["docs/api.md", "docs/simulator.md", "docs/estimate.md", "docs/verdict.md", "docs/sources.md"]),
}

ORDER = ("labs", "learn", "results", "reference", "teach", "solutions")  # of the lists
# Lists that Doxygen makes of its own, and what they are called among the pages to look up.
DOXYGENS = {"annotated.html": "Classes", "files.html": "Files of the interfaces"}

README = pathlib.Path("README.md")
RESULTS = pathlib.Path("docs/results/README.md")  # stands folded on the page "Results"


def public_headers():
    """The headers that docs/api.md lists: the library's, and what labs are judged and measured by."""
    labs = [*ROOT.glob("tests/labs/*/reference/*.hpp"), *ROOT.glob("tests/labs/*/baseline/*.hpp")]
    return sorted([*ROOT.glob("common/image/include/kit/*.hpp"), *labs])


def relative(path):
    return path.relative_to(ROOT)


class Site:
    def __init__(self, out, dot):
        self.out, self.dot = out, dot
        self.partial = (ROOT / ".handout").is_file()
        self.labs = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(ROOT.glob("labs/*/lab.json"))]
        pages = [Page(ROOT, README, "readme")]
        pages += [self.page(path) for path in sorted(ROOT.glob("docs/*.md"))]
        pages += [self.page(path) for path in sorted(ROOT.glob("docs/*/*.md"))]
        pages += [Page(ROOT, relative(path), f"lab_{path.parent.name}") for path in sorted(ROOT.glob("labs/*/README.md"))]
        self.notes = {path.parent.name: Page(ROOT, relative(path), f"solution_{path.parent.name}")
                      for path in sorted(ROOT.glob("solutions/*/NOTES.md"))}
        self.shown = {page.path: page for page in pages}
        # Contracts have one name in all labs; Doxygen wants different ones, and no digit at their beginning.
        headers = {relative(path): relative(path).as_posix() for path in public_headers()}
        headers |= {relative(path): f"lab_{path.parent.name}.hpp" for path in ROOT.glob("labs/*/lab.hpp")}
        self.contracts = {path: name for path, name in headers.items() if path.parts[0] == "labs"}
        self.translator = Translator(ROOT, [*pages, *self.notes.values()], headers, self.partial)
        self.results = sorted(ROOT.glob("docs/results/**/*.csv"))
        self.ladders = results.ladders(ROOT / "docs/results", pathlib.Path(__file__).parent / "ladders.json")

    @staticmethod
    def page(path):
        name = path.parent.name if path.name == "README.md" else path.stem
        return Page(ROOT, relative(path), re.sub(r"\W", "_", name))

    def write(self, name, text):
        if name in ORDER:  # Doxygen lists pages by the names of their files
            name = f"{ORDER.index(name)}_{name}"
        (self.out / "pages" / f"{name}.md").write_text(text, encoding="utf-8")

    def picture(self, name, graph):
        """Draws a graph of graphviz's language as figures/NAME."""
        drawn = subprocess.run([self.dot, "-Tsvg"], input=graph, text=True, capture_output=True, check=False)
        if drawn.returncode != 0:
            raise DocumentError(f"graphviz cannot draw {name}: {drawn.stderr.strip()}")
        # One place less to draw a frame around, and no name of a machine's font file.
        (self.out / "figures" / name).write_text(drawn.stdout, encoding="utf-8")

    # --- Pages that are in the repository --------------------------------------------------------------

    def shown_pages(self):
        for page in self.shown.values():
            if page.path == RESULTS:
                continue
            text = self.translator.translate(page)
            if page.path == README:
                text = text.replace(f"# {page.title} ", "# First steps and all commands ", 1)
            if page.path.parts[0] == "labs":
                place = f"The files that this handout speaks of are in `{page.path.parent}/`.\n"
                text = text.replace("\n## ", f"\n{place}\n## ", 1)
                text += self.lab_footer(page.path.parts[1])
            self.write(page.name, text)

    def nav(self):
        """The lists in the site's header: (name, title)."""
        names = {name: title for name, (title, _) in GROUPS.items()} | {"labs": "Labs", "results": "Results"}
        if self.notes:
            names["solutions"] = "Solutions"
        return [(name, names[name]) for name in ORDER if name in names and (name != "results" or self.results)]

    def lab_page(self, lab):
        return next(page for page in self.shown.values() if page.path.parts[:2] == ("labs", lab))

    def lab_footer(self, lab):
        lines = [f"\n@anchor lab_{lab}_end\n", "---", f"The contract in full: @ref lab_{lab}.hpp \"lab.hpp\"."]
        if lab in self.notes:
            lines.append(f"When you have passed: @ref solution_{lab}.")
        return "\n".join(lines) + "\n"

    def first_page(self):
        titles = {lab["lab"]: self.lab_page(lab["lab"]).title.partition(": ")[2] or lab["title"] for lab in self.labs}
        titles = {lab: title[0].upper() + title[1:] for lab, title in titles.items()}
        folder = pathlib.Path(__file__).parent / "pictures"
        pictures = {path.stem: path for path in sorted(folder.glob("*.jpg"))}
        for name, path in pictures.items():
            shutil.copyfile(path, self.out / "figures" / f"picture_{name}.jpg")
        known = {page.name for page in self.shown.values()} | {name for name, _ in self.nav()}
        self.write("index", landing.page(self.labs, titles, self.shown[README].text, pictures, known))

    def plan(self):
        """What finish.py has to know: the lists of the header, the labs in order, and the list that each page is on."""
        sections = {self.shown[pathlib.Path(path)].name: name for name, (_, paths) in GROUPS.items() for path in paths
                    if pathlib.Path(path) in self.shown}
        for page in self.shown.values():
            if page.path.parts[:2] == ("docs", "results"):
                sections[page.name] = "results"
            elif page.path != README:
                sections.setdefault(page.name, "labs" if page.path.parts[0] == "labs" else "reference")
        sections |= {f"solution_{lab}": "solutions" for lab in self.notes}
        sections |= {result_name(relative(path)): "results" for path in self.results}
        labs = [(self.lab_page(lab["lab"]).name, self.lab_page(lab["lab"]).title) for lab in self.labs]
        (self.out / "site.json").write_text(json.dumps({"nav": self.nav(), "labs": labs, "sections": sections}), encoding="utf-8")

    # --- Solutions -------------------------------------------------------------------------------------

    def solution(self, lab):
        name = lab["lab"]
        number, title = name[:2], lab["title"]
        out = [f"# Solution {number}: {title[0].lower() + title[1:]} {{#solution_{name}}}",
               f"This page gives away the solution of [lab {number}](@ref lab_{name}): its source, what it does to memory, how fast it is, "
               "and the answers to the handout's questions. Come back when your own has passed.", "",
               f"## Source {{#solution_{name}_source}}"]
        seen = {}
        for stage in lab["stages"]:
            seen.setdefault(stage["file"], []).append(stage)
        for file, stages in seen.items():
            path = ROOT / "solutions" / name / file
            titles = "; ".join(stage["title"] for stage in stages)
            out += [f"### {file}: {titles} {{#solution_{name}_file_{path.stem}}}"]
            graph, text = calls.graph(path)
            if graph:
                picture = f"calls_{name}_{path.stem}.svg"
                self.picture(picture, graph)
                out += [f'<img class="figure" src="{picture}" alt="What calls what in {file}: {html.escape(text)}"/>', "",
                        "Bold: the contract's functions. Double frame: kernels; a dashed arrow is a launch. Round: device functions.", ""]
            out += [f"@includelineno solutions/{name}/{file}", ""]
        out += self.counters(name) + self.measured(name)
        out += [f"## Notes {{#solution_{name}_notes}}", self.translator.translate(self.notes[name], demote=1, title=False)]
        self.write(f"solution_{name}", "\n".join(out))

    def counters(self, name):
        path = ROOT / "docs/results/counters" / f"{name}.txt"
        if not path.is_file():
            return []
        return [f"## What the simulator counts {{#solution_{name}_counters}}",
                f"`make profile LAB={name[:2]} SRC=solutions SEED=1`; @ref simulator \"the simulator's page\" says what the words mean.", "",
                f"@verbinclude {relative(path).as_posix()}", ""]

    def measured(self, name):
        ladders, graded = self.ladders.get(name, []), self.graded(name)
        if not ladders and not graded:
            return []
        out = [f"## The measured ladder {{#solution_{name}_ladder}}"]
        for title, file, note, table in ladders:
            page = result_name(pathlib.Path("docs/results") / file)
            out += [f"**{title}.** {html.escape(note)} (@ref {page} \"{file}\")", "", table]
        return out + graded

    def graded(self, name):
        """Rows about a lab in files that hold all labs."""
        out = []
        for path in self.results:
            remarks, rows = results.read(path)
            chosen = [row for row in rows if row.get("lab") == name]
            if chosen:
                out += [f"**As graded.** {html.escape('; '.join(remarks))} (@ref {result_name(relative(path))} \"{path.name}\")", "",
                        results.table(path.name, chosen, leave_out={"lab", "verdict", "points"})]
        return out

    # --- Lists -----------------------------------------------------------------------------------------

    def lists(self):
        def counts(one):
            return not (one.get("challenge") or one.get("find_the_bug"))

        rows = ["| lab | you write | points |", "| --- | --- | --- |"]
        for lab in self.labs:
            stages = "; ".join(stage["title"] for stage in lab["stages"])
            points = sum(one["points"] for one in lab["stages"] + lab["evidence"] if counts(one))
            bonus = sum(one["points"] for one in lab["stages"] if not counts(one))
            rows.append(f"| @subpage lab_{lab['lab']} | {stages} | {points:g}{f' + {bonus:g}' if bonus else ''} |")
        self.write("labs", "\n".join([
            "# Labs {#labs}", "Each lab is a folder with a handout, a contract and the files that you edit. "
            "Take them in order: each begins where the one before ends.", "", *rows, ""]))

        listed = [path for _, paths in GROUPS.values() for path in paths]
        for name, (heading, paths) in GROUPS.items():
            paths = [pathlib.Path(path) for path in paths]
            if name == "reference":
                paths += [path for path in self.shown if path.parts[0] == "docs" and path.as_posix() not in listed
                          and path.parts[1] != "results"]
            found = [f"- @subpage {self.shown[path].name}" for path in paths if path in self.shown]
            if name == "learn":
                found.insert(0, f"- @subpage {self.shown[README].name}")
            elif name == "reference":
                found += [f'- <a href="{link}">{title}</a>' for link, title in DOXYGENS.items()]
            self.write(name, "\n".join([f"# {heading} {{#{name}}}", *found, ""]))

        if self.notes:
            found = [f"- @subpage solution_{name}" for name in self.notes]
            self.write("solutions", "\n".join([
                "# Solutions (spoilers) {#solutions}", "One page for each lab with the annotated source, what the simulator counts, what was "
                "measured, and the answers to the questions. Each is shown only when you ask for it a second time.", "", *found, ""]))

    def api(self):
        """Every public header must be on the page that lists them."""
        text = self.shown[pathlib.Path("docs/api.md")].text
        for path in public_headers():
            if f"{relative(path).as_posix()})" not in text:
                raise DocumentError(f"docs/api.md does not list {relative(path)}")

    def make(self):
        for folder in ("pages", "figures", "contracts"):
            shutil.rmtree(self.out / folder, ignore_errors=True)
            (self.out / folder).mkdir(parents=True)
        self.shown_pages()
        self.first_page()
        self.plan()
        for lab in self.labs:
            if lab["lab"] in self.notes:
                self.solution(lab)
        self.lists()
        ResultPages(ROOT, self).make()
        self.api()
        for path, name in self.contracts.items():
            shutil.copyfile(ROOT / path, self.out / "contracts" / name)
        for path, name in self.translator.images.items():
            shutil.copyfile(ROOT / path, self.out / "figures" / name)


def main():
    if len(sys.argv) != 3:
        print("pages.py: takes a folder and graphviz's dot", file=sys.stderr)
        return 2
    try:
        Site(pathlib.Path(sys.argv[1]), sys.argv[2]).make()
    except (DocumentError, ValueError) as error:
        print(f"pages.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
