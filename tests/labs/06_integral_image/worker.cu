/// @file
/// Lab 06's worker adapter: how the judge's calls reach the student's functions. Tables cross as
/// u32 images of width x (height * channels); 64-bit sums as pairs of those, side by side.
#include "grader/worker/device_job.hpp"
#include "grader/worker/worker.hpp"
#include "lab.hpp"

namespace {

using kit::worker::check_device;
using kit::worker::DeviceJob;
using kit::worker::HostJob;
using Bytes = std::uint8_t;
using Sum = std::uint32_t;
using WideSum = std::uint64_t;

/// Words of 4 bytes that hold so many bytes.
std::size_t words(std::size_t bytes) {
  return (bytes + 3) / 4;
}

/// Input 0 to output 0, for functions that work in place.
Sum* copy_of_input(DeviceJob& job, int set, cudaStream_t stream) {
  Sum* const output = job.output<Sum>(set, 0);
  check_device(cudaMemcpyAsync(output, job.input<Sum>(set, 0), job.output_shape(0).bytes(),
                               cudaMemcpyDeviceToDevice, stream),
               "copy");
  return output;
}

/// Inputs: image. The two halves of `table`, or one of them.
using ScanRows = void (*)(const Bytes*, Sum*, int, int, int, cudaStream_t);
using ScanColumns = void (*)(Sum*, int, int, int, cudaStream_t);

template <ScanRows scan_rows, ScanColumns scan_columns>
void scan_image(DeviceJob& job) {
  const auto& image = job.input_shape(0, 0);
  job.run([&](int set, cudaStream_t stream) {
    Sum* const table = job.output<Sum>(set, 0);
    scan_rows(job.input<Bytes>(set, 0), table, image.width, image.height, image.channels, stream);
    if (scan_columns != nullptr) {
      scan_columns(table, image.width, image.height, image.channels, stream);
    }
  });
}

/// Inputs: values, planes one under the other.
template <ScanColumns scan_columns>
void scan_values(DeviceJob& job) {
  const auto& values = job.input_shape(0, 0);
  const int planes = job.param<int>("planes");
  job.run([&](int set, cudaStream_t stream) {
    scan_columns(copy_of_input(job, set, stream), values.width, values.height / planes, planes,
                 stream);
  });
}

/// Inputs: values as pairs, planes one under the other.
void wide_columns_by_blocks(DeviceJob& job) {
  const auto& pairs = job.input_shape(0, 0);
  const int planes = job.param<int>("planes");
  job.run([&](int set, cudaStream_t stream) {
    WideSum* const values = reinterpret_cast<WideSum*>(copy_of_input(job, set, stream));
    lab06::scan_columns_by_blocks(values, pairs.width / 2, pairs.height / planes, planes, stream);
  });
}

/// Inputs: image; output: pairs.
void wide_table_by_blocks(DeviceJob& job) {
  const auto& image = job.input_shape(0, 0);
  job.run([&](int set, cudaStream_t stream) {
    WideSum* const table = job.output<WideSum>(set, 0);
    lab06::scan_rows_by_blocks(job.input<Bytes>(set, 0), table, image.width, image.height,
                               image.channels, stream);
    lab06::scan_columns_by_blocks(table, image.width, image.height, image.channels, stream);
  });
}

/// Inputs: image.
void histogram(DeviceJob& job) {
  const auto& image = job.input_shape(0, 0);
  job.run([&](int set, cudaStream_t stream) {
    lab06::histogram(job.input<Bytes>(set, 0), job.output<Sum>(set, 0), image.width, image.height,
                     stream);
  });
}

/// Inputs: grey image; output: another one.
using FilterGrey = void (*)(const Bytes*, Bytes*, int, int, cudaStream_t);

template <FilterGrey filter>
void filter_grey(DeviceJob& job) {
  const auto& image = job.input_shape(0, 0);
  job.run([&](int set, cudaStream_t stream) {
    filter(job.input<Bytes>(set, 0), job.output<Bytes>(set, 0), image.width, image.height, stream);
  });
}

/// Inputs: frames one under the other.
void sums_of_frames(DeviceJob& job) {
  const auto& film = job.input_shape(0, 0);
  const int frames = job.param<int>("frames");
  job.run([&](int set, cudaStream_t stream) {
    lab06::sums_of_frames(job.input<Bytes>(set, 0), job.output<Sum>(set, 0),
                          film.width * film.height / frames, frames, stream);
  });
}

void box_naive(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab06::box_naive(job.input<Bytes>(set, 0), job.output<Bytes>(set, 0), size.width, size.height,
                     size.channels, job.param<int>("radius"), stream);
  });
}

