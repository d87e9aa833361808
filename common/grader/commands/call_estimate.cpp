#include "grader/commands/call_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "grader/judge/session.hpp"
#include "grader/process/process.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text_file.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

constexpr int kSmall = 256, kLarge = 512;  // sides of the pictures that launches are counted on
constexpr int kWhole = 4096;               // side for which the whole card is at work

estimate::SeenLaunch seen(const LaunchObservations& launch) {
  estimate::SeenLaunch one;
  one.kernel = launch.kernel;
  one.file = launch.place.file;
  one.function = launch.function;
  one.arguments = launch.arguments;
  one.grid = launch.grid;
  one.block = launch.block;
  one.dynamic_shared_bytes = double(launch.dynamic_shared_bytes);
  one.counters = launch.counters;
  return one;
}

}  // namespace

estimate::Kernels read_kernels(const std::string& root, const std::string& lab,
                               const std::string& folder, const estimate::Card& card) {
  estimate::Kernels kernels;
  const fs::path made =
      fs::path(root) / "build/estimate" / fs::path(folder).parent_path().filename() / lab;
  fs::create_directories(made);
  std::vector<fs::path> sources;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cu") sources.push_back(entry.path());
  std::sort(sources.begin(), sources.end());
  ProcessLimits limits;
  limits.seconds = 120;
  // A header of the folder, or the contract, may have changed what a source becomes.
  fs::file_time_type newest = fs::last_write_time(root + "/labs/" + lab + "/lab.hpp");
  for (const auto& entry : fs::directory_iterator(folder))
    newest = std::max(newest, fs::last_write_time(entry.path()));
  for (const fs::path& source : sources) {
    const fs::path target = made / (source.stem().string() + "." + card.architecture + ".ptx");
    if (!fs::exists(target) || fs::last_write_time(target) < newest) {
      const CommandResult result =
          run_command({root + "/common/tools/compile", "--ptx", "--out", target.string(), "-I",
                       root + "/labs/" + lab, "-I", folder, source.string()},
                      limits, {{"KIT_CUDA_ARCH", card.architecture}});
      if (result.end.code == kExitNeedsGpu) return {};
      if (result.end.code != 0 || result.timed_out)
        throw InputError(source.string() + " does not compile by nvcc, so there is no estimate: " +
                         printable(result.output));
    }
    for (estimate::Kernel& kernel : estimate::read_ptx(build::read_text(target))) {
      kernel.file = source.stem().string();
      kernels.push_back(std::move(kernel));
    }
  }
  return kernels;
}

Call resized(const Call& call, int width, int height, int size) {
  Call result = call;
  const auto resize = [&](Shape& shape) {
    if (shape.width != width || shape.height != height) return false;
    shape.width = shape.height = size;
    return true;
  };
  for (std::vector<Tensor>& entry : result.inputs) {
    for (Tensor& tensor : entry) {
      if (!resize(tensor.shape)) continue;
      tensor.bytes.assign(tensor.shape.bytes(), std::byte{0});
      for (std::size_t n = 0; n < tensor.shape.values(); ++n) {
        const auto level = std::uint8_t(n * 2654435761u >> 24);
        if (tensor.shape.type == DType::f32) {
          tensor.as<float>()[n] = float(level) / 255;
        } else {
          tensor.bytes[n * size_of(tensor.shape.type)] = std::byte{level};
        }
      }
    }
  }
  for (Shape& shape : result.outputs) resize(shape);
  result.noise_key.reset();
  result.timed = false;
  return result;
}

CallEstimate estimate_at(const JudgePlan& plan, const LabConfig& config, const Call& call,
                         int width, int height, int size, const estimate::Kernels& kernels,
                         const estimate::Card& card) {
  constexpr double kPatience = 20, kRoomMib = 16384;
  LabConfig patient = config;
  patient.seconds_per_case *= kPatience;
  patient.memory_mib = std::max(patient.memory_mib, int(kRoomMib));
  CallEstimate result;
  const auto launches_at = [&](int side, bool run, bool one_after_another) {
    // As large a part of the card as the picture is of a large one, so that kernels that fit their
    // grid to the card do here as there.
    const double part = run ? std::pow(double(side) / kWhole, 2) : 1;
    std::vector<std::string> wrapper = {
        "env", fmt::format("KIT_SIM_MULTIPROCESSORS={}",
                           std::max(1L, std::lround(part * card.multiprocessors)))};
    if (!run) wrapper.push_back("KIT_SIM_LAUNCHES=skip");
    if (one_after_another) wrapper.push_back("KIT_SIM_THREADS=1");
    Session session(plan.worker, patient, Backend::sim, plan.seed);
    session.run_under(wrapper);
    const CallOutcome outcome =
        session.call(resized(call, width, height, side), plan.seed, patient.seconds_per_case);
    session.close();
    std::vector<estimate::SeenLaunch> launches;
    result.trouble = outcome.returned() && outcome.observations ? "" : outcome.message;
    if (!result.trouble.empty()) return launches;
    for (const LaunchObservations& launch : outcome.observations->launches)
      launches.push_back(seen(launch));
    return launches;
  };
  // Where a block waits for others, how often it looks is left to chance, unless blocks run one
  // after another; those that wait for blocks behind them cannot.
  const auto counted_at = [&](int side) {
    const auto launches = launches_at(side, true, true);
    return result.trouble.empty() ? launches : launches_at(side, true, false);
  };
  estimate::SeenCall all = {kSmall, kLarge, double(size), counted_at(kSmall), {}, {}};
  if (result.trouble.empty()) all.large = counted_at(kLarge);
  if (result.trouble.empty()) all.target = launches_at(size, false, false);
  if (!result.trouble.empty()) return result;
  try {
    result.launches = estimate::estimate_call(all, kernels, card);
  } catch (const InputError& error) {
    result.trouble = error.what();
  }
  return result;
}

std::string estimate_line(const estimate::LaunchEstimate& launch, const estimate::Card& card,
                          int size) {
  const estimate::Estimate& found = launch.estimate;
  std::string text = fmt::format("  estimate for {}, {}x{}: {:.4f} ms, bound by {} {:.4f} (",
                                 card.name, size, size, found.milliseconds,
                                 found.terms.front().name, found.terms.front().milliseconds);
  for (std::size_t n = 1; n < 3; ++n)
    text += fmt::format("{}{} {:.4f}", n > 1 ? ", " : "", found.terms[n].name,
                        found.terms[n].milliseconds);
  return text + (launch.remark.empty() ? ")\n" : "); " + launch.remark + "\n");
}

}  // namespace kit::grader
