/// @file
/// check_rules SOURCE --said FILE [--said FILE]... [--module FILE]
///
/// Says what nvcc would refuse of a .cu file, for machines that have clang and no nvcc.
/// common/tools/ compile has clang read the file as CUDA: what it said of each pass is in the files
/// --said, and what device code comes to in --module, which clang writes if it found no error.
/// Prints one line for each refusal, or one that says what could not be checked. Exit code: 0
/// nothing refused, 1 something is, 2 wrong usage, 3 clang could not read the file, so that not all
/// was looked at.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "grader/rules/clang_rules.hpp"
#include "grader/rules/kernel_rules.hpp"
#include "grader/rules/module_rules.hpp"
#include "grader/rules/source_rules.hpp"

namespace {

using kit::rules::Meaning;
using kit::rules::Refusal;

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

struct Arguments {
  std::string source, module;
  std::vector<std::string> said;
};

Arguments read_arguments(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--said" && i + 1 < words.size())
      arguments.said.push_back(words[++i]);
    else if (words[i] == "--module" && i + 1 < words.size())
      arguments.module = words[++i];
    else
      arguments.source = words[i];
  }
  return arguments;
}

void append(std::vector<Refusal>& all, std::vector<Refusal> more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments({argv + 1, argv + argc});
  if (arguments.source.empty() || arguments.said.empty()) {
    std::fprintf(stderr, "check_rules: needs SOURCE and --said FILE; see its source for usage\n");
    return 2;
  }
  const std::string source = read(arguments.source), module = read(arguments.module);
  std::vector<Refusal> refusals = kit::rules::refused_in_source(arguments.source, source);
  append(refusals, kit::rules::refused_kernels(arguments.source, source));
  std::string not_read;
  for (const std::string& said : arguments.said)
    for (const auto& error : kit::rules::read_diagnostics(read(said))) {
      const auto judgement = kit::rules::judge(error, arguments.source, source);
      if (judgement.meaning == Meaning::refused) refusals.push_back(judgement.refusal);
      if (judgement.meaning == Meaning::other && not_read.empty())
        not_read = error.file + ":" + std::to_string(error.line) + ": " + error.text;
    }
  if (!module.empty())
    append(refusals, refused_in_module(kit::rules::read_module(module), arguments.source, source));
  kit::rules::order(refusals);
  for (const Refusal& refusal : refusals) std::printf("%s\n", to_line(refusal).c_str());
  if (!refusals.empty()) return 1;
  if (not_read.empty()) return 0;
  std::printf("clang cannot read it (%s)\n", not_read.c_str());
  return 3;
}
