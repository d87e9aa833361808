/// @file
/// `kit demo`: every reference solution graded, run on a photograph, and put into one table.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/commands/commands.hpp"
#include "grader/commands/demo_table.hpp"
#include "grader/commands/view.hpp"
#include "grader/grading/grade.hpp"
#include "grader/lab/backend.hpp"
#include "grader/pages/template.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text.hpp"
#include "kit/atomic_file.hpp"
#include "kit/error.hpp"
#include "kit/image_io.hpp"
#include "kit/synthetic.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

constexpr Template kDemo(
#include "grader/commands/demo.html.inc"
);

/// A photograph if one was fetched, the astronaut if it is among them, else a drawn scene.
std::pair<Image<std::uint8_t>, std::string> choose_picture(const std::string& root) {
  std::vector<fs::path> photographs;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root + "/build/photos", error))
    if (entry.path().extension() == ".png" || entry.path().extension() == ".jpg")
      photographs.push_back(entry.path());
  std::sort(photographs.begin(), photographs.end());
  std::stable_partition(photographs.begin(), photographs.end(),
                        [](const fs::path& path) { return path.stem() == "astronaut"; });
  for (const fs::path& path : photographs) {
    try {
      return {load_image(path.string()), "the photograph '" + path.stem().string() + "'"};
    } catch (const InputError& fault) {
      std::fprintf(stderr, "note: %s\n", fault.what());
    }
  }
  return {to_bytes(scene(512, 512)), "a drawn scene (no photograph is at hand)"};
}

/// Largest max-abs-error over all cases, as text.
std::string largest_error(const VerdictFile& verdict) {
  double largest = 0;
  for (const CaseRecord& one : verdict.cases)
    if (one.compared) largest = std::max(largest, one.comparison.max_abs_error);
  return std::isinf(largest) ? "inf" : fmt::format("{:.1e}", largest);
}

std::string evidence_of(const VerdictFile& verdict) {
  const auto& all = verdict.evidence;
  const auto passed = std::count_if(all.begin(), all.end(), [](const EvidenceRecord& entry) {
    return entry.verdict == Verdict::passed;
  });
  return all.empty() ? "-" : fmt::format("{} of {}", passed, all.size());
}

Rung make_rung(const VerdictFile& verdict) {
  Rung rung;
  rung.lab = verdict.lab.substr(0, verdict.lab.find('_'));
  rung.title = verdict.title;
  rung.passed = verdict.verdict == Verdict::passed;
  rung.error = largest_error(verdict);
  rung.evidence = evidence_of(verdict);
  rung.cpu = rung.time = rung.speedup = "-";
  if (verdict.timing.empty()) {
    if (!verdict.timing_note.empty()) rung.time = verdict.timing_note;
    return rung;
  }
  const TimingRecord& row = verdict.timing.front();
  if (row.student_ms > 0) {
    rung.cpu = fmt::format("{:.3g}", row.cpu_one_thread_ms);
    rung.time = fmt::format("{:.3g} ms", row.student_ms);
  }
  if (row.counts) rung.speedup = speedup_text(row.speedup()) + "x";
  return rung;
}

/// One lab of the page: its line of the table, and its pictures if it passed.
struct Shown {
  Rung rung;
  std::optional<Comparable> pictures;
};

/// Grades one solution and leaves its pictures in a folder.
Shown show_lab(const GradeOptions& options, const Image<std::uint8_t>& picture,
               const std::string& folder) {
  const VerdictFile verdict = grade(options);
  Shown shown{make_rung(verdict), std::nullopt};
  if (!shown.rung.passed) {
    std::printf("lab %s: %s, %s\n", options.lab.c_str(), to_string(verdict.verdict),
                printable(verdict.headline).c_str());
    return shown;
  }
  const std::string worker = output_folder(options) + "/" + to_string(options.backend) + "/worker";
  PictureRun run{options, load_lab(options.root + "/labs", options.lab), picture, {}};
  run.result = filter_picture(picture, run.config, RunOptions::object(), worker, options.backend,
                              PictureDetail::compared);
  const auto place = [&](const Image<std::uint8_t>& image, const std::string& name) {
    if (name == "input") return std::string("input.png");
    std::string file = options.lab + (name == "output" ? "" : "_" + name) + ".png";
    save_image(folder + "/" + file, image);
    return file;
  };
  const bool own = options.source == "labs";
  shown.pictures = compare_pictures(run, own ? "yours" : "the solution's", place);
  std::printf("lab %s: passed; %s -> %s\n", options.lab.c_str(), run.result.description.c_str(),
              fs::proximate(folder + "/" + options.lab + ".png").c_str());
  std::fflush(stdout);
  return shown;
}

