/// @file
/// A page of HTML that needs no other file.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// What a page adds to the frame and the style that all pages share.
struct PageParts {
  std::string title;                  ///< plain text
  std::string body;                   ///< HTML
  std::string_view style;             ///< CSS, after the shared style
  std::string_view script;            ///< JavaScript; empty for none
  std::string_view images = "data:";  ///< where images may come from (Content-Security-Policy)
  std::string_view scripts = "'unsafe-inline'";  ///< and scripts
};

/// The whole page.
std::string html_page(const PageParts& parts);

/// A page of the class grader, with its style. `title` is plain text, `body` HTML.
std::string class_page(const std::string& title, const std::string& body,
                       std::string_view script = "");

}  // namespace kit
