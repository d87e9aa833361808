/// @file
/// How placeholders of pages are filled in.
#include "catch.hpp"
#include "grader/pages/page.hpp"
#include "grader/pages/template.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

constexpr Template kTwo(
    "<!-- part: row -->\n<td a=\"{{name}}\">{{{cell}}}{{name}}</td>\n<!-- part: end "
    "-->\n</table>\n");

TEST_CASE("template: values are escaped unless the file asks for markup") {
  CHECK(kTwo.fill("row", {{"name", "<\"&'"}, {"cell", "<b>"}}) ==
        "<td a=\"&lt;&quot;&amp;&#39;\"><b>&lt;&quot;&amp;&#39;</td>\n");
  CHECK(kTwo.fill("end", {}) == "</table>\n");
}

TEST_CASE("template: numbers are values, and what looks like a placeholder in a value stays") {
  CHECK(kTwo.fill("row", {{"name", 7}, {"cell", "{{name}}<!-- part: end -->"}}) ==
        "<td a=\"7\">{{name}}<!-- part: end -->7</td>\n");
}

TEST_CASE("template: the names of placeholders and values must be the same") {
  CHECK_THROWS_AS(kTwo.fill("row", {{"name", "n"}}), HarnessError);
  CHECK_THROWS_AS(kTwo.fill("end", {{"name", "n"}}), HarnessError);
  CHECK_THROWS_AS(kTwo.fill("head", {}), HarnessError);
  CHECK_THROWS_AS(Template("<!-- part: a -->\n{{name").fill("a", {{"name", "n"}}), HarnessError);
}

TEST_CASE("template: a page has a script only if there is one, and its title is text") {
  const std::string page = html_page({"a < b", "<p>{{body}}</p>\n", "i {}\n", ""});
  CHECK(page.find("<title>a &lt; b</title>") != std::string::npos);
  CHECK(page.find("<main>\n<p>{{body}}</p>\n</main>") != std::string::npos);
  CHECK(page.find("i {}\n</style>") != std::string::npos);
  CHECK(page.find("<script>") == std::string::npos);
  CHECK(html_page({"t", "", "", "f();\n"}).find("<script>\nf();\n</script>") != std::string::npos);
}

}  // namespace
}  // namespace kit::classroom
