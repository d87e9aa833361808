// Submissions are compared by winnowing (Schleimer, Wilkerson and Aiken, 2003): hashes of short
// runs of tokens, of which each window keeps the smallest. Two files that share a long enough run
// then share a mark, wherever it stands in them, and a class is compared in seconds.
#include "classroom/reports/similarity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "classroom/intake/intake.hpp"
#include "classroom/reports/checks.hpp"
#include "classroom/support/sha256.hpp"
#include "grader/pages/template.hpp"
#include "grader/support/text.hpp"
#include "grader/support/text_file.hpp"
#include "scan/literal.hpp"
#include "scan/punctuator.hpp"
#include "scan/scanner.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;

// A run of this many tokens is about two lines; every run at least kRun + kWindow - 1 tokens long
// that two files share is found.
constexpr std::size_t kRun = 14, kWindow = 6;
// Of a file; the labs' longest solution has a fifth of that.
constexpr std::size_t kMaxTokens = 20000;
constexpr std::size_t kMaxStretches = 50;  // that are listed of a pair

struct Token {
  std::string text;
  int line = 0;
};

bool is_keyword(std::string_view word) {
  static const std::set<std::string_view> words = {
      "if",         "else",         "for",          "while",    "do",         "return",
      "switch",     "case",         "break",        "continue", "const",      "static",
      "struct",     "class",        "template",     "typename", "void",       "int",
      "float",      "double",       "char",         "unsigned", "bool",       "auto",
      "try",        "catch",        "throw",        "sizeof",   "__global__", "__device__",
      "__shared__", "__constant__", "__restrict__", "extern",   "inline",     "namespace",
      "using",      "threadIdx",    "blockIdx",     "blockDim", "gridDim",    "__syncthreads"};
  return words.count(word) > 0;
}

/// What is left of a token without what a student is free to choose: names, numbers, texts, and
/// `and` for `&&`.
std::string_view common_text(const scan::Token& token) {
  if (token.kind == scan::TokenKind::number) return "0";
  if (token.is_string_or_character()) return "\"";
  if (token.kind == scan::TokenKind::other) return token.text.substr(0, 1);
  const std::string_view text = scan::primary_spelling(token.text);
  const bool name = scan::identifier_end(text, 0) > 0;
  return name && !is_keyword(text) ? "x" : text;
}

/// Whether each token of a directive is left out. The body of a macro is code: what is copied into
/// one is still a copy.
class Directives {
 public:
  bool leave_out(const scan::Token& token) {
    if (!token.in_directive) return false;
    if (token.first_in_line) at_ = 0;
    if (at_ == 1) is_macro_ = token.is("define");
    // "#", "define" and the name are left out, as the whole of any other directive.
    return at_++ < 3 || !is_macro_;
  }

 private:
  int at_ = 0;  ///< of a token, in its directive
  bool is_macro_ = false;
};

/// Tokens without comments, preprocessor lines but the bodies of macros, and the names that a
/// student chose. An operator of several characters counts as many tokens: it says more than a
/// bracket. No more than kMaxTokens.
std::vector<Token> tokens_of(const std::string& code) {
  std::vector<Token> tokens;
  const scan::Scan scan(code);
  Directives directives;
  for (const scan::Token& token : scan.code()) {
    if (directives.leave_out(token)) continue;
    if (tokens.size() >= kMaxTokens) break;
    const std::string_view text = common_text(token);
    const std::size_t step = is_keyword(text) ? text.size() : 1;
    for (std::size_t i = 0; i < text.size(); i += step)
      tokens.push_back({std::string(text.substr(i, step)), token.line});
  }
  return tokens;
}

struct Mark {
  std::uint64_t hash = 0;
  std::string file;
  int begin = 0, end = 0;  ///< lines
};

using Marks = std::vector<Mark>;

