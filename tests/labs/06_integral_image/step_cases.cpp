/// @file
/// Cases and evidence of lab 06's small stages. Everything is exact; races are refused even where
/// the values are right, since a processor that runs threads one after the other loses no count.
#include "step_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "grader/lab/evidence.hpp"
#include "grader/lab/thin_image.hpp"
#include "kit/synthetic.hpp"
#include "labs/06_integral_image/reference/warp_tools.hpp"

namespace kit::grader {
namespace {

constexpr int kLargeImage = 90'000;  // from which on a case counts for the evidence
constexpr double kOnce = 1.1;        // bytes read of a pixel, at most

class StepCases {
 public:
  explicit StepCases(std::uint64_t seed) : random_(seed) {}

  /// Grey levels in [lowest, lowest + levels).
  ByteImage noise(int width, int height, int lowest = 0, int levels = 256) {
    ByteImage image = noise_bytes(width, height, 1, random_.next());
    for (std::uint8_t& value : image.values()) {
      value = static_cast<std::uint8_t>(lowest + value * levels / 256);
    }
    return image;
  }

  void histogram(const std::string& what, const ByteImage& image) {
    Case& one = add("atomics", "histogram", what, image);
    one.call.outputs = {{DType::u32, 256, 1, 1}};
    one.expected = line_of(oracle::histogram(image));
    one.hypotheses = [=] { return histogram_fault_models(image); };
  }

  void parts(const std::string& what, const ByteImage& image) {
    Case& differences = add("shuffles", "differences_in_parts", what, image);
    differences.expect_linear([](const Tensor& input) {
      return in_double(oracle::differences_in_parts(to_byte_image(input)));
    });
    differences.hypotheses = [=] { return difference_fault_models(image); };
    Case& means = add("shuffles", "means_of_parts", what, image);
    means.expected = in_double(oracle::means_of_parts(image));
    means.hypotheses = [=] { return mean_fault_models(image); };
  }

  void frames(const std::string& what, const ByteImage& film, int frames) {
    Case& one = add("reduction", "sums_of_frames",
                    fmt::format("{}, {} frames together", what, frames), film);
    one.call.params["frames"] = frames;
    one.call.outputs = {{DType::u32, frames, 1, 1}};
    one.expect_linear([frames](const Tensor& input) {
      return line_of(oracle::sums_of_frames(to_byte_image(input), frames));
    });
    one.hypotheses = [=] { return frame_fault_models(film, frames); };
  }

  void stretched(const std::string& what, const ByteImage& image) {
    add("bug", "stretch_rows", what, image).expected = in_double(oracle::stretched_rows(image));
  }

  /// For a thin image whose output does not show that it is thin.
  void do_not_observe_last() { list_.back().observed = false; }

  std::vector<Case> take() { return std::move(list_); }

 private:
  /// A case from an image, with an output of its size.
  Case& add(const std::string& stage, const std::string& function, const std::string& what,
            const ByteImage& image) {
    Case one;
    one.name = fmt::format("{}: {}, {}x{}", function, what, image.width(), image.height());
    one.stage = stage;
    one.call.function = function;
    one.call.inputs = {{to_tensor(image)}};
    one.call.params = {{"pixels", image.size()}};
    one.call.outputs = {{DType::u8, image.width(), image.height(), 1}};
    list_.push_back(std::move(one));
    return list_.back();
  }

  Random random_;
  std::vector<Case> list_;
};

// ------------------------------------------------------------------------------------- evidence

/// What the simulator counted in the large cases of a function.
struct Counted {
  Counted(const std::vector<CaseResult>& results, const std::string& function, double at_least) {
    const auto wanted = [&](const CaseResult& result) {
      return result.name.starts_with(function + ":") && gave_output(result) &&
             result.params.at("pixels") >= at_least;
    };
    for (const CaseResult& result : results) {
      if (wanted(result)) pixels += result.params.at("pixels").get<double>();
    }
    const auto sum = [&](Counter counter) { return total(results, wanted, counter); };
    atomic_bytes = sum(&LaunchCounters::global_atomic_bytes);
    loaded = global_reads(results, wanted).bytes - atomic_bytes;
    threads = sum(&LaunchCounters::working_threads);
    warps = sum(&LaunchCounters::working_warps);
    atomics = sum(&LaunchCounters::global_atomic_requests);
    shared_atomics = sum(&LaunchCounters::shared_atomic_requests);
    shared = shared_atomics + sum(&LaunchCounters::shared_load_requests) +
             sum(&LaunchCounters::shared_store_requests);
  }
  bool seen() const { return loaded > 0 && threads > 0; }
  bool forged() const { return loaded < pixels; }
  double per_pixel() const { return loaded / pixels; }
  double per_thread() const { return pixels / threads; }

