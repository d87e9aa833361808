// Most files have few splices, and preprocessed text has none: it is then used as it is, and
// looking a position up costs nothing.
#include "scan/spliced_text.hpp"

#include <algorithm>

namespace kit::scan {
namespace {

/// The end of the splice whose backslash stands at `backslash`; `backslash` itself if it is none.
std::size_t splice_end(std::string_view source, std::size_t backslash) {
  constexpr std::string_view kBlanks(" \t\v\f\r\0", 6);
  const std::size_t end = source.find_first_not_of(kBlanks, backslash + 1);
  return end != std::string_view::npos && source[end] == '\n' ? end + 1 : backslash;
}

}  // namespace

SplicedText::SplicedText(std::string_view source) : source_(source) {
  std::size_t copied = 0, removed = 0;
  for (std::size_t at = source.find('\\'); at != std::string_view::npos;
       at = source.find('\\', at)) {
    const std::size_t end = splice_end(source, at);
    if (end > at) {
      joined_ += source.substr(copied, at - copied);
      removed += end - at;
      splices_.push_back({joined_.size(), end, removed});
      copied = end;
    }
    at = std::max(end, at + 1);
  }
  if (!splices_.empty()) joined_ += source.substr(copied);
}

std::size_t SplicedText::begin_in_source(std::size_t at) const {
  const auto behind =
      std::upper_bound(splices_.begin(), splices_.end(), at,
                       [](std::size_t value, const Splice& one) { return value < one.joined_at; });
  return behind == splices_.begin() ? at : at + std::prev(behind)->removed;
}

std::size_t SplicedText::from_source(std::size_t offset) const {
  const auto behind =
      std::upper_bound(splices_.begin(), splices_.end(), offset,
                       [](std::size_t value, const Splice& one) { return value < one.source_end; });
  return behind == splices_.begin() ? offset : offset - std::prev(behind)->removed;
}

}  // namespace kit::scan
