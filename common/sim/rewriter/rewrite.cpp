// Makes C++ of CUDA C++: launches become calls, and dynamic shared memory becomes a reference. The
// text between is kept as it is, so that a compiler's messages name the student's own lines and
// columns.
#include "rewrite.hpp"

#include <algorithm>

#include "refusals.hpp"
#include "source.hpp"
#include "text_edits.hpp"
#include "variables.hpp"
#include "vector_lines.hpp"

namespace kit::rewriter {
namespace {

class Rewriter : private Source {
 public:
  explicit Rewriter(const std::string& text)
      : Source(text), edits_(text), variables_(*this, edits_), refusals_(*this) {}

  std::string run() {
    for (std::size_t i = 0; i < size(); ++i) {
      track_scope(i);
      refusals_.look_at(i);
      if (is_identifier(i)) variables_.note_name(i);
      if (is(i, "[") && in_function()) variables_.share_with_lambda(i);
      if (is_chevron(i, '<') && !is(i - 1, "operator")) {
        rewrite_launch(i);
        i += 2;
      } else if (is(i, "__global__")) {
        rewrite_kernel(i);
      } else if (is(i, "__shared__")) {
        variables_.rewrite_shared(i, in_function());
      } else if (is(i, "__constant__")) {
        variables_.rewrite_constant(i);
      } else if (is(i, "__device__")) {
        if (at_namespace()) variables_.list_device_variables(i);
        remove(i);
      } else if (is(i, "__managed__")) {
        if (at_namespace()) variables_.list_managed_variables(i);
        remove(i);
      } else if (is(i, "__host__")) {
        remove(i);
      } else if (is(i, "__launch_bounds__") && is(i + 1, "(")) {
        edits_.replace(at(i).begin, at(matching_close(i + 1, "(", ")")).end, "");
      } else if (is_identifier(i) && word(i).substr(0, 4) == "cuda") {
        mark_discarded(i);
        rewrite_launch_call(i);
      } else if (is(i, "__noinline__") && !is(i - 1, "(") && !is(i - 1, ",")) {
        edits_.replace(at(i).begin, at(i).end,
                       passes_scalars(i) ? "__attribute__((noinline))" : "");
      }
    }
    variables_.list_indexes();
    return edits_.apply() + list_vector_lines(*this);
  }

 private:
  const scan::Token& at(std::size_t i) const { return (*this)[i]; }
  void remove(std::size_t i) { edits_.replace(at(i).begin, at(i).end, ""); }
  bool at_namespace() const {
    return std::find(scopes_.begin(), scopes_.end(), false) == scopes_.end();
  }
  bool in_function() const { return !at_namespace(); }

  // First token of the expression that ends right before token `chevron`: name, ns::name<T>,
  // ns::template name<T>, object.member, (*pointer), table[i], function(arguments).
  std::size_t callee_begin(std::size_t chevron) const {
    if (chevron == 0) refuse(chevron, "<<< without a kernel before it");
    std::size_t k = chevron - 1;
    for (;;) {
      if (is(k, ">")) {
        const std::size_t open = matching_open(k, "<", ">");
        if (open == 0) refuse(chevron, "<<< without a kernel before it");
        k = open - 1;
      }
      while (is(k, ")") || is(k, "]")) {
        k = is(k, ")") ? matching_open(k, "(", ")") : matching_open(k, "[", "]");
        if (k == 0 || !(is_identifier(k - 1) || is(k - 1, ")") || is(k - 1, "]"))) break;
        --k;
      }
      if (is(k, ">")) continue;
      if (k > 0 && is(k - 1, "template")) --k;
      const bool chained = k > 0 && (is(k - 1, "::") || is(k - 1, "->") || is(k - 1, "."));
      if (!chained) break;
      if (k < 2 || !(is_identifier(k - 2) || is(k - 2, ">") || is(k - 2, ")") || is(k - 2, "]"))) {
        return k - 1;  // ::kernel
      }
      k -= 2;
    }
    if (is(k, "return") || is(k, ";")) refuse(chevron, "<<< without a kernel before it");
    return k;
  }

