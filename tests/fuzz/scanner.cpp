// Any text is cut into tokens that lie within it, one behind the other.
#include "scan/scanner.hpp"

#include <string_view>

#include "scan/line_markers.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const kit::scan::Scan scan({reinterpret_cast<const char*>(data), size});
  const kit::scan::LineMarkers markers(scan.tokens());
  std::size_t last = 0;
  for (const auto& token : scan.tokens()) {
    const bool within = last <= token.begin && token.begin < token.end && token.end <= size;
    if (!within || token.text.empty() || token.line < 1) __builtin_trap();
    markers.place(token);
    last = token.end;
  }
  return 0;
}
