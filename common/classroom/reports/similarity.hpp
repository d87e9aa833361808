/// @file
/// Which submissions are alike: by runs of tokens, with all names made equal and without what the
/// skeleton, or many of the class, have.
#pragma once

#include <string>
#include <vector>

#include "classroom/gradebook/gradebook.hpp"

namespace kit::classroom {

/// Two submissions of one lab.
struct Pair {
  std::string lab, first, second;
  double share = 0;  ///< of the smaller one's own runs that the other has too
  int shared = 0;    ///< number of those
  struct Lines {
    std::string file;
    int first_begin = 0, first_end = 0, second_begin = 0, second_end = 0;
  };
  std::vector<Lines> lines;             ///< where, in each; 1-based, both ends included
  bool more_lines = false;              ///< there are too many to list
  std::vector<std::string> equal = {};  ///< files that are the same to the byte
};

struct SimilarityPlan {
  std::string labs_folder;  ///< for the skeletons
  double threshold = 0.6;
  std::size_t max_pairs = 200;
};

struct Similar {
  std::vector<Pair> pairs;           ///< the most alike first
  std::vector<std::string> in_part;  ///< "ann (02_naive)": has a file too long to compare whole
};

/// Pairs at or above the threshold, and those with files that are the same to the byte however many
/// of the class have them. A share says that a person should look, and nothing more: short tasks
/// have few solutions. Takes time linear in what a student handed in, of which a bounded number of
/// tokens is compared.
Similar find_similar(const std::vector<Work>& works, const SimilarityPlan& plan);

/// The pairs for people: Markdown, and HTML for the overview.
std::string similar_markdown(const Similar& similar, double threshold);
std::string similar_html(const Similar& similar, double threshold);
/// HTML for an overview that is written before they are found.
std::string not_searched_html();

}  // namespace kit::classroom
