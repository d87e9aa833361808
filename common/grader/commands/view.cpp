/// @file
/// `kit view`: one page that compares input, output, reference and error. The images stand in the
/// page itself, so that it can be moved or sent as one file.
#include "grader/commands/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "grader/commands/commands.hpp"
#include "grader/diagnosis/heat_map.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/text.hpp"
#include "kit/atomic_file.hpp"
#include "kit/compare.hpp"
#include "kit/error.hpp"
#include "kit/image_io.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

/// Removes a file when it goes.
struct Temporary {
  std::string path;
  ~Temporary() { std::remove(path.c_str()); }
};

std::string as_data(const Image<std::uint8_t>& image, const std::string& beside) {
  const Temporary file{beside + ".part.png"};
  save_image(file.path, image);
  return "data:image/png;base64," + base64(read_whole(file.path));
}

/// How wrong a picture is, for people, and where most.
void describe_error(Comparable& shown, const FilteredPicture& result) {
  const auto& errors = result.error.values();
  const auto worst = std::max_element(errors.begin(), errors.end());
  const auto above = std::count_if(errors.begin(), errors.end(),
                                   [&](double error) { return !(error <= result.tolerance); });
  const std::size_t index = std::size_t(worst - errors.begin());
  const int x = static_cast<int>(index % std::size_t(result.error.width()));
  const int y = static_cast<int>(index / std::size_t(result.error.width()));
  shown.right = above == 0;
  const std::string largest = is_finite(*worst) ? fmt::format("the largest error is {:.2g}", *worst)
                                                : "some are not finite numbers";
  if (shown.right) {
    shown.finding = fmt::format("Right: {}, the tolerance {:.2g}.", largest, result.tolerance);
    return;
  }
  shown.finding = fmt::format(
      "Not what the reference gives: {} of {} pixels are off by more than {:.2g}; {}, at x = {}, "
      "y = {}.",
      above, errors.size(), result.tolerance, largest, x, y);
  shown.worst_x = x;
  shown.worst_y = y;
}

std::string error_text(const Comparable& shown) {
  return shown.right ? "Error: within the tolerance everywhere, made visible; the lightest grey is "
                       "the largest"
                     : "Error: grey and black within the tolerance; dark red, yellow and white "
                       "above it, the larger the lighter; magenta where the output is no number, "
                       "blue where nothing "
                       "was written";
}

}  // namespace

Comparable compare_pictures(
    const PictureRun& run, const std::string& whose,
    const std::function<std::string(const Image<std::uint8_t>&, const std::string& name)>& place) {
  Comparable shown;
  const std::string number = run.config.lab.substr(0, run.config.lab.find('_'));
  shown.id = "lab" + number;
  shown.heading = fmt::format("Lab {}: {}", number, run.config.title);
  shown.width = run.input.width();
  shown.height = run.input.height();
  shown.details = fmt::format("{}; {} by {} pixels, files from {}/{}, backend {}.",
                              run.result.description, shown.width, shown.height, run.options.source,
                              run.config.lab, to_string(run.options.backend));
  describe_error(shown, run.result);
  const Image<std::uint8_t> error =
      error_picture(run.result.error, run.result.tolerance, run.result.unwritten);
  shown.images = {{"input", "Input: the picture before", place(run.input, "input")},
                  {"output", fmt::format("Output: {}, {}", whose, run.result.description),
                   place(run.result.picture, "output")},
                  {"reference", "Reference: what is right, computed in double precision",
                   place(run.result.reference, "reference")},
                  {"error", error_text(shown), place(error, "error")}};
  return shown;
}

int run_view(const PictureCommand& command) {
  PictureCommand whole = command;
  const std::string root = kit_root();
  if (whole.out.empty()) {
    const std::string lab = find_lab(root + "/labs", command.lab);
    whole.out = root + "/build/view/" + lab.substr(0, lab.find('_')) + ".html";
    std::error_code failed;
    fs::create_directories(root + "/build/view", failed);
    if (failed) throw InputError("cannot make the folder build/view: " + failed.message());
  }
  const PictureRun run = run_on_picture(whole, {".html", ".htm"}, PictureDetail::compared);
  const Comparable shown =
      compare_pictures(run, whole.source == "solutions" ? "the solution's" : "yours",
                       [&](const Image<std::uint8_t>& image, const std::string&) {
                         return as_data(image, whole.out);
                       });
  write_atomically(whole.out, comparison_page(shown.heading, comparison_section(shown, 1)));
  std::printf("%s\n", shown.finding.c_str());
  std::printf("open %s in a browser\n", fs::proximate(whole.out).c_str());
  return shown.right ? kExitPassed : kExitNotPassed;
}

}  // namespace kit::grader
