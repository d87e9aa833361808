"""Tables of docs/results as HTML: each CSV file whole, and the ladders that ladders.json chooses."""
import csv
import html
import json
import pathlib


def read(path):
    """A file's remarks (lines that begin with #) and its rows."""
    lines = path.read_text(encoding="utf-8").splitlines()
    remarks = [line.lstrip("# ") for line in lines if line.startswith("#")]
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    return remarks, rows


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


def cell(text):
    css = ' class="number"' if number(text) is not None else ""
    return f"<td{css}>{html.escape(text or '')}</td>"


def raw(lines):
    return "@htmlonly\n" + "\n".join(lines) + "\n@endhtmlonly\n"


def table(label, rows, leave_out=()):
    """Rows as they are, in a frame that scrolls where they are many or long."""
    names = [name for name in rows[0] if name not in leave_out]
    lines = [f'<div class="frame" tabindex="0" role="region" aria-label="{html.escape(label)}">'
             '<table class="doxtable"><thead><tr>']
    lines += [f'<th scope="col">{html.escape(name.replace("_", " "))}</th>' for name in names]
    lines.append("</tr></thead><tbody>")
    lines += ["<tr>" + "".join(cell(row[name]) for name in names) + "</tr>" for row in rows]
    return raw(lines + ["</tbody></table></div>"])


def whole_table(path):
    _, rows = read(path)
    return table(path.name, rows) if rows else ""


def pivot(label, rows):
    """The numbers of a table of `make bench`, as its rows and columns; those of other cards have the card's name."""
    ours, columns, cells = rows[0]["card"], {}, {}
    for row in rows:
        line, n = cells.setdefault(row["row"], {}), 0
        while (row["column"], row["card"], n) in line:  # a time and what is made of it may have one heading
            n += 1
        key = (row["column"], row["card"], n)
        columns.setdefault(key, row["column"] + (f" ({row['card']})" if row["card"] != ours else ""))
        line[key] = row["value"]
    lines = [f'<div class="frame" tabindex="0" role="region" aria-label="{html.escape(label)}">'
             '<table class="doxtable"><thead><tr><th scope="col"></th>']
    lines += [f'<th scope="col">{html.escape(head)}</th>' for head in columns.values()] + ["</tr></thead><tbody>"]
    lines += [f'<tr><th scope="row">{html.escape(name)}</th>' + "".join(cell(line.get(key, "")) for key in columns) + "</tr>"
              for name, line in cells.items()]
    return raw(lines + ["</tbody></table></div>"])


class Ladder:
    """One table made from a CSV file: rows, columns and a value, with bars for comparison.

    title    what the table shows
    rows     the column whose values name the rows
    columns  the column whose values name the columns, with a pattern for their headings, or absent
    values   {column of the file: heading}, printed side by side where `columns` is absent
    value    the column printed where `columns` is there; `relative` is printed after it in brackets
    where    {column: value} that a row must have
    """

    def __init__(self, folder, settings):
        self.settings = settings
        self.remarks, rows = read(folder / settings["file"])
        where = settings.get("where", {})
        self.rows = [row for row in rows if all(row[name] == value for name, value in where.items())]
        if not self.rows:
            raise ValueError(f"ladders.json: {settings['file']} has no row with {where}")

    def html(self):
        names = list(dict.fromkeys(row[self.settings["rows"]] for row in self.rows))
        if "columns" in self.settings:
            column = self.settings["columns"]
            keys = list(dict.fromkeys(row[column] for row in self.rows if row[column]))
            heads = [self.settings.get("heading", "{}").format(key) for key in keys]
            value, relative = self.settings["value"], self.settings.get("relative")
            chosen = lambda name, key: next((row for row in self.rows if row[self.settings["rows"]] == name
                                             and row[column] in (key, "")), None)
            pick = lambda name, key: (chosen(name, key) or {}).get(value, "")
            extra = lambda name, key: (chosen(name, key) or {}).get(relative, "") if relative else ""
        else:
            keys = list(self.settings["values"])
            heads = [self.settings["values"][key] for key in keys]
            chosen = {row[self.settings["rows"]]: row for row in self.rows}
            pick = lambda name, key: chosen[name][key]
            extra = lambda name, key: ""
        most = {key: max((number(pick(name, key)) or 0 for name in names), default=0) for key in keys}
        lines = ['<div class="frame" tabindex="0" role="region" aria-label="' + html.escape(self.settings["title"])
                 + '"><table class="doxtable ladder"><thead><tr><th scope="col"></th>']
        lines += [f'<th scope="col">{html.escape(head)}</th>' for head in heads] + ["</tr></thead><tbody>"]
        for name in names:
            lines.append(f'<tr><th scope="row">{html.escape(name)}</th>')
            for key in keys:
                text, more = pick(name, key), extra(name, key)
                share = (number(text) or 0) / most[key] if most[key] else 0
                more = f" <small>({html.escape(more)}×)</small>" if more else ""
                lines.append(f'<td class="number">{html.escape(text)}{more}'
                             f'<span class="bar" aria-hidden="true" style="width:{100 * share:.1f}%"></span></td>')
            lines.append("</tr>")
        return raw(lines + ["</tbody></table></div>"])


def ladders(folder, settings_path):
    """The ladders of each lab: {lab: [(title, note, HTML)]}."""
    found = {}
    if not folder.is_dir():
        return found
    for settings in json.loads(pathlib.Path(settings_path).read_text(encoding="utf-8")):
        if not (folder / settings["file"]).is_file():
            continue
        ladder = Ladder(folder, settings)
        note = "; ".join(ladder.remarks + [settings["note"]] if settings.get("note") else ladder.remarks)
        found.setdefault(settings["lab"], []).append((settings["title"], settings["file"], note, ladder.html()))
    return found
