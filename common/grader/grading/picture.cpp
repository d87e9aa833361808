/// @file
/// A lab's function on a picture: the picture is read, filtered channel by channel or whole, and
/// compared with the reference. Paths are checked first, since the filter may take minutes.
#include "grader/grading/picture.hpp"

#include "grader/grading/build_worker.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <set>

#include "grader/judge/session.hpp"
#include "grader/lab/backend.hpp"
#include "grader/protocol/poison.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/terminal.hpp"
#include "kit/compare.hpp"
#include "kit/error.hpp"
#include "kit/image_io.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

/// Seconds for one channel: a picture may be a thousand times as large as a checked case.
double seconds_for(const Image<std::uint8_t>& picture) {
  constexpr double kPixelsPerSecond = 2e4;  // a wide filter in the simulator
  return 60 + picture.width() * double(picture.height()) / kPixelsPerSecond;
}

/// Throws InputError if there is no such picture, and says where some are.
void check_picture(const std::string& path, const std::string& root) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(path, error))) return;
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(root + "/build/photos", error))
    names.insert(entry.path().filename().string());
  std::string photographs;
  for (const std::string& name : names) photographs += (photographs.empty() ? "" : ", ") + name;
  throw InputError("cannot read picture '" + path + "': there is no such file; " +
                   (names.empty() ? "make photos gets some into build/photos"
                                  : "in build/photos there are " + photographs));
}

/// Throws InputError unless a file can be made in the folder of `path`, before any work is done.
void check_output_path(const std::string& path, const std::vector<std::string>& extensions) {
  std::string extension = fs::path(path).extension().string(), names;
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string& name : extensions)
    names += (names.empty() ? "" : name == extensions.back() ? " or " : ", ") + name;
  if (std::find(extensions.begin(), extensions.end(), extension) == extensions.end())
    throw InputError(fmt::format("cannot write '{}': its name must end in {}", path, names));
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".";
  if (!fs::is_directory(folder))
    throw InputError(
        fmt::format("cannot write '{}': there is no folder {}", path, folder.string()));
  if (fs::is_directory(path))
    throw InputError(fmt::format("cannot write '{}': it is a folder", path));
  if (access(folder.c_str(), W_OK) != 0)
    throw InputError(fmt::format("cannot write '{}': no permission in {}", path, folder.string()));
}

/// Throws Error with exit code 1 if no stage was begun.
void check_begun(const GradeOptions& options, const LabConfig& config) {
  const std::set<std::string> untouched = untouched_stages(options, config);
  bool begun = false;
  for (const StageConfig& stage : config.stages)
    begun |= !stage.challenge && untouched.count(stage.id) == 0;
  if (!begun)
    throw Error(kExitNotPassed, options.source + "/" + config.lab +
                                    " is not done yet; SRC=solutions runs the reference");
}

/// The first `count` channels of an image.
Image<float> first_channels(const Image<float>& image, int count) {
  if (image.channels() == count) return image;
  Image<float> result(image.width(), image.height(), count);
  for (int c = 0; c < count; ++c) set_channel(result, c, channel(image, c));
  return result;
}

/// An image of one channel as one of `count` that are all alike; others as they are.
template <typename T>
Image<T> spread(Image<T> image, int count) {
  if (image.channels() == count || image.channels() != 1) return image;
  Image<T> result(image.width(), image.height(), count);
  for (std::size_t n = 0; n < result.size(); ++n)
    result.data()[n] = image.data()[n / std::size_t(count)];
  return result;
}

/// A lab's output as floats in [0, 1]. Throws Error if some values are not finite, unless they are
/// wanted.
Image<float> finite_output(const Tensor& output, const std::string& lab, PictureDetail detail) {
  if (output.shape.type == DType::u8) return to_float(to_byte_image(output));
  Image<float> values = to_float_image(output);
  if (detail == PictureDetail::compared) return values;
  const auto missing = std::count_if(values.values().begin(), values.values().end(),
                                     [](float value) { return !is_finite(value); });
  if (missing > 0)
    throw Error(
        kExitNotPassed,
        fmt::format("{} gave no picture: {} values are not finite or not written; grade the "
                    "lab to see why",
                    lab, missing));
  return values;
}

/// Enters one call's reference and errors; its channels begin at `first` of the picture's.
void add_comparison(FilteredPicture& result, Image<float>& reference, const Image<float>& output,
                    const Image<double>& expected, int first) {
  for (int y = 0; y < output.height(); ++y) {
    for (int x = 0; x < output.width(); ++x) {
      double& worst = result.error.at(x, y);
      for (int c = 0; c < output.channels(); ++c) {
        const double wanted = expected.at(x, y, c), got = output.at(x, y, c);
        worst = std::max(worst, is_finite(output.at(x, y, c)) ? std::abs(got - wanted) : HUGE_VAL);
        reference.at(x, y, first + c) = static_cast<float>(wanted);
      }
    }
  }
}

