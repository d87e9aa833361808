/// @file
/// Variables in the memories of a GPU: __shared__, __constant__, __device__.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "source.hpp"
#include "text_edits.hpp"

namespace kit::rewriter {

/// Rewrites the declarations of such variables. `i` is the token __shared__ and so on.
class Variables {
 public:
  Variables(const Source& source, Edits& edits) : source_(source), edits_(edits) {}

  void rewrite_shared(std::size_t i, bool in_function);
  void rewrite_constant(std::size_t i);
  /// Lists the variables, in a section by which the observer finds them; leaves functions alone.
  /// `i` is __device__ or __managed__.
  void list_device_variables(std::size_t i) { list_variables(i, "kit_sim_device"); }
  void list_managed_variables(std::size_t i) { list_variables(i, "kit_sim_managed"); }
  /// Called for each identifier: remembers the indexes of arrays of the GPU's memories, and the
  /// thread's own arrays that hide such a name.
  void note_name(std::size_t i);
  /// `i` is a [ that may begin a lambda. On a card nothing captures a shared variable, which is
  /// static; the reference that stands for it here would be copied with all that it refers to. So
  /// lambdas capture by reference what they use of the function's shared variables.
  void share_with_lambda(std::size_t i);
  /// Of functions and types; what a namespace declares is known behind it too.
  void open_scope() { ++depth_; }
  void close_scope();
  /// Lists, at the end of the text, the places in which arrays of the GPU's memories are indexed:
  /// there an index may run from one row into the next, since the observer knows the whole array.
  /// Comes after all other edits, for it says where the places are in the result.
  void list_indexes();

 private:
  void remove(std::size_t i) { edits_.replace(source_[i].begin, source_[i].end, ""); }
  void mark_shared(std::size_t i, std::size_t first, bool has_storage);
  void rewrite_dynamic(std::size_t i, std::size_t storage, std::size_t last, bool in_function);
  void rewrite_shared_type(std::size_t i, std::size_t first, std::size_t brace);
  void rewrite_shared_variables(std::size_t i, std::size_t first, std::size_t last);
  std::size_t append_declarator(std::size_t i, std::size_t k, const std::string& type,
                                std::string& text);
  void note_declarators(std::size_t first, std::size_t last, int min_dimensions);

  struct Name {
    std::string text;
    int depth;                 ///< of the braces that it is declared in
    bool observed_whole;       ///< the observer checks the bounds of the whole array
    bool shared_here = false;  ///< a function's own __shared__ variable
  };
  bool is_declared_here(std::size_t i) const;
  bool is_shared_here(std::string_view name) const;
  std::size_t body_of_lambda(std::size_t i) const;
  struct Declarators {
    struct One {
      std::size_t name, end;  ///< tokens: the name; what follows the declarator
    };
    std::vector<One> list;
    std::size_t end = 0;  ///< the ; of the declaration
  };
  Declarators declarators(std::size_t first) const;
  void list_variables(std::size_t i, const char* section);
  void declare(std::string_view name, bool observed_whole);

  const Source& source_;
  Edits& edits_;
  std::vector<Name> names_;           ///< a later one hides an earlier one
  std::vector<std::size_t> indexes_;  ///< tokens: brackets behind an index
  int depth_ = 0, gaps_ = 0, types_ = 0, listed_ = 0, marked_ = 0;
};

}  // namespace kit::rewriter
