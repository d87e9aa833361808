"""The page "Results" with its charts, and a page for each CSV file of docs/results."""
import html
import json
import pathlib
import re

import charts
import results
from markdown import DocumentError, result_name

TITLES = pathlib.Path(__file__).parent / "result_titles.json"
# Abbreviations in the columns of the tables, explained on each page that has them.
WORDS = (
    (r"\bV1\b", "V1", "S1's kernel with one thread per pixel, all from global memory (lab 02)"),
    (r"\bV1c\b", "V1c", "the same with the filter in constant memory (lab 03); S1 calls it V1_const"),
    (r"\bV2\b", "V2", "S1's kernel with a tile in shared memory and the filter's size as a template parameter (lab 04)"),
    (r"\bsep\.", "sep.", "a separable filter, in two passes (lab 05)"),
    (r"\bsq\.", "sq.", "a filter that is one sum over a square"),
    (r"\bconst\.", "const.", "the filter in constant memory"),
    (r"-O2", "-O2", "plain loops on one CPU thread, without vector instructions"),
    (r"-O3", "-O3", "the kit's loops on one CPU thread, with vector instructions"),
    (r"\bcores\b", "cores", "the same on all cores of the CPU"),
    (r"\*", "*", "a challenge"),
)


class ResultPages:
    def __init__(self, root, site):
        self.root, self.site = root, site
        self.folder = root / "docs/results"
        self.files = sorted(self.folder.glob("**/*.csv"))
        self.titles = json.loads(TITLES.read_text(encoding="utf-8"))

    def relative(self, path):
        return path.relative_to(self.root)

    def described(self, path):
        """What the JSON file beside a table of `make bench` says about it; {} where there is none."""
        beside = path.with_suffix(".json")
        return json.loads(beside.read_text(encoding="utf-8")) if beside.is_file() else {}

    def title(self, path):
        """A title that no other file has. Without brackets: Doxygen from 1.9.8 on takes them in a title for a link."""
        known = self.titles.get(path.relative_to(self.folder).with_suffix("").as_posix())
        if known:
            return known
        title = self.described(path).get("title")
        if not title:
            raise DocumentError(f"docs/site/result_titles.json has no title for {self.relative(path)}")
        return f"{path.stem}: {title[0].lower() + title[1:]}".replace("[]", "")

    def make(self):
        titles = {}
        for path in self.files:
            other = titles.setdefault(self.title(path), path)
            if other != path:
                raise DocumentError(f"{self.relative(path)} and {self.relative(other)} have one title")
        for title, path in titles.items():
            self.site.write(result_name(self.relative(path)), self.page(path, title))
        if self.files:
            self.site.write("results", self.overview(titles))

    def overview(self, titles):
        """The charts, and below them, folded, all files."""
        page_of = {path.stem: result_name(self.relative(path)) for path in self.files}
        bench = [(title, path) for title, path in titles.items() if path.parent != self.folder]
        others = [(title, path) for title, path in titles.items() if path.parent == self.folder]
        texts = [page for page in self.site.shown.values() if page.path.parts[:2] == ("docs", "results")
                 and page.path.name != "README.md" or page.path.as_posix() == "docs/results/h200/README.md"]
        out = ["# Results {#results}", "Times are of one NVIDIA H200 and the 16 CPU threads beside it, measured by `make bench` and the tests "
               "on hardware. The simulator counts, it does not time. Each chart is drawn from a file that is linked below it; "
               + ("@ref benchmarks \"the page on benchmarks\" says how times are measured, " if "benchmarks" in self.known() else "")
               + "@ref sources \"the sources\" are S0 to S4.", "",
               *charts.sections(self.folder, lambda stem: page_of[stem]), "## All files {#results_files}", ""]
        for name, found in (("Tables of make bench, beside the sources' (one H200)", bench), ("The kit's other measurements", others)):
            items = "".join(self.item(title, path) for title, path in found)
            out.append(results.raw([f"<details><summary>{name}: {len(found)} files</summary><ul>{items}</ul></details>"]))
        if texts:
            items = "".join(f'<li><a href="{page.name}.html">{html.escape(page.title)}</a></li>' for page in texts)
            out.append(results.raw([f"<details><summary>Reports: {len(texts)} pages</summary><ul>{items}</ul></details>"]))
        readme = self.site.shown.get(pathlib.Path("docs/results/README.md"))
        if readme:
            made = self.site.translator.translate(readme, title=False)
            out += [results.raw(["<details><summary>How each file was made</summary>"]), made, results.raw(["</details>"])]
        return "\n".join(out)

    def item(self, title, path):
        source = self.described(path).get("source", "").partition(":")[0]
        beside = f" <small>beside {html.escape(source)}</small>" if re.match(r"S\d", source) else ""
        return f'<li><a href="{result_name(self.relative(path))}.html">{html.escape(title)}</a>{beside}</li>'

    def known(self):
        return {page.name for page in self.site.shown.values()}

    def page(self, path, title):
        remarks, rows = results.read(path)
        about = self.described(path)
        out = [f"# {title} {{#{result_name(self.relative(path))}}}", ""]
        for head, key in (("Beside", "source"), ("What was run", "note"), ("What to see", "finding")):
            if about.get(key):
                out += [f"<b>{head}:</b> {self.text(about[key])}", ""]
        names = " ".join(list(rows[0]) + [row.get("row", "") + " " + row.get("column", "") for row in rows]) if rows else ""
        words = [f"<dt>{word}</dt><dd>{html.escape(text)}</dd>" for pattern, word, text in WORDS if re.search(pattern, names)]
        if words and "column" in rows[0]:
            out.append(results.raw([f'<dl class="words">{"".join(words)}</dl>']))
        out += self.figures(path, title, about)
        out += [f"**{head}.**\n\n{table}" for lab in self.site.ladders.values() for head, file, _, table in lab if file == path.name]
        whole = results.whole_table(path)
        if rows and list(rows[0])[:4] == ["row", "column", "card", "value"]:
            out += [results.pivot(title, rows), results.raw([f"<details><summary>All of {self.relative(path)}, with the spread of each time</summary>"]),
                    whole, results.raw(["</details>"])]
        else:
            out += [f"\nAll of {self.relative(path)}:\n", whole]
        # With which card, driver and command: for those who measure again.
        return "\n".join(out + [results.raw([f'<p class="made"><small>{html.escape(remark)}</small></p>' for remark in remarks])])

    @staticmethod
    def text(words):
        return re.sub(r"([\\@*_`#\[\]])", r"\\\1", html.escape(words, quote=False))

    def figures(self, path, title, about):
        """Plots of curves as they were drawn; of bars, bars that can be read."""
        plot = self.plot(path.stem)
        if plot.get("bars") and about.get("rows"):
            groups = []
            for row in about["rows"]:
                found = [(name, row["values"].get(name, {}).get("value")) for name in plot["columns"]]
                found = [(plot["titles"].get(name, name), value, f"{value:.4g}", 1 + n % 3) for n, (name, value) in enumerate(found) if value]
                if found:
                    groups.append((row["label"], found) if len(plot["columns"]) > 1 else ("", [(row["label"], *found[0][1:])]))
            if groups:
                unit = plot.get("y", "")
                return [results.raw([f'<p><b>{html.escape(unit[:1].upper() + unit[1:])}</b></p>',
                                     charts.bars(f"chart_{result_name(self.relative(path))}", title, f"Bars: {unit}. The table below has the numbers", groups)])]
        out = []
        for figure in sorted(path.parent.glob(f"{path.stem}.svg")):
            texts = re.findall(r"<(?:title|desc)[^>]*>([^<]+)<", figure.read_text(encoding="utf-8"))
            if texts[:1] == ["Gnuplot"]:  # which names itself there
                texts = [f"Plot: {title}", "The table below has its numbers"]
            if not texts:
                raise DocumentError(f"{self.relative(figure)}: no <title> or <desc> for those who do not see it")
            text = ". ".join(words.strip().rstrip(".") for words in texts[:2])
            name = self.site.translator.images.setdefault(self.relative(figure), "figure_" + re.sub(r"[^\w.]", "_", str(self.relative(figure))))
            out.append(f'<img class="figure" src="{name}" alt="{html.escape(text)}"/>\n')
        return out

    def plot(self, name):
        """What common/bench/tables says is plotted of a table, with the titles of its columns; {} where it has none."""
        path = self.root / "common/bench/tables" / f"{name}.json"
        if not path.is_file():
            return {}
        table = json.loads(path.read_text(encoding="utf-8"))
        base = self.plot(table["like"]) if "like" in table else {}
        titles = {column["name"]: column.get("title", column["name"]) for column in table.get("columns", [])}
        return {**base, **table.get("plot", {}), "titles": titles or base.get("titles", {})}
