/// @file
/// What an observed program and kit_symbols say to each other over a stream socket. Each message is
/// a head and a body; both ends run on one machine, so numbers are sent as they lie in memory.
///
///     head            kind u32, bytes of the body u32
///     lines, asked    for each program counter: u64; at most kMaxCounters
///     lines, answered number of texts u32; of each text its bytes u32 and the bytes; then for each
///                     program counter its frames: number u32, of each frame the function, the
///                     file (both numbers of texts) and the line, u32 each
///     flops, asked    first u64, last u64: addresses of code
///     flops, answered first u64, last u64: what is known; number of blocks u32; of each block its
///                     address u64 and its operations u32
///
/// kit_symbols answers every message by one of the same kind, in order, and ends at the end of the
/// stream or at a message that is not as above. Whoever reads checks sizes before it believes them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kit::symbols {

enum class Kind : std::uint32_t { lines = 1, flops = 2 };

constexpr std::size_t kMaxCounters = 8192;  ///< program counters of a message
constexpr std::size_t kMaxRequestBytes = kMaxCounters * sizeof(std::uint64_t);
constexpr std::size_t kMaxReplyBytes = std::size_t(64) << 20;

/// Descriptors that kit_symbols starts with.
constexpr int kChannel = 0;     ///< the socket
constexpr int kExecutable = 3;  ///< the program whose addresses are asked for

struct Message {
  Kind kind = Kind::lines;
  std::string body;
};

/// A function that an address belongs to, and the line that was reached in it.
struct Frame {
  std::string function;  ///< readable; empty if unknown
  std::string file;      ///< with its folder; empty if unknown
  int line = 0;          ///< 0 if unknown
};
/// Of one address: the innermost inlined function first, the function that is no inlined one last.
using Frames = std::vector<Frame>;

/// Floating-point operations of the basic blocks that start from `first` to `last`, both included;
/// those without any are left out. A block's key is the address that its instrumentation call
/// returns to.
struct BlockFlops {
  std::uint64_t first = UINT64_MAX, last = 0;
  std::map<std::uint64_t, unsigned> blocks;
};

struct Range {
  std::uint64_t first = 0, last = 0;
};

// Bodies. Those that read throw a std::exception if the text is not such a body.
std::string ask_lines(const std::vector<std::uint64_t>& counters);
std::vector<std::uint64_t> read_counters(const std::string& body);
std::string tell_lines(const std::vector<Frames>& all);
std::vector<Frames> read_lines(const std::string& body);
std::string ask_flops(Range range);
Range read_range(const std::string& body);
std::string tell_flops(const BlockFlops& flops);
BlockFlops read_flops(const std::string& body);

/// Sends a message whole; false if the other end is gone or does not take it in time.
bool send_message(int channel, const Message& message);

/// Waits for a message with a body of at most `most` bytes; false at the end of the stream, if it
/// is longer, or if none comes in the time that the channel allows.
bool receive_message(int channel, Message& message, std::size_t most);

}  // namespace kit::symbols
