// The grammar of LLVM's types as far as variables have them: numbers, pointers, arrays, vectors and
// structs, which are laid out as C's are.
#include "grader/rules/llvm_type.hpp"

#include <algorithm>
#include <cstdlib>

namespace kit::rules {
namespace {

struct Layout {
  std::uint64_t bytes = 0, align = 1;
};

class Parser {
 public:
  Parser(const std::string& text, const std::map<std::string, std::string>& structs, int depth)
      : text_(text), structs_(structs), depth_(depth) {}

  Layout type() {
    skip_blanks();
    Layout layout;
    if (accept("[") || accept("<{") || accept("<") || accept("{"))
      layout = compound(text_[at_ - 1]);
    else if (at_ < text_.size() && text_[at_] == '%')
      layout = named();
    else
      layout = scalar();
    skip_blanks();
    while (accept("*")) layout = {8, 8};
    return layout;
  }

 private:
  bool accept(const char* word) {
    const std::string_view expected(word);
    if (text_.compare(at_, expected.size(), expected) != 0) return false;
    at_ += expected.size();
    return true;
  }
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  /// Behind the opening bracket.
  Layout compound(char bracket) {
    if (bracket == '{') return fields(at_ >= 2 && text_[at_ - 2] == '<');
    skip_blanks();
    char* end = nullptr;
    const std::uint64_t count = std::strtoull(text_.c_str() + at_, &end, 10);
    at_ = static_cast<std::size_t>(end - text_.c_str());
    accept(" x ");
    const Layout element = type();
    skip_blanks();
    if (at_ < text_.size()) ++at_;
    return {count * element.bytes, element.align};
  }

  Layout fields(bool packed) {
    Layout all;
    for (skip_blanks(); at_ < text_.size() && text_[at_] != '}'; skip_blanks()) {
      const Layout field = type();
      const std::uint64_t align = packed ? 1 : field.align;
      all.bytes = (all.bytes + align - 1) / align * align + field.bytes;
      all.align = std::max(all.align, align);
      accept(",");
    }
    accept("}");
    if (packed) accept(">");
    all.bytes = (all.bytes + all.align - 1) / all.align * all.align;
    return all;
  }

  Layout named() {
    std::size_t end = at_ + 1;
    if (text_[end] == '"') end = text_.find('"', end + 1);
    end = std::min(text_.find_first_of(" ,]}>*", end), text_.size());
    const auto found = structs_.find(text_.substr(at_, end - at_));
    at_ = end;
    if (found == structs_.end() || depth_ > 16) return {};
    return Parser(found->second, structs_, depth_ + 1).type();
  }

  Layout scalar() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    const std::string word = text_.substr(begin, at_ - begin);
    if (word == "ptr" || word == "double") return {8, 8};
    if (word == "float") return {4, 4};
    if (word == "half" || word == "bfloat") return {2, 2};
    if (word.size() < 2 || word[0] != 'i') {
      at_ = text_.size();  // unknown
      return {};
    }
    const std::uint64_t bytes = (std::strtoull(word.c_str() + 1, nullptr, 10) + 7) / 8;
    return {bytes, std::max<std::uint64_t>(bytes, 1)};
  }

  const std::string& text_;
  const std::map<std::string, std::string>& structs_;
  int depth_;
  std::size_t at_ = 0;
};

}  // namespace

std::string type_at(const std::string& line, std::size_t at) {
  int depth = 0;
  std::size_t end = at;
  for (; end < line.size(); ++end) {
    const char c = line[end];
    if (c == '[' || c == '{' || c == '<') ++depth;
    if (c == ']' || c == '}' || c == '>') --depth;
    if (depth == 0 && (c == ' ' || c == ',')) break;
  }
  return line.substr(at, end - at);
}

std::uint64_t size_of(const std::string& type, const std::map<std::string, std::string>& structs) {
  return Parser(type, structs, 0).type().bytes;
}

}  // namespace kit::rules