/// Inputs: table, of 32-bit sums or of pairs.
void box_from_table(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  const int radius = job.param<int>("radius");
  job.run([&](int set, cudaStream_t stream) {
    Bytes* const output = job.output<Bytes>(set, 0);
    if (job.param<int>("bits") == 64) {
      lab06::box_from_table(job.input<WideSum>(set, 0), output, size.width, size.height,
                            size.channels, radius, stream);
    } else {
      lab06::box_from_table(job.input<Sum>(set, 0), output, size.width, size.height, size.channels,
                            radius, stream);
    }
  });
}

/// Inputs: the last rows of the table of a high image of one channel. Only the rows after the first
/// "skip" are judged: their windows lie within these rows, the others' do not.
void box_from_band(DeviceJob& job) {
  const auto& band = job.input_shape(0, 0);
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    Bytes* const output = reinterpret_cast<Bytes*>(
        job.workspace<Sum>(set, words(std::size_t(band.width) * std::size_t(band.height))));
    lab06::box_from_table(job.input<Sum>(set, 0), output, band.width, band.height, 1,
                          job.param<int>("radius"), stream);
    check_device(cudaMemcpyAsync(job.output<Bytes>(set, 0),
                                 output + std::size_t(job.param<int>("skip")) * band.width,
                                 size.bytes(), cudaMemcpyDeviceToDevice, stream),
                 "copy");
  });
}

void box_filter(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  const int radius = job.param<int>("radius");
  job.run([&](int set, cudaStream_t stream) {
    lab06::box_filter(job.input<Bytes>(set, 0), job.output<Bytes>(set, 0), size.width, size.height,
                      size.channels, radius,
                      job.workspace<Sum>(set, size.values() * std::size_t(job.param<int>("words"))),
                      stream);
  });
}

/// Inputs: rows of width, height, radius. Outputs: 0 or 1 for each.
void needs_64_bits(HostJob& job) {
  const int count = job.input_shape(0, 0).height;
  job.run([&](int set) {
    const int* const question = job.input<int>(set, 0);
    for (int n = 0; n < count; ++n) {
      job.output<Sum>(set, 0)[n] =
          lab06::needs_64_bits(question[3 * n], question[3 * n + 1], question[3 * n + 2]) ? 1 : 0;
    }
  });
}

void box_by_float_table(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab06::box_by_float_table(job.input<Bytes>(set, 0), job.output<Bytes>(set, 0), size.width,
                              size.height, size.channels, job.param<int>("radius"),
                              job.workspace<float>(set, size.values()), stream);
  });
}

/// Inputs: two byte images. Output: two numbers.
void count_differences(DeviceJob& job) {
  const int count = static_cast<int>(job.input_shape(0, 0).values());
  job.run([&](int set, cudaStream_t stream) {
    lab06::count_differences(job.input<Bytes>(set, 0), job.input<Bytes>(set, 1), count,
                             job.output<Sum>(set, 0), stream);
  });
}

void table_in_tiles(DeviceJob& job) {
  const auto& image = job.input_shape(0, 0);
  const std::size_t bytes = lab06::tiles_workspace(image.width, image.height, image.channels);
  job.run([&](int set, cudaStream_t stream) {
    lab06::table_in_tiles(job.input<Bytes>(set, 0), job.output<Sum>(set, 0), image.width,
                          image.height, image.channels, job.workspace<Sum>(set, words(bytes)),
                          stream);
  });
}

/// The box filter from a table made tile by tile.
void box_in_tiles(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  const std::size_t bytes = lab06::tiles_workspace(size.width, size.height, size.channels);
  job.run([&](int set, cudaStream_t stream) {
    Sum* const table = job.workspace<Sum>(set, size.values());
    lab06::table_in_tiles(job.input<Bytes>(set, 0), table, size.width, size.height, size.channels,
                          job.workspace<Sum>(set, words(bytes)), stream);
    lab06::box_from_table(table, job.output<Bytes>(set, 0), size.width, size.height, size.channels,
                          job.param<int>("radius"), stream);
  });
}

void table_one_pass(DeviceJob& job) {
  const auto& image = job.input_shape(0, 0);
  const std::size_t bytes = lab06::one_pass_workspace(image.width, image.height, image.channels);
  job.run([&](int set, cudaStream_t stream) {
    lab06::table_one_pass(job.input<Bytes>(set, 0), job.output<Sum>(set, 0), image.width,
                          image.height, image.channels, job.workspace<Sum>(set, words(bytes)),
                          stream);
  });
}

