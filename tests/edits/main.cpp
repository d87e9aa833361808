// apply_edits: prints the whole file that an edit stands for, or tries all edits of the tests.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include "edit_files.hpp"
#include "grader/support/kit_root.hpp"
#include "kit/error.hpp"

namespace {

namespace fs = std::filesystem;

constexpr char kUsage[] =
    "usage: apply_edits FILE    print FILE; if it is NAME.edit, the file that it edits, changed\n"
    "       apply_edits --check    try every edit below tests/: do all apply to today's files?\n"
    "Paths start in the working folder. tests/edits/source_edit.hpp says what an edit looks like.\n"
    "Exit code: 0 done, 1 an edit fails the check, 2 wrong usage or an edit that does not apply.\n";

int check(const fs::path& root) {
  const kit::edits::CheckResult result = kit::edits::check_all(root);
  for (const std::string& fault : result.faults) std::printf("%s\n", fault.c_str());
  std::printf("%zu passed, %zu failed\n", result.passed, result.failed);
  return result.failed == 0 ? kit::kExitPassed : kit::kExitNotPassed;
}

int print(const fs::path& root, const std::string& path) {
  const std::string text =
      kit::edits::whole_text(root, fs::absolute(path).lexically_normal().lexically_proximate(root));
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return written && std::fflush(stdout) == 0 ? kit::kExitPassed : kit::kExitHarnessFault;
}

int run(const std::string& argument) {
  if (argument == "--help" || argument == "-h") return std::printf("%s", kUsage) < 0;
  const fs::path root = kit::grader::kit_root();
  return argument == "--check" ? check(root) : print(root, argument);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 2) return run(argv[1]);
    std::fprintf(stderr, "%s", kUsage);
    return kit::kExitUsage;
  } catch (const kit::Error& error) {
    std::fprintf(stderr, "apply_edits: %s\n", error.what());
    return error.code();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "apply_edits: %s\n", error.what());
    return kit::kExitHarnessFault;
  }
}