/// Winnowing: of each window of hashes of runs, the smallest is kept.
Marks marks_of(const std::string& file, const std::vector<Token>& tokens) {
  Marks runs;
  for (std::size_t i = 0; i + kRun <= tokens.size(); ++i) {
    std::string text;
    for (std::size_t k = 0; k < kRun; ++k) text += tokens[i + k].text + ' ';
    runs.push_back(
        {std::hash<std::string>{}(text), file, tokens[i].line, tokens[i + kRun - 1].line});
  }
  // Neighbouring windows mostly share their smallest hash, which is kept once.
  Marks kept;
  std::size_t last = runs.size();
  for (std::size_t i = 0; i < runs.size() && (i == 0 || i + kWindow <= runs.size()); ++i) {
    const std::size_t end = std::min(i + kWindow, runs.size());
    std::size_t best = i;
    for (std::size_t k = i; k < end; ++k)
      if (runs[k].hash <= runs[best].hash) best = k;
    if (best != last) kept.push_back(runs[best]);
    last = best;
  }
  return kept;
}

/// All runs, not only the kept ones: what the skeleton has must go whatever was kept of it.
std::set<std::uint64_t> all_hashes(const std::string& code) {
  const std::vector<Token> tokens = tokens_of(code);
  std::set<std::uint64_t> hashes;
  for (std::size_t i = 0; i + kRun <= tokens.size(); ++i) {
    std::string text;
    for (std::size_t k = 0; k < kRun; ++k) text += tokens[i + k].text + ' ';
    hashes.insert(std::hash<std::string>{}(text));
  }
  return hashes;
}

/// One student's submission of a lab.
struct Compared {
  Marks marks;               ///< by hash, equal ones in the order of the files
  std::size_t distinct = 0;  ///< number of different ones
  /// Of files with enough code of the student's own that equal ones are no chance: their content's
  /// SHA-256.
  std::map<std::string, std::string> own_files;
  bool in_part = false;  ///< a file has more tokens than are compared
};

bool has_smaller_hash(const Mark& a, const Mark& b) {
  return a.hash < b.hash;
}

/// Adds one file's marks but for those that the skeleton has too.
void add_file(Compared& one, const std::string& file, const std::string& code,
              const std::string& skeleton) {
  constexpr std::size_t kMinOwn = 3;
  const std::set<std::uint64_t> given = all_hashes(skeleton);
  const std::vector<Token> tokens = tokens_of(code);
  one.in_part = one.in_part || tokens.size() >= kMaxTokens;
  std::set<std::uint64_t> own;
  for (Mark& mark : marks_of(file, tokens)) {
    if (given.count(mark.hash) > 0) continue;
    own.insert(mark.hash);
    one.marks.push_back(std::move(mark));
  }
  if (own.size() >= kMinOwn) one.own_files[file] = sha256(code);
}

/// Calls `use` with the first of the marks that are equal.
template <typename Use>
void for_each_distinct(const Marks& marks, const Use& use) {
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (i == 0 || marks[i].hash != marks[i - 1].hash) use(marks[i]);
}

/// The marks of each student's files of one lab, without the skeleton's and the usual ones.
std::map<std::string, Compared> class_marks(const std::vector<Work>& works, const std::string& lab,
                                            const SimilarityPlan& plan) {
  std::map<std::string, Compared> all;
  std::map<std::uint64_t, std::size_t> owners;
  for (const Work& work : works) {
    if (work.lab != lab || !work.submitted) continue;
    Compared& own = all[work.student];
    for (const auto& [file, content] : work.files.items()) {
      if (file == kQuizFile) continue;  // answers, and no source
      add_file(own, file, bytes_from_json(content.get<std::string>()),
               build::read_text(fs::path(plan.labs_folder) / lab / file));
    }
    std::stable_sort(own.marks.begin(), own.marks.end(), has_smaller_hash);
    for_each_distinct(own.marks, [&](const Mark& mark) { ++owners[mark.hash]; });
  }
  // What a fifth of a class writes is how it is written.
  const std::size_t usual = std::max<std::size_t>(4, all.size() / 5);
  for (auto& one : all) {
    Compared& own = one.second;
    std::erase_if(own.marks, [&](const Mark& mark) { return owners[mark.hash] > usual; });
    for_each_distinct(own.marks, [&](const Mark&) { ++own.distinct; });
  }
  return all;
}