  std::size_t config_end(std::size_t chevron) const {
    int depth = 0;
    for (std::size_t k = chevron + 3; k < size(); ++k) {
      if (is(k, "(") || is(k, "[") || is(k, "{")) ++depth;
      if (is(k, ")") || is(k, "]") || is(k, "}")) --depth;
      if (depth < 0 || (depth == 0 && is(k, ";"))) break;
      if (depth == 0 && is_chevron(k, '>')) return k;
      if (is_chevron(k, '<')) refuse(k, "a kernel launch within <<< >>>");
    }
    refuse(chevron, "<<< without >>>");
  }

  void rewrite_launch(std::size_t chevron) {
    const std::size_t begin = callee_begin(chevron);
    const std::size_t end = config_end(chevron);
    if (end == chevron + 3) refuse(chevron, "<<< >>> needs a grid and a block");
    if (!is(end + 3, "(")) refuse(chevron, "a kernel launch needs its arguments in ( ) after >>>");
    const std::size_t close = matching_close(end + 3, "(", ")");
    const std::string callee = flat(begin, chevron);
    const scan::Place where = place(begin);

    bool braces = false;  // a list among the arguments, which a template cannot take
    for (std::size_t k = end + 4; k < close; ++k) {
      braces |= is(k, "{") && (is(k - 1, "(") || is(k - 1, ","));
      if (is(k, "(")) k = matching_close(k, "(", ")");
    }
    const std::string forward = "(static_cast<decltype(kit_sim_p)&&>(kit_sim_p)...)";
    edits_.insert(at(begin).begin,
                  braces ? "::kit::sim::make_typed_launcher("
                         : "::kit::sim::make_launcher([=](auto&&... kit_sim_p) -> decltype(void(" +
                               callee + forward + ")) { ");
    edits_.replace(at(chevron).begin, at(chevron + 2).end,
                   (braces ? "" : forward + "; }") + ", ::kit::sim::LaunchConfig(");
    edits_.replace(at(end).begin, at(end + 2).end,
                   "), ::kit::sim::LaunchSite{" + quoted(callee) + ", " + quoted(where.file) +
                       ", " + std::to_string(where.line) + "}, noexcept(" +
                       unmade_call(begin, chevron, end, close) + "))");
    // NULL is an integer to a template, as 0 is; a kernel's parameter may want a pointer.
    for (std::size_t k = end + 4; k < close; ++k) {
      const bool alone = (is(k - 1, "(") || is(k - 1, ",")) && (is(k + 1, ")") || is(k + 1, ","));
      if (is(k, "__null")) edits_.replace(at(k).begin, at(k).end, "nullptr");
      if (is(k, "0") && alone) edits_.replace(at(k).begin, at(k).end, "::kit::sim::Zero()");
    }
  }

  // cudaLaunchKernel and its like, of which only cudaLaunchKernelEx knows the kernel's type.
  void rewrite_launch_call(std::size_t i) {
    const bool extended = is(i, "cudaLaunchKernelEx");
    const bool cooperative = is(i, "cudaLaunchCooperativeKernel");
    if (!(extended || cooperative || is(i, "cudaLaunchKernel")) || !is(i + 1, "(")) return;
    std::size_t begin = i + 2;
    if (extended) begin = argument_end(begin) + 1;
    const std::size_t last = argument_end(begin);
    std::size_t end = last;
    for (std::size_t inner = begin; !extended; begin = inner) {
      inner = without_cast(begin, end);
      if (inner == begin) break;
      if (is(inner - 1, "(")) --end;  // of `reinterpret_cast<const void*>(kernel)`
    }
    const std::string kernel = flat(begin, end);
    const scan::Place where = place(i);
    edits_.replace(at(is(i - 1, "::") ? i - 1 : i).begin, at(i + 1).end,
                   std::string(extended      ? "::kit::sim::launch_kernel_ex("
                               : cooperative ? "::kit::sim::launch_cooperative_kernel("
                                             : "::kit::sim::launch_kernel(") +
                       "::kit::sim::LaunchSite{" + quoted(kernel) + ", " + quoted(where.file) +
                       ", " + std::to_string(where.line) + "}, ");
    if (begin > i + 2 && !extended) edits_.replace(at(i + 2).begin, at(begin).begin, "");
    if (end < last) edits_.replace(at(end).begin, at(last - 1).end, "");
  }

