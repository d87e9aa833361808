#include "grader/repair/twins.hpp"

#include "catch.hpp"

namespace kit::repair {
namespace {

using Numbers = std::vector<std::vector<int>>;

Edit edit_of(std::size_t token, const char* here, const char* there) {
  Edit one;
  one.kind = EditKind::one_off;
  one.token = token;
  one.here = here;
  one.there = there;
  return one;
}

bool always(int, int) {
  return true;
}

TEST_CASE("the same edit for x and for y belongs together") {
  const std::vector<Edit> edits = {edit_of(1, "x", "x + 1"), edit_of(2, "y", "y + 1"),
                                   edit_of(3, "n", "n + 1")};
  CHECK(find_twins(edits, {1, 2, 3}, always) == Numbers{{1, 2}});
}

TEST_CASE("one more above and one less below belong together") {
  const std::vector<Edit> edits = {edit_of(1, "b", "b + 1"), edit_of(2, "b", "b - 1")};
  CHECK(find_twins(edits, {1, 2}, always) == Numbers{{1, 2}});
}

TEST_CASE("edits that no case has met, or that may not be in force together, are no twins") {
  const std::vector<Edit> edits = {edit_of(1, "x", "x + 1"), edit_of(2, "y", "y + 1")};
  CHECK(find_twins(edits, {1}, always).empty());
  CHECK(find_twins(edits, {1, 2}, [](int, int) { return false; }).empty());
}

}  // namespace
}  // namespace kit::repair