  double pixels = 0, threads = 0, warps = 0;
  double loaded = 0;        // bytes, but those of atomic operations, which may be there to count
  double atomic_bytes = 0;  // of global memory
  double atomics = 0, shared_atomics = 0, shared = 0;  // requests
};

/// True if the step was left out: then its stage has passed with the one that it leads to.
bool left_out(const std::vector<CaseResult>& results, const std::string& stage) {
  return std::none_of(results.begin(), results.end(), [&](const CaseResult& result) {
    return result.stage == stage && result.verdict != Verdict::not_done;
  });
}

EvidenceResult not_needed() {
  EvidenceResult evidence;
  evidence.passed = true;
  evidence.message = "the step was left out, and the stage that it leads to passes";
  return evidence;
}

std::string unless(bool good, const std::string& advice) {
  return good ? "" : ": " + advice;
}

}  // namespace

std::vector<Case> tool_cases(std::uint64_t seed) {
  StepCases cases(seed);
  // First the image that has all levels: nothing hides there what a counter began with.
  cases.histogram("noise", cases.noise(333, 301));
  cases.histogram("noise", cases.noise(37, 21));
  cases.histogram("a scene", to_bytes(scene(96, 72, 1, 3)));
  cases.histogram("four levels", cases.noise(64, 48, 100, 4));
  cases.histogram("exactly a block", cases.noise(16, 16));
  cases.histogram("one less than a block", cases.noise(15, 17));
  cases.histogram("one row", cases.noise(257, 1));
  cases.histogram("one column", cases.noise(1, 300));
  cases.histogram("one pixel", ByteImage(1, 1, 1, 77));
  cases.histogram("white", ByteImage(300, 301, 1, 255));
  cases.histogram("one long row", cases.noise(kThinLength, 1));
  cases.do_not_observe_last();

  cases.parts("noise", cases.noise(37, 21));
  cases.parts("noise", cases.noise(200, 131));
  cases.parts("a scene", to_bytes(scene(96, 72, 1, 4)));
  cases.parts("whole parts", cases.noise(64, 16));
  cases.parts("less than a part", cases.noise(31, 9));
  cases.parts("a part and a pixel", cases.noise(33, 10));
  cases.parts("one row", cases.noise(83, 1));
  cases.parts("one column", cases.noise(1, 45));
  cases.parts("noise", cases.noise(383, 241));

  cases.frames("noise", cases.noise(37, 20 * 21), 20);
  cases.frames("a pixel each", cases.noise(1, 17), 17);
  cases.frames("less than a warp", cases.noise(31, 16), 16);
  cases.frames("one less than a block", cases.noise(15, 17 * 17), 17);
  cases.frames("exactly a block's share", cases.noise(256, 16 * 16), 16);
  cases.frames("a pixel more", cases.noise(241, 17 * 17), 17);
  cases.frames("white", ByteImage(100, 16 * 90, 1, 255), 16);
  cases.frames("bright noise", cases.noise(333, 301, 200, 56), 1);
  cases.frames("noise", cases.noise(512, 2 * 400), 2);
  cases.frames("one long row", cases.noise(kThinLength, 1), 1);
  cases.do_not_observe_last();
  return cases.take();
}

std::vector<Case> stretch_cases(std::uint64_t seed) {
  StepCases cases(seed);
  cases.stretched("noise", cases.noise(300, 20, 40, 150));
  cases.stretched("less than a block", cases.noise(70, 21, 90, 100));
  cases.stretched("less than a warp", cases.noise(23, 40, 10, 60));
  cases.stretched("more than a block", cases.noise(1003, 6, 120, 60));
  cases.stretched("a scene", to_bytes(scene(260, 50, 1, 5)));
  cases.stretched("one row", cases.noise(257, 1, 30, 200));
  cases.stretched("one column", cases.noise(1, 67));
  cases.stretched("a white image", ByteImage(40, 9, 1, 255));
  return cases.take();
}

EvidenceResult check_histogram(const std::vector<CaseResult>& results) {
  constexpr double kMaxPerThread = 64;
  if (left_out(results, "atomics")) return not_needed();
  const Counted counted(results, "histogram", kLargeImage);
  if (!counted.seen()) return nothing_seen();
  if (counted.forged()) return forged_counts();
  EvidenceResult evidence;
  const bool once = counted.per_pixel() <= kOnce, many = counted.per_thread() <= kMaxPerThread;
  const bool atomic = counted.atomics + counted.shared_atomics > 0;
  evidence.passed = once && many && atomic;
  evidence.measured = {at_most(kOnce, "reads_per_pixel", counted.per_pixel()),
                       at_most(kMaxPerThread, "pixels_per_thread", counted.per_thread()),
                       {"atomic_requests", counted.atomics + counted.shared_atomics}};
  evidence.message = fmt::format(
      "each pixel is read {:.1f} times, at most {:.1f}; a thread has {:.0f} pixels, at most "
      "{:.0f}; "
      "{:.0f} atomic requests{}",
      counted.per_pixel(), kOnce, counted.per_thread(), kMaxPerThread,
      counted.atomics + counted.shared_atomics,
      unless(evidence.passed, "let each thread count its own pixels, by atomicAdd()"));
  return evidence;
}

EvidenceResult check_shuffles(const std::vector<CaseResult>& results) {
  constexpr double kMaxPerThread = 4;
  if (left_out(results, "shuffles")) return not_needed();
  EvidenceResult evidence;
  evidence.passed = true;
  for (const char* function : {"differences_in_parts", "means_of_parts"}) {
    const Counted counted(results, function, kLargeImage);
    if (!counted.seen()) return nothing_seen();
    if (counted.forged()) return forged_counts();
    const bool good = counted.per_pixel() <= kOnce && counted.shared == 0 && counted.atomics == 0 &&
                      counted.per_thread() <= kMaxPerThread;
    evidence.passed = evidence.passed && good;
    evidence.measured.push_back(at_most(kOnce, "reads_per_pixel", counted.per_pixel(), function));
    evidence.measured.push_back(
        at_most(kMaxPerThread, "pixels_per_thread", counted.per_thread(), function));
    evidence.measured.push_back({"shared_requests", counted.shared, function});
    evidence.message += fmt::format(
        "{}{}: each pixel is read {:.1f} times, at most {:.1f}; a thread has {:.1f} pixels, at "
        "most "
        "{:.0f}; {:.0f} requests to shared memory, none wanted{}",
        evidence.message.empty() ? "" : "; ", function, counted.per_pixel(), kOnce,
        counted.per_thread(), kMaxPerThread, counted.shared,
        unless(good, "let each lane read its own pixel and get the others' by shuffles"));
  }
  return evidence;
}

EvidenceResult check_reduction(const std::vector<CaseResult>& results) {
  constexpr double kVeryManyPixels = 400'000, kMaxPerThread = 64;
  constexpr double kMinPerAtomic = 128;  // threads; a warp that adds for itself has 32
  constexpr double kMaxShared = 2.5;     // requests of a warp to shared memory
  if (left_out(results, "reduction")) return not_needed();
  const Counted counted(results, "sums_of_frames", kVeryManyPixels);
  if (!counted.seen()) return nothing_seen();
  if (counted.forged()) return forged_counts();
  EvidenceResult evidence;
  const double per_atomic = counted.atomics > 0 ? counted.threads / counted.atomics : 0;
  const double shared = counted.shared / counted.warps;
  evidence.passed = counted.per_pixel() <= kOnce && counted.per_thread() <= kMaxPerThread &&
                    per_atomic >= kMinPerAtomic && shared <= kMaxShared;
  evidence.measured = {at_most(kOnce, "reads_per_pixel", counted.per_pixel()),
                       at_most(kMaxPerThread, "pixels_per_thread", counted.per_thread()),
                       at_least(kMinPerAtomic, "threads_per_atomic", per_atomic),
                       at_most(kMaxShared, "shared_requests_per_warp", shared)};
  evidence.message = fmt::format(
      "each pixel is read {:.1f} times, at most {:.1f}; a thread has {:.0f} pixels, at most "
      "{:.0f}; "
      "one atomic request for {:.0f} threads, at least {:.0f}; {:.1f} requests of a warp to shared "
      "memory, at most {:.1f}{}",
      counted.per_pixel(), kOnce, counted.per_thread(), kMaxPerThread, per_atomic, kMinPerAtomic,
      shared, kMaxShared,
      unless(evidence.passed,
             "add up each warp by shuffles, the warps by shared memory, and the blocks by one "
             "atomicAdd() each"));
  return evidence;
}

}  // namespace kit::grader
