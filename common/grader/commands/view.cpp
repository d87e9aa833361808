#include "grader/commands/view.hpp"

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

std::string in_short(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

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
  const std::string largest = is_finite(*worst) ? "the largest error is " + in_short(*worst)
                                                : "some are not finite numbers";
  const std::string place = " at x = " + std::to_string(x) + ", y = " + std::to_string(y);
  if (shown.right) {
    shown.finding = "Right: " + largest + ", the tolerance " + in_short(result.tolerance) + ".";
    return;
  }
  shown.finding = "Not what the reference gives: " + std::to_string(above) + " of " +
                  std::to_string(errors.size()) + " pixels are off by more than " +
                  in_short(result.tolerance) + "; " + largest + "," + place + ".";
  shown.worst_x = x;
  shown.worst_y = y;
}

std::string error_text(const Comparable& shown) {
  return shown.right ? "Error: within the tolerance everywhere, made visible; the lightest grey is "
                       "the largest"
                     : "Error: grey and black within the tolerance; dark red, yellow and white "
                       "above it, the larger the lighter; magenta where the output is no number";
}

}  // namespace

Comparable compare_pictures(
    const PictureRun& run, const std::string& whose,
    const std::function<std::string(const Image<std::uint8_t>&, const std::string& name)>& place) {
  Comparable shown;
  const std::string number = run.config.lab.substr(0, run.config.lab.find('_'));
  shown.id = "lab" + number;
  shown.heading = "Lab " + number + ": " + run.config.title;
  shown.width = run.input.width();
  shown.height = run.input.height();
  shown.details = run.result.description + "; " + std::to_string(shown.width) + " by " +
                  std::to_string(shown.height) + " pixels, files from " + run.options.source + "/" +
                  run.config.lab + ", backend " + to_string(run.options.backend) + ".";
  describe_error(shown, run.result);
  const Image<std::uint8_t> error = error_picture(run.result.error, run.result.tolerance);
  shown.images = {{"input", "Input: the picture before", place(run.input, "input")},
                  {"output", "Output: " + whose + ", " + run.result.description,
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
