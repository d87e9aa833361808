// A block runs on one thread of the host, so its shared memory is thread-local there. Constant
// memory is a section of its own, which the observer knows by its bounds; of __device__ variables
// it gets a list of addresses, so that they stay where the compiler puts them.
#include "variables.hpp"

#include <algorithm>
#include <set>

namespace kit::rewriter {
namespace {

bool opens_type(std::string_view word) {
  return word == "struct" || word == "union" || word == "class" || word == "enum";
}

// Of a word before a name: not one that an expression goes on after.
bool may_be_type(std::string_view word) {
  return word != "return" && word != "case" && word != "else" && word != "do" && word != "throw" &&
         word != "sizeof" && word != "and" && word != "or" && word != "not" && word != "goto" &&
         word != "co_return" && word != "co_yield" && word != "delete";
}

}  // namespace

void Variables::rewrite_shared(std::size_t i, bool in_function) {
  const auto [first, last] = source_.declaration(i);
  std::size_t storage = source_.size();  // an `extern` or `static` of the declaration
  for (std::size_t k = first; k < last; ++k) {
    if (source_.is(k, "extern") || source_.is(k, "static")) storage = k;
  }
  const std::size_t known = names_.size();
  note_declarators(first, last, 0);
  for (std::size_t n = known; n < names_.size(); ++n) names_[n].shared_here = in_function;
  if (source_.is(storage, "extern")) return rewrite_dynamic(i, storage, last, in_function);
  if (!in_function) {
    return mark_shared(i, first, storage < source_.size());
  }
  for (std::size_t k = first; source_.is(last, "{") && k < last; ++k) {
    if (opens_type(source_.word(k))) return rewrite_shared_type(i, first, last);
  }
  rewrite_shared_variables(i, first, last);
}

// Shared variables of a namespace: the observer knows them by the names of their symbols. Room
// before and after them, in which overflows show; a list of functions that fill them.
void Variables::mark_shared(std::size_t i, std::size_t first, bool has_storage) {
  const std::string gap =
      "static __attribute__((used, aligned(64), no_reorder)) __thread char kit_sim_gap_";
  edits_.insert(source_[first].begin, gap + std::to_string(gaps_++) + "[64]; ");
  edits_.replace(source_[i].begin, source_[i].end,
                 std::string(has_storage ? "" : "static ") +
                     "__attribute__((aligned(64), no_reorder)) __thread");
  const Declarators declared = declarators(first);
  std::string fills;
  for (const auto& [name, end] : declared.list) {
    const std::string word(source_.word(name)), number = std::to_string(marked_++);
    edits_.insert(source_[end].begin,
                  " __asm__(\"kit_sim_bare_shared_" + word + "." + number + "\")");
    fills +=
        " static __attribute__((used, section(\"kit_sim_fills\"))) void (*const kit_sim_fill_" +
        number + ")() = [] { ::kit::sim::fill_shared((void*)&" + word + ", sizeof " + word +
        "); };";
  }
  edits_.insert(source_[declared.end].end, " " + gap + std::to_string(gaps_++) + "[64];" + fills);
}

// The variables that a declaration declares, which begins with token `first`. None if it declares a
// function.
Variables::Declarators Variables::declarators(std::size_t first) const {
  Declarators result;
  bool type = false, type_follows = false, initialised = false;
  const auto add = [&](std::size_t end) {
    std::size_t name = end - 1;
    while (source_.is(name, "]")) name = source_.matching_open(name, "[", "]") - 1;
    if (source_.is_identifier(name)) result.list.push_back({name, end});
  };
  for (std::size_t k = first; k < source_.size(); ++k) {
    type_follows |= opens_type(source_.word(k)) && !type;
    if (source_.is(k, "[")) {  // a length may shift or compare
      k = source_.matching_close(k, "[", "]");
    } else if (source_.is(k, "<") && !initialised) {
      k = source_.matching_close(k, "<", ">");
    } else if (source_.is(k, "(")) {
      const bool attribute = source_.is(k - 1, "__attribute__") || source_.is(k - 1, "alignas") ||
                             source_.is(k - 1, "decltype");
      if (!attribute && !initialised) return {{}, k};
      k = source_.matching_close(k, "(", ")");
    } else if (source_.is(k, "{")) {
      if (!type_follows && !initialised) {
        add(k);
        initialised = true;
      }
      type |= type_follows;
      type_follows = false;
      k = source_.matching_close(k, "{", "}");
    } else if (source_.is(k, "=") && !initialised) {
      add(k);
      initialised = true;
    } else if (source_.is(k, ",") || source_.is(k, ";")) {
      if (!initialised) add(k);
      initialised = false;
      result.end = k;
      if (source_.is(k, ";")) return result;
    }
  }
  source_.refuse(first, "a declaration without ;");
}

void Variables::rewrite_dynamic(std::size_t i, std::size_t storage, std::size_t last,
                                bool in_function) {
  remove(i);
  if (!in_function) {
    // must follow the storage class directly
    edits_.insert(source_[storage].end, " __thread");
    edits_.insert(source_[last].begin, " __asm__(\"kit_sim_dynamic_shared\")");
    edits_.insert(source_[last].end,
                  " static __attribute__((used, section(\"kit_sim_bare_dynamic\"))) const char "
                  "kit_sim_bare_dynamic_" +
                      std::to_string(marked_++) + " = 0;");
    return;
  }
  // In a function: a reference to an array of unknown length. (A template loses the asm name.)
  std::size_t bracket = i;
  while (bracket < last && !source_.is(bracket, "[")) ++bracket;
  if (bracket == last || !source_.is(bracket + 1, "]")) {
    source_.refuse(i, "extern __shared__ needs an array without a length, such as float tile[]");
  }
  remove(storage);
  edits_.insert(source_[bracket - 1].begin, "(&");
  edits_.insert(source_[bracket - 1].end, ")");
  edits_.insert(source_[last].begin, " = ::kit::sim::dynamic_shared");
}

// `__shared__ struct { ... } a, b;`: the type is declared first, under a name, and the variables
// after it.
void Variables::rewrite_shared_type(std::size_t i, std::size_t first, std::size_t brace) {
  std::size_t key = first;
  std::string qualifier;  // belongs to the variables
  for (std::size_t k = first; k < brace; ++k) {
    if (source_.is(k, "volatile")) qualifier = "volatile ";
    if (source_.is(k, "__shared__") || source_.is(k, "static") || source_.is(k, "volatile")) {
      remove(k);
    }
    if (opens_type(source_.word(k))) key = k;
  }
  // The name follows the attributes; a base or an enum's type follows the name.
  std::size_t name = key + 1;
  while (source_.is(name + 1, "(") || source_.is(name, "class") || source_.is(name, "struct")) {
    name = source_.is(name + 1, "(") ? source_.matching_close(name + 1, "(", ")") + 1 : name + 1;
  }
  std::string type;
  if (source_.is_identifier(name)) {
    type = source_.word(name);
  } else {
    type = "kit_sim_type_" + std::to_string(types_++);
    edits_.insert(source_[name - 1].end, " " + type);
  }
  const std::size_t close = source_.matching_close(brace, "{", "}");
  edits_.insert(source_[close].end, ";");
  const std::size_t end = source_.declaration_end(close + 1);
  std::string text;
  for (std::size_t k = close + 1; k < end; ++k)
    k = append_declarator(i, k, qualifier + type + " ", text);
  edits_.replace(source_[close + 1].begin, source_[end].end, text);
}

// `__shared__ float a[4], *b;` becomes, for each variable, an object with room around it and a
// reference by the student's name.
void Variables::rewrite_shared_variables(std::size_t i, std::size_t first, std::size_t last) {
  if (!source_.is(last, ";")) {
    source_.refuse(i, "a __shared__ variable cannot have an initialiser");
  }
  std::string type;
  std::size_t k = first;
  for (; k < last && !source_.is(k, "*"); ++k) {
    if (source_.is(k, "static") || source_.is(k, "__shared__") || source_.is(k, "__device__")) {
      continue;
    }
    const bool attribute = source_.is(k, "__attribute__") || source_.is(k, "alignas");
    if (attribute && source_.is(k + 1, "(")) {
      k = source_.matching_close(k + 1, "(", ")");  // the object is aligned better than that
      continue;
    }
    if (source_.is_identifier(k) &&
        (source_.is(k + 1, "[") || source_.is(k + 1, ",") || source_.is(k + 1, ";"))) {
      break;
    }
    if (source_.is(k, "<")) {
      const std::size_t close = source_.matching_close(k, "<", ">");
      type += source_.flat(k, close) + " ";
      k = close;
    }
    type += std::string(source_.word(k)) + " ";
  }
  std::string text;
  for (; k < last; ++k) k = append_declarator(i, k, type, text);
  edits_.replace(source_[first].begin, source_[last].end, text);
}

// Token k begins a declarator; returns the , or ; behind it.
std::size_t Variables::append_declarator(std::size_t i, std::size_t k, const std::string& type,
                                         std::string& text) {
  std::string own = type;
  for (; source_.is(k, "*") || source_.is(k, "const") || source_.is(k, "volatile"); ++k) {
    own += std::string(source_.word(k)) + " ";
  }
  const std::string name(source_.word(k));
  if (!source_.is_identifier(k)) source_.refuse(i, "cannot read this __shared__ declaration");
  for (++k; source_.is(k, "["); ++k) {
    const std::size_t close = source_.matching_close(k, "[", "]");
    // In parentheses: a length may shift to the right, and stands between angle brackets here.
    own += close == k + 1 ? "[]" : "[(" + source_.flat(k + 1, close) + ")]";
    k = close;
  }
  if (!source_.is(k, ";") && !source_.is(k, ",")) {
    source_.refuse(i, "cannot read this __shared__ declaration");
  }
  text += "alignas(::kit::sim::kSharedPadding) static __thread ::kit::sim::Shared<" + own +
          "> kit_sim_shared_" + name + "; auto& " + name + " = kit_sim_shared_" + name +
          ".of_block();";
  declare(name, true);
  names_.back().shared_here = true;
  return k;
}

bool Variables::is_shared_here(std::string_view name) const {
  const auto known = std::find_if(names_.rbegin(), names_.rend(),
                                  [&](const Name& one) { return one.text == name; });
  return known != names_.rend() && known->shared_here;
}

// The brace of the lambda that begins at `i`; the source's size if none does.
std::size_t Variables::body_of_lambda(std::size_t i) const {
  const bool behind_operand =
      i > 0 && ((source_.is_identifier(i - 1) && source_.word(i - 1) != "return") ||
                source_.is(i - 1, ")") || source_.is(i - 1, "]"));
  if (behind_operand || source_.is(i + 1, "[") || (i > 0 && source_.is(i - 1, "[")))
    return source_.size();
  for (std::size_t k = source_.matching_close(i, "[", "]") + 1; k < source_.size(); ++k) {
    if (source_.is(k, "{")) return k;
    if (source_.is(k, "("))
      k = source_.matching_close(k, "(", ")");
    else if (source_.is(k, ";") || source_.is(k, ",") || source_.is(k, ")") || source_.is(k, "}"))
      break;
  }
  return source_.size();
}

void Variables::share_with_lambda(std::size_t i) {
  const std::size_t body = body_of_lambda(i);
  const bool all_by_reference =
      source_.is(i + 1, "&") && (source_.is(i + 2, ",") || source_.is(i + 2, "]"));
  if (body == source_.size() || all_by_reference) return;
  std::set<std::string> used;
  for (std::size_t k = body; k < source_.matching_close(body, "{", "}"); ++k) {
    const bool member = source_.is(k - 1, ".") || source_.is(k - 1, "->");
    if (source_.is_identifier(k) && !member && is_shared_here(source_.word(k)))
      used.emplace(source_.word(k));
  }
  const std::size_t close = source_.matching_close(i, "[", "]");
  std::string captures;
  for (const std::string& name : used)
    captures += (captures.empty() && close == i + 1 ? "&" : ", &") + name;
  if (!captures.empty()) edits_.insert(source_[close].begin, captures);
}

void Variables::rewrite_constant(std::size_t i) {
  const auto [first, last] = source_.declaration(i);
  note_declarators(first, last, 0);
  bool has_storage = false;
  for (std::size_t k = first; k < last; ++k) {
    has_storage |= source_.is(k, "extern") || source_.is(k, "static") || source_.is(k, "inline");
    // Constant to kernels, but the host copies into it.
    if (source_.is(k, "const")) remove(k);
  }
  edits_.replace(source_[i].begin, source_[i].end,
                 std::string(has_storage ? "" : "static ") +
                     "__attribute__((unused, no_reorder, section(\"kit_sim_constant\")))");
  // Room after it, in which an overflow shows.
  edits_.insert(source_[source_.declaration_end(last)].end,
                " static __attribute__((used, no_reorder, section(\"kit_sim_constant\"))) char "
                "kit_sim_gap_" +
                    std::to_string(gaps_++) + "[64];");
}

// Only variables with a name and an address of their own: no templates, which may never be made,
// and no constants, which the host's code may use.
void Variables::list_variables(std::size_t i, const char* section) {
  const auto [first, last] = source_.declaration(i);
  for (std::size_t k = first; k < last; ++k) {
    const std::string_view word = source_.word(k);
    if (word == "const" || word == "constexpr" || word == "extern" || word == "template" ||
        word == "__constant__" || word == "__shared__" || word == "operator" || word == "using" ||
        word == "friend") {
      return;
    }
    // `__device__ __managed__` is listed once, as the latter.
    if (word == "__managed__" && !source_.is(i, "__managed__")) return;
  }
  const Declarators declared = declarators(first);
  if (!declared.list.empty()) note_declarators(first, last, 2);
  for (const auto& one : declared.list) {
    const std::string name(source_.word(one.name));
    edits_.insert(
        source_[declared.end].end,
        " static __attribute__((used, section(\"" + std::string(section) +
            "\"))) const struct { const void* data; unsigned long bytes; } kit_sim_listed_" +
            std::to_string(listed_++) + " = {(const void*)&" + name + ", sizeof(" + name + ")};");
  }
}

// Of tokens [first, last]: names that a declarator ends with, of at least so many dimensions.
void Variables::note_declarators(std::size_t first, std::size_t last, int min_dimensions) {
  for (std::size_t k = first; k < last; ++k) {
    if (!source_.is_identifier(k)) continue;
    std::size_t end = k + 1;
    int dimensions = 0;
    for (; source_.is(end, "["); ++dimensions) end = source_.matching_close(end, "[", "]") + 1;
    const bool ends = dimensions > 0 || end == last || source_.is(end, ",");
    if (ends && dimensions >= min_dimensions) declare(source_.word(k), true);
  }
}

void Variables::declare(std::string_view name, bool observed_whole) {
  names_.push_back({std::string(name), depth_, observed_whole, false});
}

void Variables::close_scope() {
  --depth_;
  while (!names_.empty() && names_.back().depth > depth_) names_.pop_back();
}

// A name behind a type, or behind a declarator that stands behind one: `float tile[4]`,
// `float sum = f(x), tile[4]`.
bool Variables::is_declared_here(std::size_t i) const {
  for (std::size_t k = i; k > 0;) {
    const std::size_t before = k - 1;
    if (source_.is_identifier(k) && source_.is_identifier(before)) {
      return may_be_type(source_.word(before));
    }
    if (k == i && !source_.is(before, ",")) return false;
    if (source_.is(before, ")")) {
      k = source_.matching_open(before, "(", ")");
    } else if (source_.is(before, "]")) {
      k = source_.matching_open(before, "[", "]");
    } else if (source_.is(before, "}") && source_.is(k, ",")) {
      k = source_.matching_open(before, "{", "}");
    } else if (source_.is(before, "(") || source_.is(before, "[") || source_.is(before, "{") ||
               source_.is(before, "}") || source_.is(before, ";")) {
      return false;
    } else {
      k = before;
    }
  }
  return false;
}

void Variables::note_name(std::size_t i) {
  const bool behind_sign = source_.is(i - 1, "&") || source_.is(i - 1, "*");
  if (behind_sign && source_.is(i - 2, "(") && source_.is(i + 1, ")") && source_.is(i + 2, "[")) {
    declare(source_.word(i), true);  // `float (&rows)[4][4]`: whose array it is, nobody can tell
    return;
  }
  if (!source_.is(i + 1, "[") && !source_.is(i + 1, ".")) return;
  if (source_.is(i - 1, ".") || source_.is(i - 1, "->")) return;
  const auto name = std::find_if(names_.rbegin(), names_.rend(),
                                 [&](const Name& known) { return known.text == source_.word(i); });
  if (name == names_.rend()) return;
  if (is_declared_here(i)) {  // `float tile[4]`
    if (name->depth < depth_) declare(source_.word(i), false);
    return;
  }
  if (!name->observed_whole) return;
  for (std::size_t k = i + 1; source_.is(k, "[") || source_.is(k, ".");) {
    const bool index = source_.is(k, "[");
    if (index) indexes_.push_back(source_.matching_close(k, "[", "]"));
    k = index ? indexes_.back() + 1 : k + 2;
  }
}

void Variables::list_indexes() {
  if (indexes_.empty()) return;
  std::string entries;
  for (const std::size_t i : indexes_) {
    const scan::Place place = source_.place(i);
    // where g++ says that an index is: its closing bracket
    entries += "{" + quoted(place.file) + ", " + std::to_string(place.line) + ", " +
               std::to_string(edits_.column(source_[i].begin)) + "},";
  }
  const std::string declaration =
      " static __attribute__((used, section(\"kit_sim_rows\"))) const struct { const char* file; "
      "unsigned line, column; } kit_sim_rows[] = {" +
      entries + "};";
  edits_.insert(source_[source_.size() - 1].end, declaration);
}

}  // namespace kit::rewriter
