/// @file
/// Pages that compare images: one over the other with a divider to move, zoom, and all of them side
/// by side. They need no network and no other program than a browser.
#pragma once

#include <string>
#include <vector>

namespace kit::grader {

/// One image of a comparison; all of a comparison have the same size.
struct ViewImage {
  std::string name;    ///< a word for the menus, "output"
  std::string text;    ///< what is to be seen, for those who see no image
  std::string source;  ///< a data: URI, or a file in the page's folder
};

/// What a comparison shows.
struct Comparable {
  std::string id;       ///< a word, unique on the page
  std::string heading;  ///< "Lab 04: A tile in shared memory"
  std::string details;  ///< one sentence: filter, size, backend
  std::string finding;  ///< one sentence: right or not, and by how much
  bool right = true;
  int width = 0, height = 0;
  std::vector<ViewImage> images;   ///< input, output, reference, error
  int worst_x = -1, worst_y = -1;  ///< the pixel with the largest error, where it matters
};

/// A section of a page. `level` is that of its heading.
std::string comparison_section(const Comparable& shown, int level);

/// A whole page: `title` is plain text, `body` HTML.
std::string comparison_page(const std::string& title, const std::string& body);

}  // namespace kit::grader
