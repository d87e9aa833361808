/// @file
/// The frame of all pages. Markup, styles and scripts are the files beside this one, embedded by
/// the build as string literals, so that a page can be edited and read as what it is.
#include "grader/pages/page.hpp"

#include "grader/pages/template.hpp"

namespace kit {
namespace {

constexpr Template kFrame(
#include "grader/pages/page.html.inc"
);

constexpr std::string_view kSharedStyle =
#include "grader/pages/page.css.inc"
    ;

constexpr std::string_view kClassStyle =
#include "grader/pages/class.css.inc"
    ;

}  // namespace

std::string html_page(const PageParts& parts) {
  std::string script;
  if (!parts.script.empty())
    script = kFrame.fill("script", {{"script", std::string(parts.script)}});
  return kFrame.fill("page", {{"images", std::string(parts.images)},
                              {"scripts", std::string(parts.scripts)},
                              {"title", parts.title},
                              {"style", std::string(kSharedStyle) + std::string(parts.style)},
                              {"body", parts.body},
                              {"script", script}});
}

std::string class_page(const std::string& title, const std::string& body, std::string_view script) {
  return html_page({title, body, kClassStyle, script});
}

}  // namespace kit
