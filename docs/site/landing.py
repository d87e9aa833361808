"""The first page: what the kit is, a strip of pictures of all labs, a card for each lab, the ways to begin."""
import html
import re

# For whom, in one line, and where they begin: pages by their names, those that an archive lacks are left out.
WAYS = (
    ("New to GPUs", "Threads, warps and memories, with small programs to run.",
     (("primer", "Read the primer"), ("glossary", "Look up a word"))),
    ("Taking the course", "Your first lab takes five minutes to begin and needs no GPU.",
     (("readme", "First steps and all commands"), ("lab", "Lab 01"), ("machines", "Your machine"))),
    ("Teaching", "Grade a class in sandboxes, hand out the labs, add one of your own.",
     (("classroom", "Run a class"), ("adding_a_lab", "Add a lab"), ("solutions", "Solutions"))),
    ("Engineering", "How it is built, what the simulator sees, and what was measured on a GPU.",
     (("results", "Results"), ("simulator", "The simulator"), ("architecture", "The kit's parts"), ("api", "The interfaces"))),
)
# What a picture shows, said to those who do not see it: made with the settings in pictures.py.
SHOWN = {
    "01": ("emboss", "The scene in relief: a filter that compares each pixel with its neighbour up and to the left"),
    "02": ("edges", "The scene's edges, bright on black: the magnitude of Sobel's gradient"),
    "03": ("tone curve", "The scene with its shadows lifted: a tone curve from a table"),
    "04": ("sharper", "The scene with its edges and texture made stronger: a filter that sharpens"),
    "05": ("Gaussian in two passes", "The scene a little blurred: a Gaussian along rows, then along columns"),
    "06": ("box by a table", "The scene blurred with squares of 17 by 17 pixels, as a box filter does it"),
    "07": ("wide recursive Gaussian", "The scene so blurred that only its large shapes are left"),
    "08": ("smooth, with edges kept", "The scene with its texture gone and its edges sharp"),
    "09": ("thin edges", "The scene's edges as thin white lines on black"),
    "10": ("Gaussian in strips", "The scene blurred, strip by strip, on its way to the card and back"),
    "11": ("blurred on four devices", "The scene blurred by eight passes over four bands, with no line where the bands meet"),
}


def written(readme):
    """Of each lab, from the table of the kit's README: {lab's folder: (hours, difficulty, what one writes)}."""
    rows = re.findall(r"^\| \[[^\]]*\]\(labs/([^/]+)/[^)]*\) \| ([^|]+) \| ([^|]+) \| (.+?) \|$", readme, re.M)
    return {lab: (hours, difficulty, re.sub(r"[`*]", "", text)) for lab, hours, difficulty, text in rows}


def strip(labs, pictures):
    """Pictures of the scene and of each lab that has one, as links to the labs."""
    items = ['<li><span class="shot"><img src="picture_scene.jpg" width="192" height="144" alt="A drawn scene: a house, a tree, a balloon '
             'and a board with a test pattern"/><b>input</b> <small>a scene that the kit draws</small></span></li>'] if "scene" in pictures else []
    for lab in labs:
        number = lab["lab"][:2]
        if number in pictures and number in SHOWN:
            name, alt = SHOWN[number]
            items.append(f'<li><a class="shot" href="lab_{lab["lab"]}.html"><img src="picture_{number}.jpg" width="192" height="144" '
                         f'alt="{alt}"/><b>lab {number}</b> <small>{name}</small></a></li>')
    rows = -(-len(items) // 9)  # at most 9 side by side, and rows of one length
    return f'<ul class="strip" style="--columns: {-(-len(items) // rows)}" aria-label="One picture through all labs">{"".join(items)}</ul>'


def page(labs, titles, readme, pictures, known):
    """The page in Markdown for Doxygen; `titles` are the labs' by their folders, `known` the names of the site's pages."""
    cards, texts = [], written(readme)
    for lab in labs:
        name = lab["lab"]
        hours, difficulty, text = texts.get(name) or ("", "", "; ".join(stage["title"] for stage in lab["stages"]))
        needs = f" · {hours} hours · difficulty {difficulty} of 5" if hours else ""
        cards.append(f'<li><a href="lab_{name}.html"><span class="number">Lab {int(name[:2])}{needs}</span><b>{html.escape(titles[name])}</b>'
                     f'</a><p>{html.escape(text[0].upper() + text[1:])}.</p></li>')
    ways = []
    for title, text, links in WAYS:
        found = [(f"lab_{labs[0]['lab']}" if name == "lab" and labs else name, word) for name, word in links]
        links = "".join(f'<li><a href="{name}.html">{html.escape(word)}</a></li>' for name, word in found if name in known)
        if links:
            ways.append(f'<section><h3>{title}</h3><p>{text}</p><ul>{links}</ul></section>')
    return "\n".join([
        "# Filterlab", "@htmlonly",
        '<p class="lead">Learn to make image filters fast on a GPU, in '
        f'{len(labs)} labs. You write CUDA C++. The kit compiles it, checks every pixel against a reference in double precision, '
        'says what is probably wrong, measures, and gives points. The same file runs on a GPU and, where there is none, in the '
        "kit's own simulator.</p>",
        strip(labs, pictures),
        '<h2><a class="anchor" id="begin"></a>Where to begin</h2>', f'<div class="ways">{"".join(ways)}</div>',
        f'<h2><a class="anchor" id="course"></a>The course: {len(labs)} labs</h2>',
        "<p>Take them in order: each begins where the one before ends.</p>",
        f'<ol class="cards">{"".join(cards)}</ol>', "@endhtmlonly", ""])
