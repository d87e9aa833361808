/// @file
/// What an observed program and kit_symbols say to each other: whole messages arrive, anything else
/// is refused. What the answers are in whole programs, tests/sim checks.
#include <sys/socket.h>
#include <unistd.h>

#include <exception>
#include <utility>

#include "catch.hpp"
#include "symbols/client/messages.hpp"
#include "symbols/machine_code.hpp"

namespace kit::symbols {
namespace {

/// Two connected sockets, closed at the end.
struct Channel {
  int ends[2] = {-1, -1};
  Channel() { REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0); }
  ~Channel() {
    hang_up();
    close(ends[1]);
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  void hang_up() {
    if (ends[0] >= 0) close(std::exchange(ends[0], -1));
  }
};

const std::vector<Frames> kLines = {
    {{"lab04::pixel(float const*)", "/kit/tiled.cu", 12}, {"kernel", "/kit/tiled.cu", 40}},
    {},
    {{"", "", 0}}};

}  // namespace

TEST_CASE("lines and operations survive being told") {
  const std::vector<Frames> lines = read_lines(tell_lines(kLines));
  REQUIRE(lines.size() == kLines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    REQUIRE(lines[i].size() == kLines[i].size());
    for (std::size_t k = 0; k < lines[i].size(); ++k) {
      CHECK(lines[i][k].function == kLines[i][k].function);
      CHECK(lines[i][k].file == kLines[i][k].file);
      CHECK(lines[i][k].line == kLines[i][k].line);
    }
  }
  CHECK(read_counters(ask_lines({1, 0x401234})) == std::vector<std::uint64_t>{1, 0x401234});
  const Range range = read_range(ask_flops({7, 9}));
  CHECK((range.first == 7 && range.last == 9));
  const BlockFlops flops = read_flops(tell_flops({5, 50, {{5, 2}, {20, 10}}}));
  CHECK((flops.first == 5 && flops.last == 50));
  CHECK(flops.blocks == std::map<std::uint64_t, unsigned>{{5, 2}, {20, 10}});
}

TEST_CASE("bodies that end early or promise too much are refused") {
  const std::string lines = tell_lines(kLines), flops = tell_flops({5, 50, {{5, 2}, {20, 10}}});
  // Two frames, none and one, of 12 bytes each behind their number: where the answer of an address
  // ends, a body of fewer addresses ends too.
  const std::size_t after_texts = lines.size() - 48;
  for (std::size_t size = 0; size < lines.size(); ++size) {
    INFO(size << " bytes");
    const std::size_t past = size - after_texts;
    if (past == 0 || past == 28 || past == 32)
      CHECK(read_lines(lines.substr(0, size)).size() == (past == 0 ? 0 : past == 28 ? 1 : 2));
    else
      CHECK_THROWS_AS(read_lines(lines.substr(0, size)), std::exception);
  }
  for (std::size_t size = 0; size < flops.size(); ++size)
    CHECK_THROWS_AS(read_flops(flops.substr(0, size)), std::exception);
  CHECK_THROWS_AS(read_flops(flops + "x"), std::exception);
  CHECK_THROWS_AS(read_counters("1234567"), std::exception);
  std::string many = lines;
  many.replace(0, 4, "\xff\xff\xff\x7f");  // texts
  CHECK_THROWS_AS(read_lines(many), std::exception);
  std::string elsewhere = lines;
  elsewhere.replace(elsewhere.size() - 12, 4, std::string("\x09\0\0\0", 4));  // a text's number
  CHECK_THROWS_AS(read_lines(elsewhere), std::exception);
}

TEST_CASE("messages arrive whole, and none longer than agreed") {
  Channel channel;
  Message got;
  REQUIRE(send_message(channel.ends[0], {Kind::flops, "body"}));
  REQUIRE(receive_message(channel.ends[1], got, 4));
  CHECK(got.kind == Kind::flops);
  CHECK(got.body == "body");
  REQUIRE(send_message(channel.ends[0], {Kind::lines, "too long"}));
  CHECK_FALSE(receive_message(channel.ends[1], got, 7));
}

TEST_CASE("an end that is gone ends the conversation, and not the program") {
  Channel channel;
  Message got;
  REQUIRE(write(channel.ends[0], "half", 4) == 4);
  channel.hang_up();
  CHECK_FALSE(receive_message(channel.ends[1], got, 100));
  CHECK_FALSE(send_message(channel.ends[1], {Kind::lines, "anyone?"}));
}

TEST_CASE("operations count as a GPU executes them") {
  const auto count = [](std::string_view mnemonic, std::string_view operands = "%xmm0,%xmm1") {
    return operations({0x401000, mnemonic, operands});
  };
  CHECK(count("addss") == 1);
  CHECK(count("mulps") == 4);
  CHECK(count("vsubpd") == 2);
  CHECK(count("vfmadd231ss") == 2);
  CHECK(count("divss") == 10);
  CHECK(count("divsd") == 1);
  CHECK(count("sqrtss") == 6);
  CHECK(count("fmadd") == 2);
  CHECK(count("fmul") == 1);
  CHECK(count("maxss") == 0);
  CHECK(count("addl") == 0);
  CHECK(count("call", " 401040 <expf@plt>") == 10);
  CHECK(count("call", " 401040 <fmaf@plt>") == 2);
  CHECK(count("call", " 401040 <expf_of_the_student>") == 0);
}

}  // namespace kit::symbols