/// A run that two submissions share.
struct Shared {
  const Mark *first = nullptr, *second = nullptr;
  auto place() const { return std::tie(first->file, first->begin, second->begin); }
};

/// Neighbouring shared runs become one stretch of lines. They come in the order of their places in
/// the first submission, so that a stretch that goes on is one of the last.
void add_lines(Pair& pair, const Mark& first, const Mark& second) {
  constexpr std::size_t kLast = 8;
  for (std::size_t i = pair.lines.size(); i > 0 && i + kLast > pair.lines.size(); --i) {
    Pair::Lines& lines = pair.lines[i - 1];
    const bool near_first =
        first.begin <= lines.first_end + 2 && first.end >= lines.first_begin - 2;
    const bool near_second =
        second.begin <= lines.second_end + 2 && second.end >= lines.second_begin - 2;
    if (lines.file != first.file || !near_first || !near_second) continue;
    lines.first_begin = std::min(lines.first_begin, first.begin);
    lines.first_end = std::max(lines.first_end, first.end);
    lines.second_begin = std::min(lines.second_begin, second.begin);
    lines.second_end = std::max(lines.second_end, second.end);
    return;
  }
  pair.more_lines = pair.lines.size() >= kMaxStretches;
  if (!pair.more_lines)
    pair.lines.push_back({first.file, first.begin, first.end, second.begin, second.end});
}

/// Marks count once however often a file has them: a loop that is written twice says no more.
Pair compare(const std::string& lab, const std::string& first, const Compared& a,
             const std::string& second, const Compared& b) {
  Pair pair{lab, first, second, 0, 0, {}};
  std::vector<Shared> all;
  auto other = b.marks.begin();
  for (const Mark& mark : a.marks) {
    while (other != b.marks.end() && other->hash < mark.hash) ++other;
    if (other == b.marks.end()) break;
    if (other->hash != mark.hash || other->file != mark.file) continue;
    if (all.empty() || all.back().first->hash != mark.hash) ++pair.shared;
    all.push_back({&mark, &*other});
  }
  std::sort(all.begin(), all.end(),
            [](const Shared& x, const Shared& y) { return x.place() < y.place(); });
  for (const Shared& one : all) add_lines(pair, *one.first, *one.second);
  const std::size_t smaller = std::min(a.distinct, b.distinct);
  pair.share = smaller > 0 ? double(pair.shared) / double(smaller) : 0;
  return pair;
}

/// Adds the files that are the same to the byte. If there is no other with code of the student's
/// own, all is shared.
void add_equal(Pair& pair, const Compared& a, const Compared& b) {
  for (const auto& [file, code] : a.own_files) {
    const auto other = b.own_files.find(file);
    if (other != b.own_files.end() && other->second == code) pair.equal.push_back(file);
  }
  const std::size_t fewer = std::min(a.own_files.size(), b.own_files.size());
  if (!pair.equal.empty() && pair.equal.size() == fewer) pair.share = 1;
}

std::string range(int begin, int end) {
  return begin == end ? fmt::format("{}", begin) : fmt::format("{}-{}", begin, end);
}

std::string lines_of(const Pair& pair) {
  std::string text;
  for (const std::string& file : pair.equal)
    text += fmt::format("{}{}: the same to the byte", text.empty() ? "" : ", ", file);
  for (const Pair::Lines& lines : pair.lines) {
    if (std::find(pair.equal.begin(), pair.equal.end(), lines.file) != pair.equal.end()) continue;
    text += fmt::format("{}{} {} ~ {}", text.empty() ? "" : ", ", lines.file,
                        range(lines.first_begin, lines.first_end),
                        range(lines.second_begin, lines.second_end));
  }
  return text + (pair.more_lines ? " and more" : "");
}