  // The comma or parenthesis behind an argument. Those of templates may hold commas.
  std::size_t argument_end(std::size_t begin) const {
    int depth = 0;
    std::size_t k = begin;
    for (; k < size(); ++k) {
      if (depth == 0 && (is(k, ",") || is(k, ")"))) break;
      if (is(k, "(") || is(k, "[") || is(k, "{") || is(k, "<")) ++depth;
      if (is(k, ")") || is(k, "]") || is(k, "}") || is(k, ">")) --depth;
    }
    return k;
  }

  // The kernel in `reinterpret_cast<const void*>(kernel)`, `(void*)kernel` or `&kernel`.
  std::size_t without_cast(std::size_t begin, std::size_t end) const {
    std::size_t open = begin;
    if (is(begin, "reinterpret_cast") || is(begin, "static_cast"))
      open = matching_close(begin + 1, "<", ">") + 1;
    if (open > begin && open < end && is(open, "(")) return open + 1;
    if (is(begin, "&")) return begin + 1;
    if (!is(begin, "(")) return begin;
    const std::size_t close = matching_close(begin, "(", ")");
    return is(close - 1, "*") && close + 1 < end ? close + 1 : begin;
  }

  // The launch as a plain call, in the lines and columns where it stands: it is never made, but the
  // compiler says of its arguments what it says of any call's.
  std::string unmade_call(std::size_t begin, std::size_t chevron, std::size_t end,
                          std::size_t close) const {
    const std::size_t start = at(begin).begin;
    const std::size_t column = start - (text().rfind('\n', start) + 1);
    std::string call = std::string(column, ' ') + text().substr(start, at(close).end - start);
    bool directive = false;
    for (std::size_t k = at(chevron).begin; k < at(end + 2).end; ++k) {
      if (text()[k - 1] == '\n') directive = text()[k] == '#';
      if (text()[k] != '\n' && !directive) call[column + k - start] = ' ';
    }
    // A lambda among the arguments may say whose it is.
    for (std::size_t k = end + 3; k < close; ++k) {
      if (!is(k, "__device__") && !is(k, "__host__")) continue;
      for (std::size_t n = at(k).begin; n < at(k).end; ++n) call[column + n - start] = ' ';
    }
    return marker(begin) + call + marker(end);
  }

  // A kernel stays a function of its own, and says when its body begins. All that it calls becomes
  // part of it, as nvcc makes it, but for recursion and calls through pointers: g++ calls the
  // observer for no load or store of a struct that a call takes or returns by value.
  void rewrite_kernel(std::size_t i) {
    edits_.replace(at(i).begin, at(i).end, "__attribute__((noipa, flatten))");
    std::size_t k = declaration(i).first;
    std::string most_threads;
    while (k < size() && !is(k, "{") && !is(k, ";")) {
      if (is(k, "__launch_bounds__")) most_threads = first_argument(k + 1);
      k = is(k, "(") ? matching_close(k, "(", ")") + 1 : k + 1;
    }
    if (is(k, "{")) {
      edits_.insert(at(k).end, " ::kit::sim::enter_kernel(" + most_threads + ");");
    }
  }

