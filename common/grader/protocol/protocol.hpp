/// @file
/// Framed messages between judge and worker, over two file descriptors of their own: standard input
/// and output are the student's. A frame is a fixed header, a JSON text and raw bytes; the receiver
/// sets the limits and believes no length it has not checked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "grader/protocol/guard.hpp"

namespace kit::grader {

/// Where the worker finds its ends of the two pipes.
inline constexpr int kRequestFd = 3;
inline constexpr int kReplyFd = 4;

/// Largest JSON text of a frame, in bytes.
inline constexpr std::size_t kMaxJsonBytes = std::size_t(1) << 20;

enum class FrameKind : std::uint32_t {
  describe = 1,     ///< judge: which functions and which device do you have?
  call = 2,         ///< judge: run this Call; the blob holds the inputs
  kept = 6,         ///< judge: send these lines of a timed call's output
  description = 3,  ///< worker: the answer to describe
  result = 4,       ///< worker: the call returned; the blob holds the outputs
  failure = 5,      ///< worker: the call failed; the JSON says how
};

struct Frame {
  FrameKind kind = FrameKind::describe;
  nlohmann::json json = nlohmann::json::object();
  std::vector<std::byte> blob;
};

/// Header, JSON text and blob lengths as they go over the pipe, little-endian.
inline constexpr std::size_t kHeaderBytes = 24;
using FrameHeader = std::array<std::byte, kHeaderBytes>;

/// The header and the JSON text of a frame whose blob has `blob_bytes`; the blob follows on the
/// pipe. Throws HarnessError if the JSON text is too long.
std::vector<std::byte> encode_head(FrameKind kind, const nlohmann::json& message,
                                   std::uint64_t blob_bytes);

/// The object that a JSON text holds. Discarded (json::is_discarded) if it holds another thing, or
/// nests more deeply than a message does: copying such a value would overflow the stack.
nlohmann::json parse_object(const std::string& text);

/// Damage as it goes over the pipe, and as verdict.json shows it.
nlohmann::json to_json(const GuardDamage& damage);

/// Takes a frame apart as its bytes arrive. Garbage never throws: it ends in error().
class FrameParser {
 public:
  /// Frames whose blob is longer than `max_blob_bytes` are refused before memory is allocated.
  explicit FrameParser(std::uint64_t max_blob_bytes) : max_blob_bytes_(max_blob_bytes) {}

  /// Where the next bytes belong; empty once the frame is complete or refused.
  std::span<std::byte> wanted();
  /// Says that `count` bytes were put at the front of wanted().
  void received(std::size_t count);

  bool complete() const { return state_ == State::complete; }
  /// Nothing arrived yet: an end of file here is a clean one.
  bool untouched() const { return state_ == State::header && filled_ == 0; }
  /// Empty, or one sentence on what is wrong with the bytes.
  const std::string& error() const { return error_; }
  /// The frame; only once complete().
  Frame& frame() { return frame_; }

 private:
  enum class State { header, json, blob, complete, refused };
  void advance();
  void read_header();
  void read_json();
  void refuse(std::string why);

  std::uint64_t max_blob_bytes_;
  State state_ = State::header;
  std::size_t filled_ = 0;
  FrameHeader header_{};
  std::string text_;
  std::uint64_t blob_bytes_ = 0;
  Frame frame_;
  std::string error_;
};

/// Blocking read of one frame. Returns false at a clean end of file; throws HarnessError on
/// garbage, a truncated frame or a read error. For the worker, which trusts the judge.
bool read_frame(int fd, Frame& frame, std::uint64_t max_blob_bytes);

/// Blocking write of head and blob. Returns false if the other side is gone.
bool write_frame(int fd, FrameKind kind, const nlohmann::json& message,
                 std::span<const std::byte> blob);

/// Writes all bytes to a blocking descriptor; false if the other side is gone.
bool write_all(int fd, std::span<const std::byte> bytes);

}  // namespace kit::grader
