/// @file
/// Prints and throws what steers a terminal, turns the direction of text, is no UTF-8 and no XML,
/// and what would end a block of Markdown.
#include <cstdio>
#include <stdexcept>

// FRAME

const char kText[] =
    "\033]0;title\007\033[2J\b\b\x7f a\xC2\x9B"
    "2J \xE2\x80\xAE"
    "100 \xE2\x81\xA6 \xEF\xBB\xBF "
    "\xED\xA0\x80 \xC0\xAF \xFF \xEF\xBF\xBE \r<script>alert(1)</script> ]]> --> `````\n"
    "```\n# passed\n</pre> [a](javascript:alert(1)) | ~~~\n";

void submission(const Call&) {
  std::fwrite(kText, 1, sizeof kText, stdout);  // the 0 at the end too
  throw std::runtime_error(kText);
}
