// Which brace opens what is decided by the words before it, back to where its declaration begins. A
// brace that initialises a member before a constructor's body looks like a body; what follows its
// closing brace tells.
#include "pieces.hpp"

#include <algorithm>

namespace kit::rewriter {
namespace {

enum class Brace { opens_scope, opens_type, body, initialiser };

class Splitter {
 public:
  explicit Splitter(const Source& source) : source_(source) {}

  std::vector<Piece> run() {
    for (std::size_t i = 0; i < source_.size(); ++i) {
      if (source_.is(i, "(")) {
        i = source_.matching_close(i, "(", ")");
      } else if (source_.is(i, ";")) {
        end_piece(i);
      } else if (source_.is(i, "}")) {
        end_piece(i);
        if (!in_type_.empty()) in_type_.pop_back();
      } else if (source_.is(i, "{")) {
        i = brace(i);
      }
    }
    if (begin_ < source_.size()) end_piece(source_.size() - 1);
    return std::move(pieces_);
  }

 private:
  // Returns the last token that is dealt with.
  std::size_t brace(std::size_t i) {
    const Brace kind = kind_of(i);
    if (kind == Brace::opens_scope || kind == Brace::opens_type) {
      end_piece(i);
      in_type_.push_back(kind == Brace::opens_type);
      return i;
    }
    const std::size_t close = source_.matching_close(i, "{", "}");
    const bool member = source_.is(close + 1, ",") || source_.is(close + 1, "{");
    if (kind == Brace::body && !member) end_piece(close, i);
    return close;
  }

  // The words from the declaration's first to the brace, those in parentheses left out.
  Brace kind_of(std::size_t brace) const {
    bool parameters = false, type = false, assigned = false;
    for (std::size_t k = begin_; k < brace; ++k) {
      if (source_.is(k, "namespace")) return Brace::opens_scope;
      const bool attribute = source_.is(k, "__attribute__") || source_.is(k, "alignas") ||
                             source_.is(k, "decltype") || source_.is(k, "requires") ||
                             source_.is(k, "explicit") || source_.is(k, "__launch_bounds__");
      if (source_.is(k, "template") && source_.is(k + 1, "<")) k = end_of_angles(k + 1);
      if (source_.is(k, "operator")) parameters = true;
      if (source_.is(k, "=") && !parameters) assigned = true;
      if (source_.is(k, "struct") || source_.is(k, "class") || source_.is(k, "union") ||
          source_.is(k, "enum")) {
        type = true;
      }
      if (attribute && source_.is(k + 1, "(")) {
        k = source_.matching_close(k + 1, "(", ")");
      } else if (source_.is(k, "(")) {
        parameters = true;
        k = source_.matching_close(k, "(", ")");
      }
    }
    const bool linkage = brace == begin_ + 2 && source_.is(begin_, "extern");
    if (linkage) return Brace::opens_scope;
    if (assigned) return Brace::initialiser;
    if (parameters) return Brace::body;
    return type ? Brace::opens_type : Brace::initialiser;
  }

  std::size_t end_of_angles(std::size_t i) const {
    int depth = 0;
    for (std::size_t k = i; k < source_.size(); ++k) {
      if (source_.is(k, "(")) k = source_.matching_close(k, "(", ")");
      if (source_.is(k, "<")) ++depth;
      if (source_.is(k, ">") && --depth == 0) return k;
      if (source_.is(k, ";") || source_.is(k, "{")) break;
    }
    return i;
  }

  // The piece ends with token `last`; its body, if it has one, begins with `open`.
  void end_piece(std::size_t last, std::size_t open = 0) {
    Piece piece;
    piece.begin = begin_;
    piece.end = last + 1;
    piece.open = piece.close = piece.end;
    if (open != 0) {
      piece.open = open;
      piece.close = last;
    }
    const std::size_t head_end = std::min(piece.open, piece.end);
    bool host = false, kernel = false;
    for (std::size_t k = begin_; k < head_end; ++k) {
      piece.key += std::string(source_.word(k)) + ' ';
      piece.on_device |= source_.is(k, "__device__");
      kernel |= source_.is(k, "__global__");
      host |= source_.is(k, "__host__");
      piece.function |= source_.is(k, "(") && !source_.is(k - 1, "__attribute__") &&
                        !source_.is(k - 1, "alignas");
    }
    piece.on_device |= kernel || piece.key.find("__constant__") != std::string::npos;
    piece.on_host = host || !piece.on_device;
    piece.in_type = !in_type_.empty() && in_type_.back();
    pieces_.push_back(std::move(piece));
    begin_ = last + 1;
  }

  const Source& source_;
  std::vector<Piece> pieces_;
  std::vector<bool> in_type_;
  std::size_t begin_ = 0;
};

}  // namespace

std::vector<Piece> pieces(const Source& source) {
  return Splitter(source).run();
}

}  // namespace kit::rewriter
