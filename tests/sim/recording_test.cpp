/// What is recorded of one block: every request once, with its lanes, its places and the values
/// that were read and written, and what the counters make of it.
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "toolchain.hpp"

using namespace kit::sim_test;
using nlohmann::json;

namespace {

constexpr int kWidth = 70, kRows = 8,
              kInside = 6;  // lanes of the block's rows that lie in the image

std::vector<unsigned char> decoded(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> bytes;
  unsigned bits = 0, group = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6 | unsigned(digits.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<unsigned char>(group >> bits & 255));
  }
  return bytes;
}

/// A request of a recording.
struct Request {
  int warp = 0;
  unsigned lanes = 0;
  std::string buffer, access;
  int units = 0;
  std::vector<long> offsets;
  std::vector<float> values;
};

Request request_of(const json& step, const json& recording) {
  static const char* const kAccesses[] = {"read", "write", "atomic"};
  Request found;
  found.warp = step[1];
  found.lanes = step[3];
  found.access = kAccesses[step[5].get<int>()];
  found.units = step[7];
  found.buffer = recording["buffers"][step[8].get<std::size_t>()]["name"];
  const int count = __builtin_popcount(found.lanes);
  const json& offsets = step[9];
  for (int n = 0; n < count; ++n)
    found.offsets.push_back(offsets.size() == 2
                                ? offsets[0].get<long>() + n * offsets[1].get<long>()
                                : offsets[std::size_t(n)].get<long>());
  const std::vector<unsigned char> bytes = decoded(step[10]);
  for (int n = 0; n < count; ++n) {
    float value = 0;
    std::memcpy(&value, bytes.data() + (bytes.size() == 4 ? 0 : 4 * n), 4);
    found.values.push_back(value);
  }
  return found;
}

float pixel(int x, int y) {
  return float(y * kWidth + x);
}

}  // namespace

TEST_CASE("a block is recorded with what each lane reads and writes", "[sim]") {
  const Outcome done = build_and_run("tests/sim/recorded/tile.cu", 1, 2, Mode::observed);
  INFO(done.output);
  REQUIRE(done.status == 0);
  const json seen = json::parse(done.output);
  const json& launch = seen.at("launches").at(0);
  const json& recording = launch.at("recording");
  CHECK(recording.at("block") == 5);
  CHECK(recording.at("threads") == 256);
  CHECK(recording.at("folded").empty());
  std::map<std::string, int> kinds;
  int barriers = 0;
  bool after_barrier = false;
  for (const json& step : recording.at("steps")) {
    if (step[0] == 2) {
      CHECK(step[3] == 256);  // all wait, also those that end behind it
      ++barriers;
      after_barrier = true;
    }
    if (step[0] != 1) continue;
    const Request one = request_of(step, recording);
    const int y =
        kRows + one.warp;  // a warp is a row of the block, which is the second of its column
    ++kinds[one.buffer + " " + one.access];
    INFO(one.buffer << " " << one.access << ", warp " << one.warp);
    if (one.buffer == "cells in shared memory") {
      CHECK((one.access == "write") != after_barrier);
      CHECK(one.units == 1);
    }
    if (one.access == "write" && !after_barrier) {
      REQUIRE(one.values.size() == 32);
      for (int lane = 0; lane < 32; ++lane) {
        CHECK(one.offsets[std::size_t(lane)] == 4 * (32 * one.warp + lane));
        CHECK(one.values[std::size_t(lane)] == (lane < kInside ? pixel(64 + lane, y) : 0));
      }
    }
    if (one.access == "write" && after_barrier) {  // the output
      REQUIRE(one.lanes == (1u << kInside) - 1);
      for (int lane = 0; lane < kInside; ++lane) {
        const auto cell = [&](int i) { return lane + i < kInside ? pixel(64 + lane + i, y) : 0; };
        CHECK(one.values[std::size_t(lane)] == cell(0) + 2 * cell(1) + 3 * cell(2));
        CHECK(one.offsets[std::size_t(lane)] == 4 * (y * kWidth + 64 + lane));
      }
    }
  }
  CHECK(barriers == 1);
  CHECK(kinds["cells in shared memory write"] == kRows);
  CHECK(kinds["cells in shared memory read"] == 3 * kRows);
  CHECK(kinds["weights read"] == 3 * kRows);
  CHECK(kinds["a 5600-byte buffer read"] == kRows);
  CHECK(kinds["a 5600-byte buffer write"] == kRows);
}
