/// @file
/// Lab 06's grading: box filters and summed-area tables, exact to the last bit.
#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>

#include "case_list.hpp"
#include "challenge_evidence.hpp"
#include "grader/lab/evidence.hpp"
#include "kit/error.hpp"
#include "labs/06_integral_image/baseline/box_baseline.hpp"
#include "step_cases.hpp"

namespace kit::grader {
namespace {

constexpr int kTimedSize = 4096;  // pixels per side
constexpr int kTimedRadius = 10;  // pixels

std::vector<Case> cases(Backend backend, std::uint64_t seed) {
  Cases list(seed);
  add_boxes(list, "naive", "box_naive");
  add_scans(list, "line_scans", "by_lines");
  add_block_scans(list);
  add_look_ups(list, backend);
  add_float_tables(list);
  add_tiles(list, backend);
  add_one_pass(list, backend);
  add_strips(list);
  add_sliding(list);
  std::vector<Case> all = tool_cases(seed + 1);
  for (Case& one : list.take()) all.push_back(std::move(one));
  for (Case& one : stretch_cases(seed + 2)) all.push_back(std::move(one));
  return all;
}

// ------------------------------------------------------------------------------------ evidence

/// All cases but those of the challenges, which have evidence of their own, and of the bug.
std::vector<CaseResult> required(const std::vector<CaseResult>& results) {
  std::vector<CaseResult> kept;
  for (const CaseResult& result : results) {
    if (result.stage == "bug" || is_rung(result.stage)) continue;
    kept.push_back(result);
  }
  return kept;
}

bool is_large_scan(const CaseResult& result) {
  return result.stage == "block_scans" && result.width * result.height >= kManyPixels &&
         gave_output(result);
}

/// Sectors of 32 bytes per request of a warp in the scans by blocks. 32 neighbouring sums take 4,
/// or 5 if they do not start at a sector; 32 neighbouring bytes 1 or 2; 32 lines of an image
/// take 32.
EvidenceResult check_coalesced(const std::vector<CaseResult>& results) {
  constexpr double kMaxPerRequest = 6;
  EvidenceResult evidence;
  evidence.passed = true;
  for (const char* scan : {"rows_by_blocks", "columns_by_blocks"}) {
    const auto wanted = [&](const CaseResult& result) {
      return is_large_scan(result) && result.name.starts_with(scan);
    };
    double values = 0;
    for (const CaseResult& result : results) {
      if (wanted(result)) values += result.width * double(result.height);
    }
    const double load_requests = total(results, wanted, &LaunchCounters::global_load_requests);
    const double load_sectors = total(results, wanted, &LaunchCounters::global_load_sectors);
    const double store_requests = total(results, wanted, &LaunchCounters::global_store_requests);
    const double store_sectors = total(results, wanted, &LaunchCounters::global_store_sectors);
    if (load_requests == 0 || store_requests == 0) return nothing_seen();
    if (load_sectors < values / 32 || store_sectors < values * sizeof(float) / 32)
      return forged_counts();
    // Of each line that does much of the work, too: others beside it make no mean any better.
    const auto worst = [&](AccessKind access, double sectors) {
      return worst_line(results, wanted, access, sectors).sectors_per_request;
    };
    const double loads =
        std::max(load_sectors / load_requests, worst(AccessKind::read, values / 32));
    const double stores = std::max(store_sectors / store_requests,
                                   worst(AccessKind::write, values * sizeof(float) / 32));
    const double atomics = sectors_per_atomic(results, wanted);
    const bool good = std::max({loads, stores, atomics}) <= kMaxPerRequest;
    evidence.message += fmt::format(
        "{}{}: a warp's load touches {:.1f} sectors of 32 bytes, its store {:.1f}; at most {:.0f}",
        evidence.message.empty() ? "" : "; ", scan, loads, stores, kMaxPerRequest);
    if (!good) {
      evidence.message += ": the threads of a warp should use neighbouring values of one row";
    }
    evidence.passed = evidence.passed && good;
    evidence.measured.push_back({"load_sectors_per_request", loads, scan});
    evidence.measured.push_back({"store_sectors_per_request", stores, scan});
  }
  return evidence;
}

/// Values per thread in the scans by blocks, the worst launch. A thread per line has hundreds.
EvidenceResult check_threads(const std::vector<CaseResult>& results) {
  constexpr double kMaxPerThread = 128;
  constexpr double kBytesPerValue = 12;  // read, written and handed on through shared memory
  double most = 0;
  int launches = 0;
  for (const CaseResult& result : results) {
    if (!is_large_scan(result) || !result.observations) continue;
    for (const LaunchObservations& launch : result.observations->launches) {
      // Of a launch that stores the sums, threads that store: others may be there for show. One
      // that prepares stores less than it reads.
      const double values = result.width * double(result.height);
      const bool stores_sums =
          double(launch.counters.global_store_bytes) >= values * sizeof(std::uint32_t) / 2;
      const auto threads = static_cast<double>(stores_sums ? launch.counters.storing_threads
                                                           : launch.counters.working_threads);
      if (threads == 0) continue;
      ++launches;
      most = std::max(most, values / threads);
      // One of them may add up what the others only load and store.
      most = std::max(most, double(launch.counters.most_thread_bytes) / kBytesPerValue);
    }
  }
  if (launches == 0) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = most <= kMaxPerThread;
  evidence.measured = {at_most(kMaxPerThread, "values_per_thread", most)};
  evidence.message = fmt::format(
      "a thread has at most {:.0f} values of an image of 380x240; at most {:.0f}{}", most,
      kMaxPerThread,
      evidence.passed ? "" : ": let the threads of a block share a line, not one its own");
  return evidence;
}

/// Sums that the look-ups read for each value of the output, at a small and at a large radius.
EvidenceResult check_loads(const std::vector<CaseResult>& results) {
  constexpr double kMaxLoads = 4;
  double fewest = -1, most = 0;
  int checked = 0;
  for (const CaseResult& result : results) {
    if (!result.name.starts_with("box_from_table") || !gave_output(result)) continue;
    const double values = result.width * double(result.height);
    if (values < kManyPixels) continue;
    const auto same = [&](const CaseResult& other) { return other.name == result.name; };
    const double bytes = global_reads(results, same).bytes;
    if (bytes == 0) return nothing_seen();
    const double loads = bytes / (4 * values);
    ++checked;
    most = std::max(most, loads);
    fewest = fewest < 0 ? loads : std::min(fewest, loads);
  }
  if (checked == 0) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = most <= kMaxLoads;
  evidence.measured = {{"fewest_loads_per_value", fewest},
                       at_most(kMaxLoads, "most_loads_per_value", most)};
  evidence.message = fmt::format(
      "{:.2f} to {:.2f} sums of the table are read for a value, whatever the radius; at most "
      "{:.0f}{}",
      fewest, most, kMaxLoads,
      evidence.passed ? "" : ": the table makes every window four look-ups");
  return evidence;
}

// -------------------------------------------------------------------------------------- timing

constexpr int kTimedRows = 48;  // looked at, beside the first and the last
constexpr double kTimedPixels = double(kTimedSize) * kTimedSize;

/// The first value of line `n` that differs from the exact one; empty if there is none.
template <typename T>
std::string first_difference(const Lines& lines, std::size_t n, const Tensor& picked,
                             const T* right) {
  const T* const got = picked.as<T>() + n * std::size_t(kTimedSize);
  for (int x = 0; x < kTimedSize; ++x)
    if (got[x] != right[x])
      return fmt::format("value ({}, {}) is {} where {} is right", x, lines.numbers[n], got[x],
                         right[x]);
  return {};
}

/// Rows of the box filter's output; all of them need the filter once, and a few its rows alone.
std::string check_box(const Call& call, const Lines& lines, const Tensor& picked) {
  const Tensor& image = call.inputs.at(0).at(0);
  const bool all = lines.numbers.size() == std::size_t(kTimedSize);
  const ByteImage whole =
      all ? oracle::box_filter(to_byte_image(image), kTimedRadius) : ByteImage();
  for (std::size_t n = 0; n < lines.numbers.size(); ++n) {
    const int y = lines.numbers[n];
    const RowsAround around = rows_around(y, kTimedRadius, kTimedSize);
    const ByteImage part =
        all ? ByteImage()
            : oracle::box_filter(to_byte_rows(image, around.first, around.last), kTimedRadius);
    const std::uint8_t* const right = all ? &whole.at(0, y) : &part.at(0, y - around.first);
    if (std::string fault = first_difference(lines, n, picked, right); !fault.empty()) return fault;
  }
  return {};
}

/// Rows of the summed-area table, in ascending order: sums of the columns down to each, added up.
std::string check_table(const Call& call, const Lines& lines, const Tensor& picked) {
  const std::uint8_t* row = call.inputs.at(0).at(0).as<std::uint8_t>();
  std::vector<std::uint32_t> columns(kTimedSize), right(kTimedSize);
  int y = 0;
  for (std::size_t n = 0; n < lines.numbers.size(); ++n) {
    for (; y <= lines.numbers[n]; ++y, row += kTimedSize)
      for (std::size_t x = 0; x < columns.size(); ++x) columns[x] += row[x];
    std::partial_sum(columns.begin(), columns.end(), right.begin());
    if (std::string fault = first_difference(lines, n, picked, right.data()); !fault.empty())
      return fault;
  }
  return {};
}

/// One grey image and `function` on it.
TimingPlan timed(const std::string& what, const std::string& stage, const std::string& function,
                 DType output, const nlohmann::json& params) {
  TimingPlan plan = square_plan(fmt::format("{0}, {1}x{1}", what, kTimedSize), stage, kTimedSize,
                                1 + double(size_of(output)));
  plan.call = [=](std::uint64_t seed) {
    Call call;
    call.function = function;
    call.params = params;
    call.inputs.resize(1);
    call.inputs[0].resize(1);
    take_noise(call, {DType::u8, kTimedSize, kTimedSize, 1}, seed);
    call.outputs = {{output, kTimedSize, kTimedSize, 1}};
    return call;
  };
  plan.whole_first = true;
  plan.lines = [](std::uint64_t choice) { return picked_lines(kTimedSize, kTimedRows, choice); };
  return plan;
}

TimingPlan box_timing(const std::string& stage, const std::string& function) {
  TimingPlan plan = timed(fmt::format("{}, radius {}", function, kTimedRadius), stage, function,
                          DType::u8, {{"radius", kTimedRadius}, {"words", 1}});
  plan.verify = check_box;
  plan.baseline_name = fmt::format("box, radius {}, {}", kTimedRadius, kTimedSize);
  const auto result = std::make_shared<std::vector<std::uint8_t>>();
  plan.baseline = [=](const Call& call, int threads) {
    result->resize(std::size_t(kTimedPixels));
    baseline::box_filter(call.inputs.at(0).at(0).as<std::uint8_t>(), result->data(), kTimedSize,
                         kTimedSize, 1, kTimedRadius, threads);
  };
  return plan;
}

TimingPlan table_timing(const std::string& stage, const std::string& function) {
  TimingPlan plan = timed(function, stage, function, DType::u32, nlohmann::json::object());
  plan.verify = check_table;
  plan.baseline_name = fmt::format("summed-area table, {}", kTimedSize);
  const auto result = std::make_shared<std::vector<std::uint32_t>>();
  plan.baseline = [=](const Call& call, int threads) {
    result->resize(std::size_t(kTimedPixels));
    baseline::summed_area_table(call.inputs.at(0).at(0).as<std::uint8_t>(), result->data(),
                                kTimedSize, kTimedSize, 1, threads);
  };
  return plan;
}

std::vector<TimingPlan> timing(Backend backend) {
  if (backend == Backend::sim) return {};
  return {box_timing("box", "box_filter"),
          box_timing("naive", "box_naive"),
          table_timing("line_scans", "table_by_lines"),
          table_timing("block_scans", "table_by_blocks"),
          table_timing("tiles", "table_in_tiles"),
          table_timing("challenge", "table_one_pass"),
          box_timing("challenge", "box_one_pass"),
          box_timing("strips", "box_in_strips"),
          box_timing("sliding", "box_sliding")};
}

// ------------------------------------------------------------------------------------- pictures

struct Options {
  int radius = 10;
  std::string method = "table";
};

int read_radius(const std::string& text) {
  int radius = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, radius);
  if (read.ec != std::errc() || read.ptr != end || radius < 0 || radius > kHuge) {
    throw InputError(
        fmt::format("option radius: \"{}\" is not a whole number from 0 to {}", text, kHuge));
  }
  return radius;
}

Options read_options(const RunOptions& options) {
  Options result;
  for (const auto& [name, value] : options.items()) {
    if (value.is_null()) continue;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (name == "radius") {
      result.radius = read_radius(text);
    } else if (name == "method") {
      result.method = text;
    } else {
      throw InputError(
          fmt::format("unknown option \"{}\" for this lab: it has radius and method", name));
    }
  }
  return result;
}

/// The worker's function for a method; throws InputError if there is none.
std::string function_of(const std::string& method) {
  if (method == "table") return "box_filter";
  if (method == "naive") return "box_naive";
  if (method == "float") return "box_by_float_table";
  if (method == "tiles") return "box_in_tiles";
  if (method == "one_pass") return "box_one_pass";
  if (method == "strips") return "box_in_strips";
  if (method == "sliding") return "box_sliding";
  throw InputError(
      fmt::format("option method: \"{}\" is not one of table, naive, float, tiles, one_pass, "
                  "strips and sliding",
                  method));
}

PictureFilter picture(const RunOptions& options) {
  const Options read = read_options(options);
  const std::string function = function_of(read.method);
  PictureFilter filter;
  filter.description = fmt::format("box filter, radius {}, {}", read.radius, function);
  filter.whole = true;
  filter.call = [=](const Image<float>& colours) {
    const ByteImage image = to_bytes(colours);
    const double side = 2.0 * read.radius + 1;
    const double pixels =
        std::min(side, double(image.width())) * std::min(side, double(image.height()));
    const bool wide = pixels * 255 > 4294967295.0;
    if (wide && (read.method == "one_pass" || read.method == "tiles")) {
      throw InputError(
          fmt::format("option method: {} has sums of 32 bits, too few for windows of {} pixels; "
                      "take method=table",
                      read.method, std::int64_t(pixels)));
    }
    Call call;
    call.function = function;
    call.params = {{"radius", read.radius}, {"words", wide ? 2 : 1}};
    call.inputs = {{to_tensor(image)}};
    call.outputs = {{DType::u8, image.width(), image.height(), image.channels()}};
    return call;
  };
  filter.reference = [=](const Image<float>& colours) {
    Image<double> exact = in_double(oracle::box_filter(to_bytes(colours), read.radius));
    for (double& value : exact.values()) value /= 255;
    return exact;
  };
  // Whole grey levels, divided by 255 in float32. A float table is there to be wrong: how much is
  // what one wants to see.
  filter.tolerance = read.method == "float" ? 1 : 1e-7;
  return filter;
}

const bool registered = register_suite(
    {"06_integral_image",
     cases,
     {{"bounds", "naive", [](const auto& results) { return check_bounds(required(results)); }},
      {"order", "block_scans", [](const auto& results) { return check_order(required(results)); }},
      {"read_once", "atomics", check_histogram},
      {"no_memory", "shuffles", check_shuffles},
      {"few_atomics", "reduction", check_reduction},
      {"coalesced", "block_scans", check_coalesced},
      {"threads", "block_scans", check_threads},
      {"loads", "box", check_loads},
      {"tile_sums", "tiles", check_tile_sums},
      {"one_pass", "challenge", check_one_pass},
      {"column_sums", "strips", check_column_sums},
      {"no_table", "sliding", check_no_table}},
     timing,
     picture});

}  // namespace
}  // namespace kit::grader
