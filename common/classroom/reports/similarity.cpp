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
#include <unordered_map>

#include "classroom/intake/intake.hpp"
#include "classroom/reports/checks.hpp"
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

/// Tokens without comments, preprocessor lines and the names that a student chose. An operator of
/// several characters counts as many tokens: it says more than a bracket.
std::vector<Token> tokens_of(const std::string& code) {
  std::vector<Token> tokens;
  const scan::Scan scan(code);
  for (const scan::Token& token : scan.code()) {
    if (token.in_directive) continue;
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

/// Winnowing: of each window of hashes of runs, the smallest is kept.
std::vector<Mark> marks_of(const std::string& file, const std::string& code) {
  const std::vector<Token> tokens = tokens_of(code);
  std::vector<Mark> runs;
  for (std::size_t i = 0; i + kRun <= tokens.size(); ++i) {
    std::string text;
    for (std::size_t k = 0; k < kRun; ++k) text += tokens[i + k].text + ' ';
    runs.push_back(
        {std::hash<std::string>{}(text), file, tokens[i].line, tokens[i + kRun - 1].line});
  }
  // Neighbouring windows mostly share their smallest hash, which is kept once.
  std::vector<Mark> kept;
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

using Marks = std::vector<Mark>;

/// One student's submission of a lab.
struct Compared {
  Marks marks;
  /// Of files with enough code of the student's own that equal ones are no chance: their content.
  std::map<std::string, std::string> own_files;
};

/// Adds one file's marks but for those that the skeleton has too.
void add_file(Compared& one, const std::string& file, const std::string& code,
              const std::string& skeleton) {
  constexpr std::size_t kMinOwn = 3;
  const std::set<std::uint64_t> given = all_hashes(skeleton);
  std::set<std::uint64_t> own;
  for (Mark& mark : marks_of(file, code)) {
    if (given.count(mark.hash) > 0) continue;
    own.insert(mark.hash);
    one.marks.push_back(std::move(mark));
  }
  if (own.size() >= kMinOwn) one.own_files[file] = code;
}

/// The marks of each student's files of one lab, without the skeleton's and the usual ones.
std::map<std::string, Compared> class_marks(const std::vector<Work>& works, const std::string& lab,
                                            const SimilarityPlan& plan) {
  std::map<std::string, Compared> all;
  std::map<std::uint64_t, std::set<std::string>> owners;
  for (const Work& work : works) {
    if (work.lab != lab || !work.submitted) continue;
    Compared& own = all[work.student];
    for (const auto& [file, content] : work.files.items()) {
      if (file == kQuizFile) continue;  // answers, and no source
      add_file(own, file, bytes_from_json(content.get<std::string>()),
               build::read_text(fs::path(plan.labs_folder) / lab / file));
    }
    for (const Mark& mark : own.marks) owners[mark.hash].insert(work.student);
  }
  // What a fifth of a class writes is how it is written.
  const std::size_t usual = std::max<std::size_t>(4, all.size() / 5);
  for (auto& [student, own] : all)
    std::erase_if(own.marks, [&](const Mark& mark) { return owners[mark.hash].size() > usual; });
  return all;
}

std::size_t distinct(const Marks& marks) {
  std::set<std::uint64_t> hashes;
  for (const Mark& mark : marks) hashes.insert(mark.hash);
  return hashes.size();
}

/// Neighbouring shared runs become one stretch of lines.
void add_lines(Pair& pair, const Mark& first, const Mark& second) {
  for (Pair::Lines& lines : pair.lines) {
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
  pair.lines.push_back({first.file, first.begin, first.end, second.begin, second.end});
}

/// Marks count once however often a file has them: a loop that is written twice says no more.
Pair compare(const std::string& lab, const std::string& first, const Marks& a,
             const std::string& second, const Marks& b) {
  Pair pair{lab, first, second, 0, 0, {}};
  std::unordered_map<std::uint64_t, const Mark*> of_second;
  for (const Mark& mark : b) of_second.emplace(mark.hash, &mark);
  std::set<std::uint64_t> shared;
  for (const Mark& mark : a) {
    const auto found = of_second.find(mark.hash);
    if (found == of_second.end() || found->second->file != mark.file) continue;
    shared.insert(mark.hash);
    add_lines(pair, mark, *found->second);
  }
  pair.shared = static_cast<int>(shared.size());
  const std::size_t smaller = std::min(distinct(a), distinct(b));
  pair.share = smaller > 0 ? double(shared.size()) / double(smaller) : 0;
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
  return text;
}

constexpr Template kSimilar(
#include "classroom/reports/similar.html.inc"
);

constexpr const char* kNote =
    "Runs of tokens with all names made equal, without what the skeleton or a fifth of the class "
    "has; the share is of the smaller submission. Files that are the same to the byte are listed "
    "whatever the class has. Look before you conclude: short tasks have few solutions.";

}  // namespace

std::vector<Pair> similar_pairs(const std::vector<Work>& works, const SimilarityPlan& plan) {
  constexpr int kMinShared = 3;  // fewer say nothing
  std::set<std::string> labs;
  for (const Work& work : works) labs.insert(work.lab);
  std::vector<Pair> pairs;
  for (const std::string& lab : labs) {
    const auto marks = class_marks(works, lab, plan);
    for (auto a = marks.begin(); a != marks.end(); ++a)
      for (auto b = std::next(a); b != marks.end(); ++b) {
        Pair pair = compare(lab, a->first, a->second.marks, b->first, b->second.marks);
        add_equal(pair, a->second, b->second);
        const bool alike = pair.share >= plan.threshold && pair.shared >= kMinShared;
        if (alike || !pair.equal.empty()) pairs.push_back(std::move(pair));
      }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.share > b.share; });
  if (pairs.size() > plan.max_pairs) pairs.resize(plan.max_pairs);
  return pairs;
}

std::string pairs_markdown(const std::vector<Pair>& pairs, double threshold) {
  std::string text = fmt::format(
      "# Similar submissions\n\n{} Pairs from {} % on: {}.\n\n"
      "| lab | first | second | share | lines |\n| --- | --- | --- | --- | --- |\n",
      kNote, short_number(100 * threshold), pairs.size());
  for (const Pair& pair : pairs)
    text += fmt::format("| {} | {} | {} | {} % | {} |\n", markdown(pair.lab), markdown(pair.first),
                        markdown(pair.second), short_number(std::round(100 * pair.share)),
                        markdown(lines_of(pair)));
  return text;
}

std::string pairs_html(const std::vector<Pair>& pairs, double threshold) {
  std::string note = kSimilar.fill(
      "note",
      {{"note", kNote}, {"threshold", short_number(100 * threshold)}, {"count", pairs.size()}});
  if (pairs.empty()) return note;
  std::string rows;
  for (const Pair& pair : pairs)
    rows += kSimilar.fill("pair", {{"lab", pair.lab},
                                   {"first", pair.first},
                                   {"second", pair.second},
                                   {"share", short_number(std::round(100 * pair.share))},
                                   {"lines", lines_of(pair)}});
  return note + kSimilar.fill("pairs", {{"rows", rows}});
}

}  // namespace kit::classroom