std::string row_of(const Shown& one) {
  const Rung& rung = one.rung;
  const std::string name =
      one.pictures
          ? kDemo.fill("linked name",
                       {{"id", one.pictures->id}, {"lab", rung.lab}, {"title", rung.title}})
          : kDemo.fill("name", {{"lab", rung.lab}, {"title", rung.title}});
  return kDemo.fill("lab", {{"name", name},
                            {"verdict", rung.passed ? "passed" : "not passed"},
                            {"error", rung.error},
                            {"evidence", rung.evidence},
                            {"cpu", rung.cpu},
                            {"time", rung.time},
                            {"speedup", rung.speedup}});
}

/// The table and every lab's pictures as a page.
void write_page(const std::string& path, const std::vector<Shown>& labs, const std::string& intro) {
  const std::string title = "The labs on a picture";
  std::string rows, comparisons;
  for (const Shown& one : labs) {
    rows += row_of(one);
    if (one.pictures) comparisons += comparison_section(*one.pictures, 2);
  }
  const std::string body = kDemo.fill(
      "body", {{"title", title}, {"intro", intro}, {"rows", rows}, {"comparisons", comparisons}});
  write_atomically(path, comparison_page(title, body));
}

}  // namespace

int run_demo(const DemoCommand& command) {
  GradeOptions options;
  options.root = kit_root();
  // The students' archive has no solutions: there, their own labs are shown.
  const std::vector<std::string> labs = list_labs(options.root + "/labs");
  const bool own =
      labs.empty() || !fs::exists(options.root + "/solutions/" + labs[0] + "/NOTES.md");
  options.source = own ? "labs" : "solutions";
  // That nvcc takes the solutions is known (common/tools/check_nvcc).
  if (!own) setenv("KIT_RULES_BY", "none", 0);
  options.backend = choose_backend(options.root, command.backend);
  options.seed = command.seed ? *command.seed : fresh_seed();
  const std::string folder = options.root + "/build/demo";
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw InputError("cannot make the folder " + folder + ": " + failed.message());
  const auto [picture, what] = choose_picture(options.root);
  save_image(folder + "/input.png", picture);
  std::printf("Grading %s on the backend %s, seed %llu.\nThe picture is %s.\n",
              own ? "your labs" : "every solution", to_string(options.backend).c_str(),
              static_cast<unsigned long long>(options.seed), what.c_str());
  std::fflush(stdout);
  std::vector<Shown> shown;
  std::vector<Rung> rungs;
  for (const std::string& lab : labs) {
    options.lab = lab;
    shown.push_back(show_lab(options, picture, folder));
    rungs.push_back(shown.back().rung);
  }
  std::fputs(demo_table(rungs, use_colour(isatty(STDOUT_FILENO) != 0)).c_str(), stdout);
  const std::string page = folder + "/index.html";
  write_page(
      page, shown,
      fmt::format(
          "{} on the backend {}. The picture is {}. CPU is the kit's own code on one thread.",
          own ? "Your labs" : "Every reference solution", to_string(options.backend), what));
  const auto failures =
      std::count_if(rungs.begin(), rungs.end(), [](auto& r) { return !r.passed; });
  std::printf("\n%zu of %zu %s pass. Now it is your turn: make lab01\n",
              rungs.size() - static_cast<std::size_t>(failures), rungs.size(),
              own ? "labs" : "solutions");
  std::printf("The pictures, to compare in a browser: %s\n", fs::proximate(page).c_str());
  if (own) return kExitPassed;
  return failures == 0 && !rungs.empty() ? kExitPassed : kExitNotPassed;
}

}  // namespace kit::grader
