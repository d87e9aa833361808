/// @file
/// Pipelines with one wait too many, or one buffer too few.
#include "grader/lab/needless_wait.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "grader/lab/timeline.hpp"

namespace kit::grader {
namespace {

using Kind = Operation::Kind;

enum Stream { kIn, kCompute, kOut };

/// What a kernel waits for besides its strip: that a result is copied out, so many strips before.
struct Pipeline {
  int waits_for_result = 2;  ///< 2 places for results: the one before the last
  bool one_stream = false;
  int places = 4;  ///< for strips
};

class Strips {
 public:
  explicit Strips(const Pipeline& how) : how_(how) {
    for (int strip = 0; strip < kCount; ++strip) add(strip);
  }
  std::vector<Operation> list;

 private:
  static constexpr int kCount = 12;

  void add(int strip) {
    const int kept = how_.places;
    push(Kind::to_device, kIn, 10, {at(strip - kept, kCompute)}, {at(strip - kept, kCompute)});
    push(Kind::kernel, kCompute, 20, {at(strip, kIn), at(strip - how_.waits_for_result, kOut)},
         {at(strip, kIn), at(strip - 2, kOut)});
    push(Kind::to_host, kOut, 30, {at(strip, kCompute)}, {at(strip, kCompute)});
  }
  static int at(int strip, Stream stream) { return strip < 0 ? -1 : 3 * strip + stream; }

  void push(Kind kind, Stream stream, int line, std::vector<int> after, std::vector<int> needs) {
    Operation one;
    one.kind = kind;
    one.what = kind == Kind::kernel ? "the kernel blur" : "cudaMemcpyAsync";
    one.bytes = 100;
    one.stream = how_.one_stream ? 0 : stream;
    one.place = {"strips.cu", line};
    after.push_back(int(list.size()) - (how_.one_stream ? 1 : 3));
    for (const int before : after)
      if (before >= 0) one.after.push_back(before);
    for (const int before : needs)
      if (before >= 0) one.needs.push_back(before);
    list.push_back(one);
  }

  Pipeline how_;
};

constexpr double kMost = 0.6 * 3600;

TEST_CASE("a needless wait is told by both lines") {
  CHECK(timeline_of(Strips({}).list).length == 1400);
  CHECK(describe_needless_wait(Strips({}).list, kMost).empty());
  CHECK(describe_needless_wait(Strips({.waits_for_result = 1}).list, kMost) ==
        "the kernel blur of line 20 of strips.cu waits for cudaMemcpyAsync of line 30, whose bytes "
        "it does not use: the one before that is all that it needs there");
}

TEST_CASE("copies in one stream are told that nothing asks for their order") {
  const std::string said = describe_needless_wait(Strips({.one_stream = true}).list, kMost);
  CHECK(said ==
        "cudaMemcpyAsync of line 10 of strips.cu waits for cudaMemcpyAsync of line 30, whose bytes "
        "it does not use: nothing asks for that order");
}

TEST_CASE("where no wait is needless, buffers are too few") {
  const std::string said = describe_needless_wait(Strips({.places = 1}).list, 1400);
  CHECK(
      said ==
      "cudaMemcpyAsync of line 10 of strips.cu waits for the place that the kernel blur of line 20 "
      "still uses: with one place more it could begin before that");
}

}  // namespace
}  // namespace kit::grader
