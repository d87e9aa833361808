/// @file
/// Text for a terminal: colour, columns, and nothing a student's program printed that could steer
/// it.
#pragma once

#include <string>

#include "grader/support/visible.hpp"

namespace kit::grader {

using kit::escaped;

/// Width that every line of a report keeps to.
inline constexpr std::size_t kColumns = 80;

enum class Style { plain, good, bad, warn, dim, strong };

/// Whether to colour: never if NO_COLOR is set and not empty; else always if CLICOLOR_FORCE is set
/// and not "0"; else on a terminal unless CLICOLOR is "0".
bool use_colour(bool is_terminal);

/// Builds a report line by line.
class TextReport {
 public:
  explicit TextReport(bool colour) : colour_(colour) {}
  /// The text in a tone; plain text without colour.
  std::string paint(const std::string& text, Style tone) const;
  /// Appends a line as it is.
  void line(const std::string& text = "");
  /// Appends text broken at spaces, every line begun with `indent` spaces, in one tone.
  void wrap(const std::string& text, std::size_t indent, Style tone = Style::plain);
  /// Appends a name after `margin` (which shows as `indent` columns), and `right` at the right
  /// edge. A long name goes on below itself rather than losing its end.
  void columns(const std::string& margin, std::size_t indent, std::string name,
               const std::string& right);
  /// Appends at most `most` lines of someone's output; the same line again is counted, not shown.
  /// Returns whether there was more.
  bool quote(const std::string& text, std::size_t most);
  const std::string& text() const { return text_; }

 private:
  bool colour_;
  std::string text_;
};

/// The text with its first letter, if that is ASCII, as a capital.
std::string sentence(std::string text);
/// With a full stop behind it, unless it ends like a sentence.
std::string with_full_stop(std::string text);

/// `text` with spaces up to `width` (on the left if `right`); cut, with "..", if longer.
std::string pad(const std::string& text, std::size_t width, bool right = false);

/// A speedup: two digits below 10, else none after the point.
std::string speedup_text(double speedup);

/// A speedup over `what` in words: a student reads "30 times as long as" more easily than "0.033
/// times as fast as".
std::string speedup_words(double speedup, const std::string& what);

/// `text` as visible() makes it: nothing in it can steer a terminal.
std::string printable(const std::string& text);

}  // namespace kit::grader
