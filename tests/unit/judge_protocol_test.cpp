/// @file
/// Frames between judge and worker: whole ones arrive, anything else is refused.
#include <cstring>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grader/process/pipe.hpp"
#include "grader/protocol/protocol.hpp"

namespace kit::grader {
namespace {

/// Hands bytes to a parser in pieces of `piece` until it takes no more.
void feed(FrameParser& parser, const std::vector<std::byte>& bytes, std::size_t piece) {
  std::size_t offset = 0;
  while (offset < bytes.size()) {
    const std::span<std::byte> place = parser.wanted();
    if (place.empty()) return;
    const std::size_t count = std::min({piece, place.size(), bytes.size() - offset});
    std::memcpy(place.data(), bytes.data() + offset, count);
    parser.received(count);
    offset += count;
  }
}

std::vector<std::byte> frame_bytes(const nlohmann::json& json, const std::string& blob) {
  std::vector<std::byte> bytes = encode_head(FrameKind::result, json, blob.size());
  const auto* begin = reinterpret_cast<const std::byte*>(blob.data());
  bytes.insert(bytes.end(), begin, begin + blob.size());
  return bytes;
}

/// Error of a parser that was fed a frame with one 32-bit word of its header replaced.
std::string error_with(std::size_t offset, std::uint32_t value) {
  std::vector<std::byte> bytes = frame_bytes({{"a", 1}}, "blob");
  std::memcpy(bytes.data() + offset, &value, 4);
  FrameParser parser(100);
  feed(parser, bytes, 1000);
  CHECK_FALSE(parser.complete());
  return parser.error();
}

TEST_CASE("judge: a frame arrives whole, in pieces of any size") {
  const std::vector<std::byte> bytes = frame_bytes({{"answer", 42}}, "0123456789");
  for (std::size_t piece : {1, 7, 24, 1000}) {
    FrameParser parser(10);
    feed(parser, bytes, piece);
    REQUIRE(parser.complete());
    CHECK(parser.frame().kind == FrameKind::result);
    CHECK(parser.frame().json["answer"] == 42);
    CHECK(std::memcmp(parser.frame().blob.data(), "0123456789", 10) == 0);
  }
}

/// A frame around a text that the encoder would not write.
std::string error_of_text(const std::string& text) {
  std::vector<std::byte> bytes = frame_bytes(nlohmann::json::object(), "");
  const auto length = static_cast<std::uint32_t>(text.size());
  std::memcpy(bytes.data() + 12, &length, 4);
  bytes.resize(kHeaderBytes);
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  bytes.insert(bytes.end(), begin, begin + text.size());
  FrameParser parser(100);
  feed(parser, bytes, 100000);
  CHECK(parser.complete() == parser.error().empty());
  return parser.error();
}

TEST_CASE("judge: a JSON text that nests too deeply is refused") {
  const auto nested = [](std::size_t levels) {
    return "{\"guards\":" + std::string(levels, '[') + std::string(levels, ']') + "}";
  };
  CHECK(error_of_text(nested(20)).empty());
  CHECK(error_of_text(nested(40)).find("deeply") != std::string::npos);
  CHECK(error_of_text(nested(400000)).find("deeply") != std::string::npos);
  CHECK(error_of_text(std::string(400000, '{')).find("deeply") != std::string::npos);
  CHECK(error_of_text("{\"text\":\"" + std::string(1000, '[') + "\\\"[\"}").empty());
}

TEST_CASE("judge: a frame without a blob is complete after its JSON text") {
  FrameParser parser(0);
  feed(parser, frame_bytes(nlohmann::json::object(), ""), 1000);
  CHECK(parser.complete());
}

TEST_CASE("judge: headers that lie are refused before memory is taken") {
  CHECK(error_with(0, 0x12345678u) == "it does not begin like a message");
  CHECK(error_with(8, 99) == "its kind is unknown");
  CHECK(error_with(12, 0x7fffffffu) == "its JSON text has a bad length");
  CHECK(error_with(12, 0) == "its JSON text has a bad length");
  CHECK(error_with(16, 101) == "it announces more bytes than were asked for");
  CHECK(error_with(20, 0xffffffffu) == "it announces more bytes than were asked for");
}

TEST_CASE("judge: a JSON text that is none, or no object, is refused") {
  std::vector<std::byte> bytes = frame_bytes({{"a", 1}}, "");
  bytes[kHeaderBytes] = std::byte{'x'};
  FrameParser broken(0);
  feed(broken, bytes, 1000);
  CHECK(broken.error() == "its JSON text is not an object");
  FrameParser list(0);
  feed(list, frame_bytes(nlohmann::json::array({1, 2}), ""), 1000);
  CHECK(list.error() == "its JSON text is not an object");
}

TEST_CASE("judge: a truncated frame is an error for the worker, a clean end is none") {
  Pipe pipe = make_pipe();
  const std::vector<std::byte> bytes = frame_bytes({{"a", 1}}, "blob");
  REQUIRE(write_all(pipe.write_end.get(), bytes));
  REQUIRE(write_all(pipe.write_end.get(), std::span(bytes).first(30)));
  pipe.write_end.close();
  Frame frame;
  CHECK(read_frame(pipe.read_end.get(), frame, 100));
  CHECK(frame.blob.size() == 4);
  CHECK_THROWS(read_frame(pipe.read_end.get(), frame, 100));
  CHECK_FALSE(read_frame(pipe.read_end.get(), frame, 100));
}

}  // namespace
}  // namespace kit::grader