/// The box filter from a table made in one pass.
void box_one_pass(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  const std::size_t bytes = lab06::one_pass_workspace(size.width, size.height, size.channels);
  job.run([&](int set, cudaStream_t stream) {
    Sum* const table = job.workspace<Sum>(set, size.values());
    lab06::box_one_pass(job.input<Bytes>(set, 0), job.output<Bytes>(set, 0), size.width,
                        size.height, size.channels, job.param<int>("radius"), table,
                        job.workspace<Sum>(set, words(bytes)), stream);
  });
}

/// The box filter without a table.
using Box = void (*)(const Bytes*, Bytes*, int, int, int, int, void*, cudaStream_t);

template <Box filter>
void box_without_table(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    filter(job.input<Bytes>(set, 0), job.output<Bytes>(set, 0), size.width, size.height,
           size.channels, job.param<int>("radius"),
           job.workspace<Sum>(set, size.values() * std::size_t(job.param<int>("words"))), stream);
  });
}

constexpr ScanRows kLineRows = lab06::scan_rows_by_lines;
constexpr ScanRows kBlockRows = lab06::scan_rows_by_blocks;
constexpr ScanColumns kLineColumns = lab06::scan_columns_by_lines;
constexpr ScanColumns kBlockColumns = lab06::scan_columns_by_blocks;
constexpr ScanColumns kNone = nullptr;

KIT_WORKER_FUNCTION("histogram", histogram, {"d_image", "d_counts"});
KIT_WORKER_FUNCTION("differences_in_parts", filter_grey<lab06::differences_in_parts>,
                    {"d_image", "d_output"});
KIT_WORKER_FUNCTION("means_of_parts", filter_grey<lab06::means_of_parts>, {"d_image", "d_output"});
KIT_WORKER_FUNCTION("sums_of_frames", sums_of_frames, {"d_frames", "d_sums"});
KIT_WORKER_FUNCTION("stretch_rows", filter_grey<lab06::stretch_rows>, {"d_image", "d_output"});
KIT_WORKER_FUNCTION("box_naive", box_naive);
KIT_WORKER_FUNCTION("rows_by_lines", (scan_image<kLineRows, kNone>), {"d_image", "d_rows"});
KIT_WORKER_FUNCTION("columns_by_lines", scan_values<kLineColumns>, {"values", "d_table"});
KIT_WORKER_FUNCTION("table_by_lines", (scan_image<kLineRows, kLineColumns>),
                    {"d_image", "d_table"});
KIT_WORKER_FUNCTION("rows_by_blocks", (scan_image<kBlockRows, kNone>), {"d_image", "d_rows"});
KIT_WORKER_FUNCTION("columns_by_blocks", scan_values<kBlockColumns>, {"values", "d_table"});
KIT_WORKER_FUNCTION("table_by_blocks", (scan_image<kBlockRows, kBlockColumns>),
                    {"d_image", "d_table"});
KIT_WORKER_FUNCTION("wide_table_by_blocks", wide_table_by_blocks, {"d_image", "d_table"});
KIT_WORKER_FUNCTION("wide_columns_by_blocks", wide_columns_by_blocks, {"values", "d_table"});
KIT_WORKER_FUNCTION("box_from_table", box_from_table, {"d_table", "d_output"});
KIT_WORKER_FUNCTION("box_from_band", box_from_band, {"d_table", "output", "d_output"});
KIT_WORKER_FUNCTION("box_filter", box_filter);
KIT_WORKER_FUNCTION("needs_64_bits", needs_64_bits);
KIT_WORKER_FUNCTION("box_by_float_table", box_by_float_table, {"d_input", "d_output", "d_table"});
KIT_WORKER_FUNCTION("count_differences", count_differences, {"d_first d_second", "d_result"});
KIT_WORKER_FUNCTION("table_in_tiles", table_in_tiles, {"d_image", "d_table", "d_workspace"});
KIT_WORKER_FUNCTION("box_in_tiles", box_in_tiles, {"d_input", "d_output", "d_table d_workspace"});
KIT_WORKER_FUNCTION("table_one_pass", table_one_pass, {"d_image", "d_table", "d_workspace"});
KIT_WORKER_FUNCTION("box_one_pass", box_one_pass, {"d_input", "d_output", "d_table d_workspace"});
KIT_WORKER_FUNCTION("box_in_strips", box_without_table<lab06::box_in_strips>);
KIT_WORKER_FUNCTION("box_sliding", box_without_table<lab06::box_sliding>);
// By another name what may have launches of its own: of each name one case tries that they fail.
KIT_WORKER_FUNCTION("box_in_strips_far", box_without_table<lab06::box_in_strips>);
KIT_WORKER_FUNCTION("box_sliding_far", box_without_table<lab06::box_sliding>);

}  // namespace
