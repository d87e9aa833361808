/// @file
/// When operations could run: pipelines whose lengths can be worked out by hand.
#include "grader/lab/timeline.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace kit::grader {
namespace {

using Kind = Operation::Kind;

Operation operation(Kind kind, std::uint64_t bytes, std::vector<int> after, int device = 0,
                    int from_device = 0) {
  Operation one;
  one.kind = kind;
  one.bytes = bytes;
  one.device = device;
  one.from_device = from_device;
  one.after = std::move(after);
  return one;
}

/// Strips that are copied in, filtered and copied out; the kernel waits for `ahead` strips more
/// than its own, and a strip is copied in when the kernel of the strip `places` before has ended.
std::vector<Operation> pipeline(int strips, int ahead, int places) {
  std::vector<Operation> list;
  std::vector<int> in_at(static_cast<std::size_t>(strips)), kernel_at(in_at.size());
  for (int step = 0; step < strips + ahead; ++step) {
    if (step < strips) {
      std::vector<int> after;
      if (step > 0) after.push_back(in_at[std::size_t(step - 1)]);
      if (step >= places) after.push_back(kernel_at[std::size_t(step - places)]);
      in_at[std::size_t(step)] = int(list.size());
      list.push_back(operation(Kind::to_device, 100, after));
    }
    const int strip = step - ahead;
    if (strip < 0) continue;
    std::vector<int> after = {in_at[std::size_t(std::min(step, strips - 1))]};
    if (strip > 0) after.push_back(kernel_at[std::size_t(strip - 1)]);
    kernel_at[std::size_t(strip)] = int(list.size());
    list.push_back(operation(Kind::kernel, 100, after));
    list.push_back(operation(Kind::to_host, 100, {kernel_at[std::size_t(strip)]}));
  }
  return list;
}

TEST_CASE("timeline: a pipeline of n strips takes n + 2, with a halo n + 3") {
  constexpr int kRoom = 100;
  for (const int strips : {1, 2, 5, 12}) {
    const Timeline own = timeline_of(pipeline(strips, 0, kRoom));
    CHECK(own.serial == 300.0 * strips);
    CHECK(own.length == 100.0 * (strips + 2));
    const Timeline halo = timeline_of(pipeline(strips, 1, kRoom));
    CHECK(halo.length == 100.0 * (strips == 1 ? 3 : strips + 3));
  }
  CHECK(timeline_of(pipeline(12, 1, kRoom)).share() == Approx(15.0 / 36));
}

TEST_CASE("timeline: a ring of four strips is enough, a ring of three is not") {
  // A strip's place is free when the kernel of the strip behind the one in it has ended.
  CHECK(timeline_of(pipeline(12, 1, 3)).length == 1500);
  CHECK(timeline_of(pipeline(12, 1, 2)).length > 2000);
}

TEST_CASE("timeline: what is ordered, or needs the same engine, does not overlap") {
  const std::vector<Operation> chain = {operation(Kind::to_device, 5, {}),
                                        operation(Kind::kernel, 7, {0}),
                                        operation(Kind::to_host, 11, {1})};
  CHECK(timeline_of(chain).share() == 1);
  const std::vector<Operation> copies(4, operation(Kind::to_device, 25, {}));
  CHECK(timeline_of(copies).length == 100);
  CHECK(
      timeline_of({operation(Kind::to_device, 25, {}), operation(Kind::to_host, 30, {})}).length ==
      30);
  CHECK(timeline_of({}).share() == 1);
}

TEST_CASE("timeline: devices have engines of their own, copies between them those of the sender") {
  const std::vector<Operation> kernels = {operation(Kind::kernel, 40, {}, 0),
                                          operation(Kind::kernel, 40, {}, 1)};
  CHECK(timeline_of(kernels).length == 40);
  const auto between = [](int from, int to) {
    return operation(Kind::between_devices, 10, {}, to, from);
  };
  CHECK(timeline_of({between(0, 1), between(0, 2)}).length == 20);
  CHECK(timeline_of({between(0, 1), between(1, 0)}).length == 10);
}

TEST_CASE("timeline: a function of the host takes no time, and keeps the order") {
  const std::vector<Operation> list = {operation(Kind::kernel, 10, {}),
                                       operation(Kind::host_function, 1000, {0}),
                                       operation(Kind::to_host, 10, {1})};
  const Timeline timeline = timeline_of(list);
  CHECK(timeline.length == 20);
  CHECK(timeline.serial == 20);
  CHECK(timeline.entries.at(2).begin == 10);
}

TEST_CASE("timeline: bytes are summed by kind") {
  const std::vector<Operation> list = {operation(Kind::to_device, 3, {}),
                                       operation(Kind::to_device, 4, {}),
                                       operation(Kind::to_host, 5, {})};
  CHECK(bytes_of(list, Kind::to_device) == 7);
  CHECK(bytes_of(list, Kind::to_host) == 5);
  CHECK(bytes_of(list, Kind::kernel) == 0);
}

}  // namespace
}  // namespace kit::grader
