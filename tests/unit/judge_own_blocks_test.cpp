/// @file
/// A function that is given a block launches blocks of that many threads.
#include <array>
#include <vector>

#include "catch.hpp"
#include "grader/judge/own_blocks.hpp"
#include "judge_records.hpp"

namespace kit::grader {
namespace {

using Block = std::array<unsigned, 3>;

/// A case that asks for a block of width x height threads, and what was launched.
CaseRecord launched(unsigned width, unsigned height, const std::vector<Block>& blocks) {
  CaseRecord one = record("kernel", Verdict::passed);
  one.params = {{"block", {width, height}}};
  one.observations.emplace();
  for (const Block& block : blocks) {
    LaunchObservations launch;
    launch.kernel = "blur";
    launch.place = {"/f/naive.cu", 12};
    launch.block = block;
    one.observations->launches.push_back(launch);
  }
  return one;
}

std::size_t own_blocks_in(std::vector<CaseRecord> records) {
  note_own_blocks(records);
  std::size_t count = 0;
  for (const CaseRecord& one : records)
    for (const Finding& finding : one.observations->findings)
      count += finding.kind == FindingKind::own_block && finding.place.line == 12 ? 1 : 0;
  return count;
}

TEST_CASE("judge: blocks of one size whatever is asked for are told once") {
  const std::vector<Block> own = {{16, 16, 1}};
  CHECK(own_blocks_in({launched(32, 8, own), launched(8, 8, own), launched(64, 1, own),
                       launched(20, 5, own)}) == 1);
  // Too few sizes to tell.
  CHECK(own_blocks_in({launched(32, 8, own), launched(16, 16, own), launched(8, 8, own)}) == 0);
}

TEST_CASE("judge: two sizes of which something else chooses are as bad as one") {
  const std::vector<Block> wide = {{16, 16, 1}}, narrow = {{8, 8, 1}};
  CHECK(own_blocks_in({launched(32, 8, wide), launched(8, 8, narrow), launched(32, 32, wide),
                       launched(20, 5, narrow)}) == 1);
  // Halves of what is asked for.
  CHECK(own_blocks_in({launched(32, 8, {{32, 4, 1}}), launched(8, 8, {{8, 4, 1}}),
                       launched(32, 32, {{32, 16, 1}}), launched(20, 5, {{20, 2, 1}})}) == 0);
}

TEST_CASE("judge: blocks as asked for, in another shape too, are right") {
  CHECK(own_blocks_in({launched(32, 8, {{256, 1, 1}}), launched(8, 8, {{64, 1, 1}}),
                       launched(20, 5, {{5, 20, 1}})}) == 0);
  // One kernel of the function's own beside one as asked for.
  CHECK(own_blocks_in({launched(32, 8, {{32, 1, 1}, {32, 8, 1}}),
                       launched(8, 8, {{32, 1, 1}, {8, 8, 1}}),
                       launched(20, 5, {{32, 1, 1}, {20, 5, 1}})}) == 0);
}

}  // namespace
}  // namespace kit::grader
