#include "grader/repair/hidden_name.hpp"

#include <map>

#include "grader/repair/names_in_scope.hpp"
#include "scan/scanner.hpp"

namespace kit::repair {

std::optional<HiddenName> hidden_name_in(const std::string& source, int line) {
  const scan::Scan scan(source);
  const std::vector<scan::Token> tokens = scan.code();
  NamesInScope scope(tokens);
  std::map<std::string, HiddenName> last;  // declaration of each name
  for (std::size_t i = 0; i < tokens.size() && tokens[i].line <= line; ++i) {
    scope.visit(i);
    const std::string name(tokens[i].text);
    if (scope.declares(i)) {
      const int outer = scope.hides(i) ? last[name].inner : 0;
      last[name] = {name, outer, tokens[i].line};
    }
    const auto found = last.find(name);
    if (tokens[i].line != line || found == last.end() || found->second.outer == 0) continue;
    // Where the block has ended, it is the outer one again.
    if (scope.is_hiding(name)) return found->second;
  }
  return std::nullopt;
}

}  // namespace kit::repair
