/// @file
/// Where preprocessed text came from, by its line markers.
#pragma once

#include <string>
#include <vector>

#include "scan/token.hpp"

namespace kit::scan {

/// A place as a compiler's messages give it.
struct Place {
  std::string file;  ///< empty before the first marker that names one
  int line = 0;
  bool in_system_header = false;
};

/// The markers `# 12 "file.cu" 2` and directives `#line 12 "file.cu"` of a text ([cpp.line]).
class LineMarkers {
 public:
  /// The tokens of a scan, directives included.
  explicit LineMarkers(const std::vector<Token>& tokens);
  Place place(const Token& token) const;

 private:
  struct Marker {
    std::size_t position;  ///< its end in the text
    int physical;          ///< the line behind it in the text
    Place place;           ///< what that line is called
  };
  void read(const std::vector<Token>& tokens, std::size_t i);
  std::vector<Marker> markers_;
};

}  // namespace kit::scan
