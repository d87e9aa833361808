/// A name that is declared with such a type counts in all of the function, one of a namespace's or
/// a struct's in all of the file, and a line counts if its statement has one: a name too many does
/// no harm as a rule (vector_accesses.hpp has what else must hold).
#include "vector_lines.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace kit::rewriter {
namespace {

using Alignments = std::map<std::string, unsigned, std::less<>>;

constexpr unsigned kWidestLoad = 16;  // bytes that one instruction of a GPU moves for a thread

Alignments vectors_of_cuda() {
  constexpr std::pair<const char*, unsigned> kNumbers[] = {
      {"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2},   {"int", 4},       {"uint", 4},
      {"long", 8}, {"ulong", 8}, {"float", 4}, {"longlong", 8}, {"ulonglong", 8}, {"double", 8}};
  Alignments types;
  for (const auto& [number, bytes] : kNumbers) {
    for (const unsigned count : {2u, 4u}) {
      const std::string type = number + std::to_string(count);
      types[type] = types["make_" + type] = std::min(kWidestLoad, count * bytes);
    }
  }
  return types;
}

class VectorLines {
 public:
  explicit VectorLines(const Source& source) : source_(source), types_(vectors_of_cuda()) {
    find_functions();
  }

  std::string run() {
    for (std::size_t i = 0; i < source_.size(); ++i) learn(i);
    note_statements();
    std::string comments;
    for (const auto& [place, alignment] : lines_)
      comments += "\nasm(" +
                  quoted("#kit_vector " + std::to_string(alignment) + " " +
                         std::to_string(place.second) + " " + place.first) +
                  ");";
    return comments;
  }

 private:
  bool is(std::size_t i, std::string_view word) const { return source_.is(i, word); }

  // Numbers the functions; a function's parameters and its body are its own.
  void find_functions() {
    functions_.resize(source_.size());
    int depth = 0, function = 1;
    bool is_struct = false, is_namespace = false;
    for (std::size_t i = 0; i < source_.size(); ++i) {
      if (depth == 0) {
        is_struct |= is(i, "struct") || is(i, "class") || is(i, "union");
        is_namespace |= is(i, "namespace") || (is(i, "extern") && is(i + 2, "{"));
        const bool attribute = is(i - 1, "alignas") || is(i - 1, "__attribute__");
        if (is(i, "(") && !attribute) is_struct = false;  // struct Pixel f(...)
      }
      if (depth > 0 && !is_struct) functions_[i] = function;
      if (is(i, "{") && depth == 0 && is_namespace) {
        is_namespace = false;
        continue;
      }
      if (is(i, "(") || is(i, "{")) ++depth;
      if ((is(i, ")") || is(i, "}")) && depth > 0) --depth;
      if (depth > 0 || !(is(i, ";") || (is(i, "}") && !is(i + 1, ";")))) continue;
      ++function;
      is_struct = is_namespace = false;
    }
  }

  /// Of the vector that the token names; 0 if it names none.
  unsigned alignment(std::size_t i) const {
    if (!source_.is_identifier(i)) return 0;
    if (const auto type = types_.find(source_.word(i)); type != types_.end()) return type->second;
    for (const int function : {0, functions_[i]})
      if (const auto found = names_.find({function, std::string(source_.word(i))});
          found != names_.end())
        return found->second;
    return 0;
  }

  // Headers of the system declare functions of vectors too, whose parameters have common names.
  bool is_students(std::size_t i) const { return !source_.place(i).in_system_header; }

  void learn(std::size_t i) {
    if (is(i, "using") && is(i + 2, "=")) return learn_alias(i + 1, i + 3);
    if (is(i, "alignas") || is(i, "aligned")) return learn_struct(i);
    if (is(i, "auto")) return learn_auto(i);
    if (const auto type = types_.find(source_.word(i)); type != types_.end())
      learn_names(i, type->second);
  }

  void add_type(std::size_t name, unsigned alignment) {
    if (source_.is_identifier(name) && is_students(name))
      types_[std::string(source_.word(name))] = alignment;
  }
  void add_name(std::size_t name, unsigned alignment) {
    if (source_.is_identifier(name) && is_students(name))
      names_[{functions_[name], std::string(source_.word(name))}] = alignment;
  }

  void learn_alias(std::size_t name, std::size_t i) {
    while (is(i, "const") || is(i, "::")) ++i;
    if (const auto type = types_.find(source_.word(i)); type != types_.end())
      add_type(name, type->second);
  }

  // struct alignas(16) Pixel, struct __attribute__((aligned(16))) Pixel
  void learn_struct(std::size_t i) {
    if (!is(i + 1, "(") || !is(i + 3, ")")) return;
    const int bytes = std::atoi(std::string(source_.word(i + 2)).c_str());
    if (bytes < 2 || bytes > int(kWidestLoad)) return;
    std::size_t name = i + 4;
    while (is(name, ")")) ++name;
    add_type(name, unsigned(bytes));
  }

  std::size_t skip_declarator(std::size_t i) const {
    while (is(i, "*") || is(i, "&") || is(i, "&&") || is(i, ">") || is(i, "const") ||
           is(i, "volatile") || source_.word(i).starts_with("__restrict"))
      ++i;
    return i;
  }

  // float4 a, *b; vector<float4> c; const float4* __restrict__ d
  void learn_names(std::size_t type, unsigned alignment) {
    std::size_t name = skip_declarator(type + 1);
    if (type > 0 && is(type - 1, "typedef")) return add_type(name, alignment);
    // `float4(a, b)` and `make_float4(a, b)` declare nothing.
    while (source_.is_identifier(name)) {
      add_name(name, alignment);
      int depth = 0;
      std::size_t k = name + 1;
      for (; k < source_.size(); ++k) {
        depth += is(k, "(") || is(k, "[") || is(k, "{");
        depth -= is(k, ")") || is(k, "]") || is(k, "}");
        if (depth < 0 || is(k, ";") || (depth == 0 && is(k, ","))) break;
      }
      name = skip_declarator(k + 1);
      const std::size_t next = name + 1;
      // What follows the comma is the next name, or the type of the next parameter.
      if (!is(k, ",") || depth != 0 ||
          !(is(next, ",") || is(next, ";") || is(next, "=") || is(next, "[")))
        return;
    }
  }

  // auto p = in[i]; auto [x, y, z, w] = in[i]; but not auto x = p.x;
  void learn_auto(std::size_t i) {
    const std::size_t first = skip_declarator(i + 1);
    std::size_t k = first;
    while (k < source_.size() && !is(k, "=") && !is(k, ";") && !is(k, ")") && !is(k, "{")) ++k;
    if (!is(k, "=")) return;
    unsigned alignment_of_all = 0;
    int depth = 0;  // in[threadIdx.x] is no member of a vector
    for (std::size_t v = k; v < source_.size() && !is(v, ";") && !is(v, "{"); ++v) {
      const std::string_view member = source_.word(v + 1);
      depth += is(v, "[") || is(v, "(");
      depth -= is(v, "]") || is(v, ")");
      if (depth == 0 && is(v, ".") && member.size() == 1 &&
          std::string_view("xyzw").find(member) < 4)
        return;
      alignment_of_all = std::max(alignment_of_all, alignment(v));
    }
    if (alignment_of_all == 0) return;
    for (std::size_t name = first; name < k; ++name) add_name(name, alignment_of_all);
  }

  // Each statement once, since a table of vectors may be a long one.
  void note_statements() {
    std::size_t first = 0;
    for (std::size_t i = 0; i < source_.size(); ++i) {
      if (!is(i, ";") && !is(i, "{") && !is(i, "}") && i + 1 < source_.size()) continue;
      unsigned bytes = 0;
      for (std::size_t k = first; k <= i; ++k)
        if (const unsigned one = alignment(k); one > bytes && is_students(k)) bytes = one;
      for (std::size_t k = first; k <= i && bytes > 0; ++k) note_line(source_.place(k), bytes);
      first = i + 1;
    }
  }
  void note_line(const scan::Place& place, unsigned bytes) {
    unsigned& known = lines_[{place.file, place.line}];
    known = std::max(known, bytes);
  }

  const Source& source_;
  Alignments types_;
  std::vector<int> functions_;  // of each token; 0 outside of functions
  std::map<std::pair<int, std::string>, unsigned> names_;
  std::map<std::pair<std::string, int>, unsigned> lines_;
};

}  // namespace

std::string list_vector_lines(const Source& source) {
  return VectorLines(source).run();
}

}  // namespace kit::rewriter