constexpr Template kSimilar(
#include "classroom/reports/similar.html.inc"
);

constexpr const char* kNote =
    "Runs of tokens with all names made equal, without what the skeleton or a fifth of the class "
    "has; the share is of the smaller submission. Files that are the same to the byte are listed "
    "whatever the class has. Look before you conclude: short tasks have few solutions.";

/// Whose files are too long; empty if nobody's are.
std::string in_part_text(const Similar& similar) {
  std::string text;
  for (const std::string& one : similar.in_part) text += (text.empty() ? "" : ", ") + one;
  return text.empty() ? ""
                      : fmt::format("Compared in part, as a file has more than {} tokens: {}.",
                                    kMaxTokens, text);
}

/// Adds the pairs of one lab.
void add_pairs(Similar& similar, const std::string& lab, const std::vector<Work>& works,
               const SimilarityPlan& plan) {
  constexpr int kMinShared = 3;  // fewer say nothing
  const auto marks = class_marks(works, lab, plan);
  for (auto a = marks.begin(); a != marks.end(); ++a) {
    if (a->second.in_part) similar.in_part.push_back(fmt::format("{} ({})", a->first, lab));
    for (auto b = std::next(a); b != marks.end(); ++b) {
      Pair pair = compare(lab, a->first, a->second, b->first, b->second);
      add_equal(pair, a->second, b->second);
      const bool alike = pair.share >= plan.threshold && pair.shared >= kMinShared;
      if (alike || !pair.equal.empty()) similar.pairs.push_back(std::move(pair));
    }
  }
}

}  // namespace

Similar find_similar(const std::vector<Work>& works, const SimilarityPlan& plan) {
  std::set<std::string> labs;
  for (const Work& work : works) labs.insert(work.lab);
  Similar similar;
  for (const std::string& lab : labs) add_pairs(similar, lab, works, plan);
  std::stable_sort(similar.pairs.begin(), similar.pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.share > b.share; });
  if (similar.pairs.size() > plan.max_pairs) similar.pairs.resize(plan.max_pairs);
  return similar;
}

std::string similar_markdown(const Similar& similar, double threshold) {
  std::string text = fmt::format(
      "# Similar submissions\n\n{} Pairs from {} % on: {}.\n\n"
      "| lab | first | second | share | lines |\n| --- | --- | --- | --- | --- |\n",
      kNote, short_number(100 * threshold), similar.pairs.size());
  for (const Pair& pair : similar.pairs)
    text += fmt::format("| {} | {} | {} | {} % | {} |\n", markdown(pair.lab), markdown(pair.first),
                        markdown(pair.second), short_number(std::round(100 * pair.share)),
                        markdown(lines_of(pair)));
  const std::string in_part = in_part_text(similar);
  return text + (in_part.empty() ? "" : "\n" + markdown(in_part) + "\n");
}

std::string similar_html(const Similar& similar, double threshold) {
  std::string text = kSimilar.fill("note", {{"note", kNote},
                                            {"threshold", short_number(100 * threshold)},
                                            {"count", similar.pairs.size()}});
  const std::string in_part = in_part_text(similar);
  if (!in_part.empty()) text += kSimilar.fill("in part", {{"in_part", in_part}});
  if (similar.pairs.empty()) return text;
  std::string rows;
  for (const Pair& pair : similar.pairs)
    rows += kSimilar.fill("pair", {{"lab", pair.lab},
                                   {"first", pair.first},
                                   {"second", pair.second},
                                   {"share", short_number(std::round(100 * pair.share))},
                                   {"lines", lines_of(pair)}});
  return text + kSimilar.fill("pairs", {{"rows", rows}});
}

std::string not_searched_html() {
  return kSimilar.fill("not searched", {});
}

}  // namespace kit::classroom
