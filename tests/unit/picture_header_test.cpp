#include "image/src/picture/picture_header.hpp"

#include "catch.hpp"
#include "error_of.hpp"
#include "picture_files.hpp"

using namespace picture_files;

namespace {

constexpr int kSequential = 0xc0, kProgressive = 0xc2;

/// A segment with one Huffman table, whose only code is 0 for the value 0. `name`: 0x00 is the
/// first table for first coefficients (DC), 0x10 the first for the others (AC).
Bytes table(std::uint8_t name) {
  Bytes segment = {0xff, 0xc4, 0, 20, name, 1};
  segment.insert(segment.end(), 16, 0);
  return segment;
}

/// A scan of coefficients `first` to `last` of one component with tables 0; `bits`: 0x10 for bits
/// after the first.
Bytes scan(std::uint8_t first, std::uint8_t last, std::uint8_t bits = 0) {
  return {0xff, 0xda, 0, 8, 1, 1, 0, first, last, bits, 0, 0};
}

Bytes joined(Bytes start, const Bytes& rest) {
  start.insert(start.end(), rest.begin(), rest.end());
  return start;
}

/// Whether a JPEG of these segments is refused for want of a Huffman table.
bool lacks_table(int frame, const Bytes& segments) {
  const Bytes file = jpeg_file(frame, 8, 8, 1, segments);
  const std::string message = error_of([&] { kit::read_picture_header("a.jpg", file); });
  CHECK((message.empty() || contains(message, "Huffman table is missing")));
  return !message.empty();
}

}  // namespace

TEST_CASE("a sequential JPEG's scan needs Huffman tables for first and other coefficients") {
  CHECK_FALSE(lacks_table(kSequential, joined(joined(table(0x00), table(0x10)), scan(0, 63))));
  CHECK(lacks_table(kSequential, scan(0, 63)));
  CHECK(lacks_table(kSequential, joined(table(0x00), scan(0, 63))));
  CHECK(lacks_table(kSequential, joined(table(0x10), scan(0, 63))));
  CHECK(lacks_table(kSequential, joined(joined(table(0x01), table(0x11)), scan(0, 63))));
  CHECK(lacks_table(kSequential, joined(joined(table(0x00), scan(0, 63)), table(0x10))));
}

TEST_CASE("a progressive JPEG's scan needs the Huffman table of what it codes, and no other") {
  CHECK_FALSE(lacks_table(kProgressive, joined(table(0x00), scan(0, 0))));
  CHECK(lacks_table(kProgressive, joined(table(0x10), scan(0, 0))));
  CHECK_FALSE(lacks_table(kProgressive, scan(0, 0, 0x10)));  // further bits stand as they are
  CHECK_FALSE(lacks_table(kProgressive, joined(table(0x10), scan(1, 63))));
  CHECK(lacks_table(kProgressive, joined(table(0x00), scan(1, 63))));
}
