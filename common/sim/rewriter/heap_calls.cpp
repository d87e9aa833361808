/// malloc and free get another name from the simulator's first header; operator new and delete
/// cannot: g++ 12 does not survive their redeclaration under another name. A definition that
/// replaces them would hold for the whole program, and bring the observer into programs that are
/// not observed.
#include "heap_calls.hpp"

#include <string_view>

#include "assembly.hpp"
#include "definitions.hpp"

namespace kit::rewriter {
namespace {

struct Operator {
  std::string_view name, observed;
};

constexpr Operator kOperators[] = {{"_Znwm", "kit_sim_new"},      {"_Znam", "kit_sim_new"},
                                   {"_ZdlPv", "kit_sim_delete"},  {"_ZdaPv", "kit_sim_delete"},
                                   {"_ZdlPvm", "kit_sim_delete"}, {"_ZdaPvm", "kit_sim_delete"}};

bool continues_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '.' || c == '$';
}

const Operator* find_operator(std::string_view text) {
  for (const Operator& one : kOperators)
    if (text.starts_with(one.name) &&
        (text.size() == one.name.size() || !continues_name(text[one.name.size()])))
      return &one;
  return nullptr;
}

}  // namespace

std::string redirect_heap_calls(const std::string& assembly) {
  std::string result;
  result.reserve(assembly.size() + 1024);
  for (std::string_view line : split_lines(assembly)) {
    const std::size_t start = line.find("_Z");
    const Operator* called = nullptr;
    // An instruction starts with a tab; labels do not, and directives have a dot after it.
    if (start != std::string_view::npos && line.starts_with('\t') && line[1] != '.' &&
        !continues_name(line[start - 1]))
      called = find_operator(line.substr(start));
    if (called != nullptr) {
      result.append(line.substr(0, start)).append(called->observed);
      line.remove_prefix(start + called->name.size());
    }
    result.append(line).push_back('\n');
  }
  return result;
}

}  // namespace kit::rewriter
