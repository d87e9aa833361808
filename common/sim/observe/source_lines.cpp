/// Asks kit_symbols for the lines of return addresses, each once in the life of the program: the
/// same few hundred program counters come back with every launch.
///
/// A place is a chain of calls, and each of its addresses may be a chain of inlined functions. The
/// student wants the innermost line of their own: the first that is neither the simulator's, the
/// kit's nor the system's.
#include "source_lines.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "symbols/client/client.hpp"

namespace kit::sim {
namespace {

bool is_kit_header(const std::string& file) {
  return file.find("/sim/include/") != std::string::npos ||
         file.find("/common/image/include/kit/") != std::string::npos || file.find("/usr/") == 0;
}

SourceLine students_line(const symbols::Frames& frames) {
  const auto own = std::find_if(frames.begin(), frames.end(), [](const symbols::Frame& frame) {
    return frame.line != 0 && !is_kit_header(frame.file);
  });
  return own == frames.end() ? SourceLine{} : SourceLine{own->file, own->line};
}

/// The student's line of each return address that was ever asked for.
class KnownLines {
 public:
  /// Asks for those that are not known, all in one message.
  void look_up(const std::vector<CodePlace>& places) {
    std::vector<std::uint64_t> missing;
    for (const CodePlace& place : places)
      for (const std::uint32_t address : place.calls)
        // A return address is one past the call; the call is what has the line.
        if (lines_.try_emplace(address).second) missing.push_back(address - 1);
    if (missing.empty()) return;
    const auto found = symbols::Client::instance().find_lines(missing);
    for (std::size_t i = 0; i < missing.size(); ++i)
      lines_[std::uint32_t(missing[i] + 1)] = students_line(found[i]);
  }

  SourceLine line_of(const CodePlace& place) const {
    if (place.line.line != 0) return place.line;
    for (const std::uint32_t address : place.calls)
      if (const SourceLine& line = lines_.at(address); line.line != 0) return line;
    return place.line;
  }

 private:
  std::map<std::uint32_t, SourceLine> lines_ = {{0, {}}};
};

}  // namespace

std::vector<SourceLine> resolve(const std::vector<CodePlace>& places) {
  static std::mutex mutex;
  static auto* const known = new KnownLines;  // never destroyed: the end of the program asks it
  const std::lock_guard lock(mutex);
  known->look_up(places);
  std::vector<SourceLine> lines;
  lines.reserve(places.size());
  for (const CodePlace& place : places) lines.push_back(known->line_of(place));
  return lines;
}

std::string function_at(std::uint32_t return_address) {
  static std::mutex mutex;
  static auto* const known = new std::map<std::uint32_t, std::string>;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known->try_emplace(return_address);
  if (is_new) {
    const auto frames = symbols::Client::instance().find_lines({return_address - 1});
    for (const symbols::Frames& one : frames)
      for (const symbols::Frame& frame : one)
        if (found->second.empty() && !is_kit_header(frame.file)) found->second = frame.function;
  }
  return found->second;
}

}  // namespace kit::sim