  // Whether the function that token i declares certainly takes and returns no struct by value.
  bool passes_scalars(std::size_t i) const {
    auto [k, last] = declaration(i);
    bool known = false;  // the type that is being read
    for (; k < last && !is(k, "("); ++k) {
      known |= is_scalar(k);
      if (is(k, "__attribute__")) k = matching_close(k + 1, "(", ")");
    }
    if (!known || k == last) return false;
    const std::size_t close = matching_close(k, "(", ")");
    for (known = is(k + 1, ")"); ++k < close;) {
      known |= is_scalar(k);
      if (!is(k, ",")) continue;
      if (!known) return false;
      known = false;
    }
    return known;
  }

  // A word that makes a type one of a number, a pointer or a reference.
  bool is_scalar(std::size_t i) const {
    static constexpr const char* kWords[] = {"void",     "bool",  "char",   "short", "int", "long",
                                             "unsigned", "float", "double", "*",     "&"};
    return std::any_of(std::begin(kWords), std::end(kWords),
                       [&](const char* scalar) { return is(i, scalar); });
  }

  // The first of the arguments in the parentheses that token i opens.
  std::string first_argument(std::size_t i) const {
    if (!is(i, "(")) return "";
    const std::size_t close = matching_close(i, "(", ")");
    std::size_t end = i + 1;
    while (end < close && !is(end, ",")) {
      end = is(end, "(") ? matching_close(end, "(", ")") + 1 : end + 1;
    }
    return flat(i + 1, end);
  }

  // The colon of `default:`, and not that of `ok ? error : cudaFree(p);`.
  bool ends_label(std::size_t i) const {
    if (!is(i, ":")) return false;
    while (i > 0 && !is(i, "?") && !is(i, ";") && !is(i, "{") && !is(i, "}")) --i;
    return !is(i, "?");
  }

  // `cudaFree(p);` as a statement of its own throws its result away; the runtime gets to know.
  void mark_discarded(std::size_t i) {
    if (i == 0 || !is(i + 1, "(") || parentheses_.empty() || parentheses_.back() != 0) return;
    std::size_t before = i - 1;
    if (is(before, "::")) --before;                                         // ::cudaFree
    if (is(i, "cudaGetLastError") || is(i, "cudaPeekAtLastError")) return;  // clears the error
    const bool cast = is(before, ")") && is(before - 1, "void");  // thrown away on purpose
    const bool statement = is(before, ";") || is(before, "{") || is(before, "}") ||
                           (is(before, ")") && !cast) || is(before, "else") || ends_label(before);
    if (!statement) return;
    const std::size_t close = matching_close(i + 1, "(", ")");
    if (is(close + 1, ";")) edits_.insert(at(close).end, ", ::kit::sim::discarded()");
  }

  // Keeps the open braces, and of each whether it belongs to a namespace and how many parentheses
  // are open in it.
  void track_scope(std::size_t i) {
    if (is(i, "}") && !scopes_.empty()) {
      if (!scopes_.back()) variables_.close_scope();
      scopes_.pop_back();
      parentheses_.pop_back();
    }
    if (!parentheses_.empty() && is(i, "(")) ++parentheses_.back();
    if (!parentheses_.empty() && is(i, ")")) --parentheses_.back();
    if (!is(i, "{")) return;
    parentheses_.push_back(0);
    std::size_t k = i;
    while (k > 0 && (is_identifier(k - 1) || is(k - 1, "::")) && !is(k - 1, "namespace")) --k;
    const bool linkage = i > 1 && is(i - 2, "extern") && at(i - 1).kind == scan::TokenKind::string;
    scopes_.push_back(linkage || (k > 0 && is(k - 1, "namespace")));
    if (!scopes_.back()) variables_.open_scope();
  }

  Edits edits_;
  Variables variables_;
  Refusals refusals_;
  std::vector<bool> scopes_;
  std::vector<int> parentheses_;
};

}  // namespace

std::string rewrite(const std::string& text) {
  return Rewriter(text).run();
}

}  // namespace kit::rewriter
