#include "grader/commands/call_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

#include "grader/judge/session.hpp"
#include "grader/process/process.hpp"
#include "grader/support/side_by_side.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text_file.hpp"
#include "grader/support/usable_cores.hpp"
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

KernelReader::KernelReader(const std::string& root, const std::string& lab, std::string folder,
                           estimate::Card card)
    : contract_(root + "/labs/" + lab),
      compiler_(root + "/common/tools/compile"),
      folder_(std::move(folder)),
      made_(fs::path(root) / "build/estimate" / fs::path(folder_).parent_path().filename() / lab),
      card_(std::move(card)) {
  for (const auto& entry : fs::directory_iterator(folder_))
    if (entry.path().extension() == ".cu") unread_.insert(entry.path().stem().string());
  // A header of the folder, or the contract, may have changed what a source becomes.
  newest_ = fs::last_write_time(contract_ + "/lab.hpp");
  for (const auto& entry : fs::directory_iterator(folder_))
    newest_ = std::max(newest_, fs::last_write_time(entry.path()));
}

const estimate::Kernels& KernelReader::kernels_of(const estimate::SeenCall& call) {
  std::set<std::string> wanted;
  for (const auto* launches : {&call.small, &call.large, &call.target})
    for (const estimate::SeenLaunch& one : *launches)
      wanted.insert(fs::path(one.file).stem().string());
  read(wanted);
  // A launch may be of a kernel that another file defines.
  for (const auto* launches : {&call.small, &call.large, &call.target})
    for (const estimate::SeenLaunch& one : *launches)
      if (estimate::find_kernel(kernels_, one) == nullptr) read(std::set<std::string>(unread_));
  return kernels_;
}

void KernelReader::read(const std::set<std::string>& wanted) {
  std::vector<std::string> names;
  for (const std::string& name : wanted)
    if (unread_.erase(name) > 0) names.push_back(name);
  std::vector<estimate::Kernels> read(names.size());
  side_by_side(names.size(), usable_cores(), [&](std::size_t n) { read[n] = read_file(names[n]); });
  for (estimate::Kernels& kernels : read)
    std::move(kernels.begin(), kernels.end(), std::back_inserter(kernels_));
}

estimate::Kernels KernelReader::read_file(const std::string& name) {
  constexpr double kSeconds = 120;
  const std::string source = folder_ + "/" + name + ".cu";
  const fs::path target = made_ / (name + "." + card_.architecture + ".ptx");
  if (!fs::exists(target) || fs::last_write_time(target) < newest_) {
    fs::create_directories(made_);
    ProcessLimits limits;
    limits.seconds = kSeconds;
    const CommandResult result = run_command(
        {compiler_, "--ptx", "--out", target.string(), "-I", contract_, "-I", folder_, source},
        limits, {{"KIT_CUDA_ARCH", card_.architecture}});
    if (result.end.code == kExitNeedsGpu) {
      lacks_nvcc_ = true;
      return {};
    }
    if (result.end.code != 0 || result.timed_out)
      throw InputError(source + " does not compile by nvcc, so there is no estimate: " +
                       printable(result.output));
  }
  estimate::Kernels kernels = estimate::read_ptx(build::read_text(target));
  for (estimate::Kernel& kernel : kernels) kernel.file = name;
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
                         int width, int height, int size, KernelReader& kernels,
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
    result.launches = estimate::estimate_call(all, kernels.kernels_of(all), card);
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
