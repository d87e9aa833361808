/// @file
/// Frames, as bytes. The judge reads what a process with the student's code sends: each length is
/// checked before memory is taken for it, and text that nests deeply is refused before it is
/// parsed.
#include "grader/protocol/protocol.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "kit/error.hpp"

namespace kit::grader {
namespace {

constexpr char kMagic[8] = {'K', 'I', 'T', 'F', 'R', 'M', '0', '1'};
// A blob is allocated as it arrives, in pieces of this size, so that a length alone costs nothing.
constexpr std::size_t kPiece = std::size_t(1) << 20;
// Messages have four levels. Copying and printing JSON recurses once per level, so a deep text
// would overflow the judge's stack.
constexpr int kMaxLevels = 32;

/// True if the brackets of a JSON text, those in strings left out, nest deeper than kMaxLevels.
bool too_deep(const std::string& text) {
  int levels = 0;
  bool inside_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (inside_string) {
      if (letter == '\\') ++i;
      if (letter == '"') inside_string = false;
    } else if (letter == '"') {
      inside_string = true;
    } else if (letter == '[' || letter == '{') {
      if (++levels > kMaxLevels) return true;
    } else if (letter == ']' || letter == '}') {
      --levels;
    }
  }
  return false;
}

}  // namespace

nlohmann::json parse_object(const std::string& text) {
  using nlohmann::json;
  // Before parsing: a value that exists must also be copied and destroyed.
  if (too_deep(text)) return json(json::value_t::discarded);
  json value = json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_object() ? value : json(json::value_t::discarded);
}

nlohmann::json to_json(const GuardDamage& damage) {
  return {{"buffer", damage.buffer},
          {"before", damage.before},
          {"nearest_before", damage.nearest_before},
          {"furthest_before", damage.furthest_before},
          {"after", damage.after},
          {"nearest_after", damage.nearest_after},
          {"furthest_after", damage.furthest_after}};
}

std::vector<std::byte> encode_head(FrameKind kind, const nlohmann::json& message,
                                   std::uint64_t blob_bytes) {
  const std::string text = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() > kMaxJsonBytes) throw HarnessError("a message's JSON text is longer than 1 MiB");
  const auto kind_value = static_cast<std::uint32_t>(kind);
  const auto text_bytes = static_cast<std::uint32_t>(text.size());
  std::vector<std::byte> head(kHeaderBytes + text.size());
  std::memcpy(head.data(), kMagic, 8);
  std::memcpy(head.data() + 8, &kind_value, 4);
  std::memcpy(head.data() + 12, &text_bytes, 4);
  std::memcpy(head.data() + 16, &blob_bytes, 8);
  std::memcpy(head.data() + kHeaderBytes, text.data(), text.size());
  return head;
}

std::span<std::byte> FrameParser::wanted() {
  switch (state_) {
    case State::header:
      return std::span(header_).subspan(filled_);
    case State::json:
      return std::as_writable_bytes(std::span(text_)).subspan(filled_);
    case State::blob: {
      const std::size_t size = std::min<std::uint64_t>(blob_bytes_, filled_ + kPiece);
      if (frame_.blob.size() < size) frame_.blob.resize(size);
      return std::span(frame_.blob).subspan(filled_);
    }
    case State::complete:
    case State::refused:
      return {};
  }
  return {};
}

void FrameParser::received(std::size_t count) {
  filled_ += count;
  advance();
}

void FrameParser::advance() {
  if (state_ == State::header && filled_ == kHeaderBytes) read_header();
  if (state_ == State::json && filled_ == text_.size()) read_json();
  if (state_ == State::blob && filled_ == blob_bytes_) state_ = State::complete;
}

void FrameParser::read_header() {
  std::uint32_t kind = 0, text_bytes = 0;
  std::memcpy(&kind, header_.data() + 8, 4);
  std::memcpy(&text_bytes, header_.data() + 12, 4);
  std::memcpy(&blob_bytes_, header_.data() + 16, 8);
  if (std::memcmp(header_.data(), kMagic, 8) != 0)
    return refuse("it does not begin like a message");
  if (kind < static_cast<std::uint32_t>(FrameKind::describe) ||
      kind > static_cast<std::uint32_t>(FrameKind::kept))
    return refuse("its kind is unknown");
  if (text_bytes < 2 || text_bytes > kMaxJsonBytes) return refuse("its JSON text has a bad length");
  if (blob_bytes_ > max_blob_bytes_) return refuse("it announces more bytes than were asked for");
  frame_.kind = static_cast<FrameKind>(kind);
  text_.resize(text_bytes);
  filled_ = 0;
  state_ = State::json;
}

void FrameParser::read_json() {
  frame_.json = parse_object(text_);
  if (frame_.json.is_discarded())
    return refuse(too_deep(text_) ? "its JSON text nests too deeply"
                                  : "its JSON text is not an object");
  filled_ = 0;
  state_ = State::blob;
}

void FrameParser::refuse(std::string why) {
  error_ = std::move(why);
  state_ = State::refused;
}

bool read_frame(int fd, Frame& frame, std::uint64_t max_blob_bytes) {
  FrameParser parser(max_blob_bytes);
  while (!parser.complete()) {
    const std::span<std::byte> place = parser.wanted();
    const ssize_t count = read(fd, place.data(), place.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw HarnessError(std::string("reading a message: ") + std::strerror(errno));
    if (count == 0 && parser.untouched()) return false;
    if (count == 0) throw HarnessError("a message ended early");
    parser.received(static_cast<std::size_t>(count));
    if (!parser.error().empty()) throw HarnessError("bad message: " + parser.error());
  }
  frame = std::move(parser.frame());
  return true;
}

bool write_all(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

bool write_frame(int fd, FrameKind kind, const nlohmann::json& message,
                 std::span<const std::byte> blob) {
  return write_all(fd, encode_head(kind, message, blob.size())) && write_all(fd, blob);
}

}  // namespace kit::grader
