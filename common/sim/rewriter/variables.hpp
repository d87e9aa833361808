/// @file
/// Variables in the memories of a GPU: __shared__, __constant__, __device__.
#pragma once

#include <set>
#include <string>

#include "source.hpp"
#include "text_edits.hpp"

namespace kit::rewriter {

/// Rewrites the declarations of such variables. `i` is the token __shared__ and so on.
class Variables {
 public:
  Variables(const Source& source, Edits& edits) : source_(source), edits_(edits) {}

  void rewrite_shared(std::size_t i, bool in_function);
  void rewrite_constant(std::size_t i);
  /// Lists the variable where the observer finds it; leaves functions alone.
  void list_device_variable(std::size_t i);
  /// Lists, at the end of the text, the lines in which arrays of the GPU's memories are indexed:
  /// there an index may run from one row into the next, since the observer knows the whole array.
  void list_indexed_lines();

 private:
  void remove(std::size_t i) { edits_.replace(source_[i].begin, source_[i].end, ""); }
  void rewrite_dynamic(std::size_t i, std::size_t storage, std::size_t last, bool in_function);
  void rewrite_shared_type(std::size_t i, std::size_t first, std::size_t brace);
  void rewrite_shared_variables(std::size_t i, std::size_t first, std::size_t last);
  std::size_t append_declarator(std::size_t i, std::size_t k, const std::string& type,
                                std::string& text);
  void note_declarators(std::size_t first, std::size_t last, int min_dimensions);

  const Source& source_;
  Edits& edits_;
  std::set<std::string, std::less<>> flat_arrays_;  ///< whose bounds the observer checks as a whole
  int gaps_ = 0, types_ = 0, listed_ = 0;
};

}  // namespace kit::rewriter