/// Marks the pixels of one call's output that still hold the poison of this seed.
void add_unwritten(FilteredPicture& result, const Tensor& output, std::uint64_t seed) {
  if (output.shape.type != DType::f32) return;
  const std::size_t channels = std::size_t(output.shape.channels);
  for (std::size_t i = 0; i < result.unwritten.size() * channels; ++i)
    if (is_poison(output.bytes.data(), DType::f32, i, seed))
      result.unwritten.data()[i / channels] = 1;
}

}  // namespace

FilteredPicture filter_picture(const Image<std::uint8_t>& picture, const LabConfig& config,
                               const RunOptions& run_options, const std::string& worker,
                               Backend backend, PictureDetail detail) {
  const PictureFilter filter = find_suite(config.lab).picture(run_options);
  LabConfig roomy = config;
  roomy.memory_mib = std::max(roomy.memory_mib, 16384);
  Session session(worker, roomy, backend, 1);
  FilteredPicture result;
  result.description = filter.description;
  result.tolerance = filter.tolerance;
  const Image<float> values = to_float(picture);
  Image<float> filtered = values, reference;
  if (detail == PictureDetail::compared) {
    reference = values;
    result.error = Image<double>(picture.width(), picture.height());
    result.unwritten = Image<std::uint8_t>(picture.width(), picture.height());
  }
  const int colours = picture.channels() == 4 ? 3 : picture.channels();
  for (int c = 0; c < (filter.whole ? 1 : colours); ++c) {
    const Image<float> part = filter.whole ? first_channels(values, colours) : channel(values, c);
    const std::uint64_t poison = fresh_seed();
    const CallOutcome outcome = session.call(filter.call(part), poison, seconds_for(picture));
    if (!outcome.returned())
      throw Error(kExitNotPassed, config.lab + " gave no picture: " + outcome.message +
                                      "; grade the lab to see why");
    // A lab may make one channel of all colours.
    const int channels = filter.whole ? colours : 1;
    const Image<float> output =
        spread(finite_output(outcome.outputs.at(0), config.lab, detail), channels);
    const Image<double> expected = spread(filter.reference(part), channels);
    const Comparison compared = compare(output, expected, filter.tolerance);
    if (detail == PictureDetail::compared) {
      add_comparison(result, reference, output, expected, c);
      add_unwritten(result, outcome.outputs.at(0), poison);
    }
    result.max_abs_error = std::max(result.max_abs_error, compared.max_abs_error);
    result.seconds += outcome.seconds;
    for (int k = 0; k < output.channels(); ++k) set_channel(filtered, c + k, channel(output, k));
  }
  result.picture = to_bytes(filtered);
  if (detail == PictureDetail::compared) result.reference = to_bytes(reference);
  return result;
}

PictureRun run_on_picture(const PictureCommand& command, const std::vector<std::string>& extensions,
                          PictureDetail detail) {
  PictureRun run;
  GradeOptions& options = run.options;
  options.root = kit_root();
  options.lab = find_lab(options.root + "/labs", command.lab);
  options.source = command.source;
  check_output_path(command.out, extensions);
  run.config = load_lab(options.root + "/labs", options.lab);
  find_suite(options.lab).picture(command.options);  // refuses bad options before any work
  check_picture(command.image, options.root);
  run.input = load_image(command.image);
  options.backend = choose_backend(options.root, command.backend);
  check_begun(options, run.config);
  const BuildResult build = build_worker(options);
  if (!build.ok) {
    std::fputs(printable(build.log).c_str(), stderr);
    throw Error(kExitNotPassed, options.source + "/" + options.lab + " does not compile");
  }
  run.result =
      filter_picture(run.input, run.config, command.options, build.worker, options.backend, detail);
  return run;
}

int run_picture(const PictureCommand& command) {
  const PictureRun run = run_on_picture(command, {".png", ".jpg", ".jpeg"}, PictureDetail::plain);
  const FilteredPicture& result = run.result;
  save_image(command.out, result.picture);
  std::printf("%s: %s, %dx%d, backend %s, %.2f s, max-abs-error %.2g (tolerance %.2g)%s\n",
              command.out.c_str(), result.description.c_str(), run.input.width(),
              run.input.height(), to_string(run.options.backend).c_str(), result.seconds,
              result.max_abs_error, result.tolerance,
              run.right() ? "" : ": NOT what the reference gives");
  return run.right() ? kExitPassed : kExitNotPassed;
}

}  // namespace kit::grader
