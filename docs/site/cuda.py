"""Marks CUDA's own words in code that Doxygen has coloured as C++."""
import re

WORDS = re.compile(r"\b__(?:global|device|host|shared|constant|managed|restrict|launch_bounds|forceinline|noinline|grid_constant)__\b"
                   r"|\b__[a-z]\w*(?=\s*\()"
                   r"|\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)\b"
                   r"|\bcuda(?:[A-Z]\w*)(?=\s*\()"
                   r"|&lt;&lt;&lt;|&gt;&gt;&gt;")
FRAGMENT = re.compile(r'<div class="fragment">.*?</div><!-- fragment -->', re.S)
PIECE = re.compile(r"<[^>]*>|[^<]+")
LEFT_ALONE = ("comment", "stringliteral", "charliteral", "preprocessor", "lineno")


def highlight(text):
    """A page's HTML with <span class="cuda"> around those words, except in comments and strings."""
    def fragment(match):
        out, spans = [], []  # of open <span>: whether it holds what is left alone
        for piece in PIECE.findall(match[0]):
            if piece.startswith("<span"):
                spans.append(any(name in piece for name in LEFT_ALONE))
            elif piece.startswith("</span"):
                if spans:
                    spans.pop()
            elif not piece.startswith("<") and not any(spans):
                piece = WORDS.sub(lambda word: f'<span class="cuda">{word[0]}</span>', piece)
            out.append(piece)
        return "".join(out)
    return FRAGMENT.sub(fragment, text)
