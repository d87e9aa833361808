// The text is read line by line, with a name's or a type's beginning as the only grammar: variables
// ("@name = ... addrspace(4) ... [3 x float] ..."), functions ("define ... @name(" to "}"), and the
// numbered metadata ("!12 = ...") that tell lines and files.
#include "grader/rules/module.hpp"

#include <cstdlib>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include "grader/rules/llvm_type.hpp"

namespace kit::rules {
namespace {

/// The name behind an @ at `at`; ends after it. Names with other characters are quoted.
std::string name_at(std::string_view line, std::size_t& at) {
  std::size_t end = ++at;
  if (end < line.size() && line[end] == '"') {
    end = line.find('"', ++at);
    std::string name(line.substr(at, end - at));
    at = end == std::string_view::npos ? line.size() : end + 1;
    return name;
  }
  const auto part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$' ||
           c == '-';
  };
  while (end < line.size() && part(line[end])) ++end;
  std::string name(line.substr(at, end - at));
  at = end;
  return name;
}

/// The number behind `key`, such as "line: "; -1 if there is none.
int number_behind(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  return at == std::string_view::npos
             ? -1
             : std::atoi(std::string(text.substr(at + key.size(), 12)).c_str());
}

/// The text in quotes behind `key`.
std::string text_behind(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return "";
  const std::size_t begin = at + key.size(), end = text.find('"', begin);
  return std::string(text.substr(begin, end - begin));
}

class Reader {
 public:
  explicit Reader(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) read_line(line);
  }

  Module finish() {
    for (const std::string& name : annotated_)
      for (Global& global : module_.globals)
        if (global.name == name) global.declared_for_device = true;
    for (Global& global : module_.globals) global.bytes = size_of(types_[global.name], structs_);
    for (Function& function : module_.functions) {
      function.kernel = function.kernel || kernels_.count(function.name) > 0;
      function.place = place_of(function_places_[function.name]);
      for (auto& [name, place] : function.uses) place = place_of(place.line);
    }
    return std::move(module_);
  }

 private:
  void read_line(const std::string& line) {
    if (line.starts_with("@llvm.global.annotations")) {
      add_names(line, annotated_);
    } else if (line.starts_with('@')) {
      read_global(line);
    } else if (line.starts_with('%')) {
      const std::size_t is = line.find(" = type ");
      if (is != std::string::npos) structs_[line.substr(0, is)] = line.substr(is + 8);
    } else if (line.starts_with("define ")) {
      begin_function(line);
    } else if (line == "}") {
      inside_ = false;
    } else if (inside_) {
      read_uses(line);
    } else if (line.starts_with('!')) {
      read_metadata(line);
    }
  }

  static void add_names(std::string_view line, std::set<std::string>& names) {
    for (std::size_t at = 1; (at = line.find('@', at)) != std::string_view::npos;)
      names.insert(name_at(line, at));
  }

  void read_global(const std::string& line) {
    std::size_t at = 0;
    Global global;
    global.name = name_at(line, at);
    const std::size_t kind = std::min(line.find(" global ", at), line.find(" constant ", at));
    if (kind == std::string::npos || global.name.starts_with("llvm.")) return;
    const std::string_view before(line.data() + at, kind - at);
    if (before.find("external ") != std::string_view::npos) return;  // such as threadIdx
    if (const int space = number_behind(before, "addrspace("); space > 0)
      global.address_space = space;
    global.private_copy = before.find(" private ") != std::string_view::npos;
    global.thread_local_ = before.find("thread_local") != std::string_view::npos;
    const std::string type = type_at(line, line.find(' ', kind + 1) + 1);
    global.array = type.starts_with('[');
    types_[global.name] = type;
    module_.globals.push_back(global);
  }

  void begin_function(const std::string& line) {
    Function function;
    std::size_t at = line.find('@');
    if (at == std::string::npos) return;
    function.name = name_at(line, at);
    function.kernel = line.find(" ptx_kernel ") != std::string::npos;
    function_places_[function.name] = number_behind(line, "!dbg !");
    module_.functions.push_back(std::move(function));
    inside_ = true;
  }

  /// Keeps the number of the line's metadata until all of it is known.
  void read_uses(const std::string& line) {
    const int metadata = number_behind(line, "!dbg !");
    const bool address =
        line.find("getelementptr") != std::string::npos && line.find("memcpy") == std::string::npos;
    Function& function = module_.functions.back();
    for (std::size_t at = 0; (at = line.find('@', at)) != std::string::npos;) {
      const std::string name = name_at(line, at);
      if (address) function.indexed.insert(name);
      function.uses.try_emplace(name, Place{"", metadata, 0});
    }
  }

  void read_metadata(const std::string& line) {
    if (line.find("!\"kernel\"") != std::string::npos) {
      add_names(line, kernels_);
      return;
    }
    const std::size_t is = line.find(" = ");
    if (is == std::string::npos || !std::isdigit(static_cast<unsigned char>(line[1]))) return;
    metadata_[std::atoi(line.c_str() + 1)] = line.substr(is + 3);
  }

  /// The place that a DILocation or a DISubprogram tells; its file stands with the outermost scope.
  Place place_of(int number) const {
    Place place;
    for (int depth = 0; depth < 20; ++depth) {
      const auto found = metadata_.find(number);
      if (found == metadata_.end()) return place;
      const std::string& text = found->second;
      if (place.line == 0) {
        place.line = std::max(0, number_behind(text, "line: "));
        place.column = std::max(0, number_behind(text, "column: "));
      }
      if (text.find("!DIFile(") != std::string::npos) {
        place.file = text_behind(text, "filename: \"");
        return place;
      }
      const int file = number_behind(text, "file: !");
      number = file >= 0 ? file : number_behind(text, "scope: !");
    }
    return place;
  }

  Module module_;
  bool inside_ = false;  ///< of a function
  std::set<std::string> annotated_, kernels_;
  std::unordered_map<std::string, std::string> types_;
  std::unordered_map<std::string, int> function_places_;
  std::unordered_map<int, std::string> metadata_;
  std::map<std::string, std::string> structs_;
};

}  // namespace

Module read_module(const std::string& text) {
  return Reader(text).finish();
}

}  // namespace kit::rules
