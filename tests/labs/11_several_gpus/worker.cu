/// @file
/// Lab 11's worker adapter: how the judge's calls reach the student's functions.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "grader/worker/device_job.hpp"
#include "grader/worker/worker.hpp"
#include "lab.hpp"
#include "made_bands.hpp"

namespace {

using kit::worker::allow_direct_copies;
using kit::worker::check_device;
using kit::worker::copy_now;
using kit::worker::ExpectedStream;
using kit::worker::finish_all;
using kit::worker::HostJob;
using kit::worker::MadeBands;
using kit::worker::OnDevice;
using kit::worker::settle_all;
using kit::worker::use;

/// Inputs of all functions of bands: the image, the weights. This one: filler, of the buffer.
void filter_rows(HostJob& job) {
  MadeBands bands(job);
  const int number = job.param<int>("band"), from = job.param<int>("from");
  const int first = job.param<int>("first"), rows = job.param<int>("rows");
  const lab11::Band& band = bands.band(number);
  const int radius = bands.get().radius, top = band.first - bands.get().halo;
  job.run(
      [&](int) {
        const ExpectedStream expected(band.compute);
        lab11::filter_rows(bands.get(), number, from, first, rows);
        settle_all();
      },
      [&](int set) {
        copy_now(band.device, job.output<float>(set, 0), band.d_rows[1 - from],
                 bands.floats(bands.buffer_rows(number)));
        use(0);
      },
      [&](int set) {
        bands.set_weights(job.input<float>(set, 1));
        for (float* const d_rows : band.d_rows)
          copy_now(band.device, d_rows, job.input<float>(set, 2),
                   bands.floats(bands.buffer_rows(number)));
        // Filler stands where the contract says that anything may.
        const int begin = std::max(first - radius, 0),
                  end = std::min(first + rows + radius, bands.get().height);
        copy_now(band.device, band.d_rows[from] + bands.floats(begin - top),
                 job.input<float>(set, 0) + bands.floats(begin), bands.floats(end - begin));
        use(0);
      });
}

/// A third input: filler, of all buffers one below the other, as is the output. What the buffers
/// hold is still on its way there when the function is called, on `compute`, and they are looked at
/// when `arrived` says so.
void exchange_halos(HostJob& job) {
  MadeBands bands(job);
  const int buffer = job.param<int>("buffer"), depth = job.param<int>("depth"), other = 1 - buffer;
  const auto each_buffer = [&](auto act) {
    std::size_t offset = 0;
    for (int n = 0; n < bands.get().count; ++n) {
      const std::size_t count = bands.floats(bands.buffer_rows(n));
      use(bands.band(n).device);
      act(bands.band(n), offset, count);
      offset += count;
    }
    use(0);
  };
  const auto copy_later = [&](const lab11::Band& band, int to, int from, std::size_t count) {
    check_device(cudaMemcpyAsync(band.d_rows[to], band.d_rows[from], sizeof(float) * count,
                                 cudaMemcpyDeviceToDevice, band.compute),
                 "copy");
  };
  job.run(
      [&](int) {
        each_buffer([&](const lab11::Band& band, std::size_t, std::size_t count) {
          copy_later(band, buffer, other, count);
        });
        {
          const ExpectedStream expected(bands.band(0).compute);
          lab11::exchange_halos(bands.get(), buffer, depth);
        }
        each_buffer([&](const lab11::Band& band, std::size_t, std::size_t count) {
          check_device(cudaStreamWaitEvent(band.compute, band.arrived), "arrived");
          copy_later(band, other, buffer, count);
        });
        settle_all();
      },
      [&](int set) {
        each_buffer([&](const lab11::Band& band, std::size_t offset, std::size_t count) {
          copy_now(band.device, job.output<float>(set, 0) + offset, band.d_rows[other], count);
        });
      },
      [&](int set) {
        bands.set_weights(job.input<float>(set, 1));
        each_buffer([&](const lab11::Band& band, std::size_t offset, std::size_t count) {
          copy_now(band.device, band.d_rows[other], job.input<float>(set, 2) + offset, count);
          copy_now(band.device, band.d_rows[other] + bands.floats(bands.get().halo),
                   job.input<float>(set, 0) + bands.floats(band.first), bands.floats(band.rows));
        });
      });
}

/// Calls a function of the student's, as often as "calls" says, with no wait between: what it left
/// in the second buffer is moved to the first one.
template <typename Filter>
void filter_bands(HostJob& job, Filter filter) {
  MadeBands bands(job);
  const int passes = job.param<int>("passes"), calls = job.param<int>("calls");
  const int last = passes % 2;
  job.run(
      [&](int) {
        for (int call = 0; call < calls; ++call) {
          if (call > 0 && last == 1) bands.move_rows(1, 0);
          const ExpectedStream expected(bands.band(0).compute);
          filter(bands.get(), passes);
        }
        settle_all();
      },
      [&](int set) {
        bands.gather(last, job.output<float>(set, 0));
        use(0);
      },
      [&](int set) {
        bands.set_weights(job.input<float>(set, 1));
        bands.scatter(job.input<float>(set, 0));
        use(0);
      });
}

void filter_passes(HostJob& job) {
  filter_bands(job, lab11::filter_passes);
}

void filter_overlapped(HostJob& job) {
  filter_bands(job, lab11::filter_overlapped);
}

void filter_deep(HostJob& job) {
  const int every = job.param<int>("every");
  filter_bands(job, [=](const lab11::Bands& bands, int passes) {
    lab11::filter_deep(bands, passes, every);
  });
}

/// Input: an image of bytes. A second call follows with no wait between, of the same image.
void build_table(HostJob& job) {
  allow_direct_copies();
  const std::vector<int> rows = job.integers("bands");
  std::deque<OnDevice> places;
  lab11::TableBands bands{
      job.input_shape(0, 0).width, job.input_shape(0, 0).height, int(rows.size()), {}};
  const auto values = [&](int count) { return std::size_t(count) * std::size_t(bands.width); };
  std::vector<std::uint8_t*> images;
  for (int n = 0, first = 0; n < bands.count; first += rows[std::size_t(n)], ++n) {
    const int own = rows[std::size_t(n)];
    const int scratch = lab11::kCarryRows + own / lab11::kRowsPerScratchRow;
    const std::string name = "band " + std::to_string(n) + "'s ";
    OnDevice& place = places.emplace_back(n);
    images.push_back(place.make<std::uint8_t>(values(own), name + "d_image"));
    bands.band[n] = {place.device(),
                     first,
                     own,
                     images.back(),
                     place.make<std::uint32_t>(values(own), name + "d_table"),
                     place.make<std::uint32_t>(values(scratch), name + "d_scratch"),
                     place.stream(0),
                     place.stream(1),
                     place.event(0),
                     place.event(1)};
  }
  struct Finish {
    ~Finish() { finish_all(); }
  } finish;  // before the places go
  job.run(
      [&](int) {
        {
          const ExpectedStream expected(bands.band[0].compute);
          const int calls = job.timed() ? 1 : 2;
          for (int call = 0; call < calls; ++call) lab11::build_table(bands);
        }
        settle_all();
      },
      [&](int set) {
        for (int n = 0; n < bands.count; ++n) {
          const lab11::TableBand& band = bands.band[n];
          copy_now(band.device, job.output<std::uint32_t>(set, 0) + values(band.first),
                   band.d_table, values(band.rows));
        }
        use(0);
      },
      [&](int set) {
        for (int n = 0; n < bands.count; ++n) {
          const lab11::TableBand& band = bands.band[n];
          copy_now(band.device, images[std::size_t(n)],
                   job.input<std::uint8_t>(set, 0) + values(band.first), values(band.rows));
        }
        use(0);
      });
}

/// Input: a list of numbers; "parts" says how many each device has. Output: the largest. Twice,
/// with no wait between.
void find_largest(HostJob& job) {
  allow_direct_copies();
  const std::vector<int> counts = job.integers("parts");
  std::deque<OnDevice> places;
  std::vector<lab11::Part> parts;
  std::vector<float*> data;
  for (std::size_t n = 0; n < counts.size(); ++n) {
    const std::string name = "part " + std::to_string(n) + "'s ";
    OnDevice& place = places.emplace_back(int(n));
    data.push_back(place.make<float>(std::size_t(counts[n]), name + "d_data"));
    parts.push_back({place.device(), data.back(), counts[n],
                     place.make<float>(lab11::kMaxBands, name + "d_largest"), place.stream(0),
                     place.event(0)});
  }
  float* const d_largest = places.front().make<float>(1, "d_largest");
  struct Finish {
    ~Finish() { finish_all(); }
  } finish;
  job.run(
      [&](int) {
        const ExpectedStream expected(parts[0].stream);
        for (int call = 0; call < 2; ++call)
          lab11::find_largest(parts.data(), int(parts.size()), d_largest);
        settle_all();
      },
      [&](int set) {
        copy_now(parts[0].device, job.output<float>(set, 0), d_largest, 1);
        use(0);
      },
      [&](int set) {
        const float* from = job.input<float>(set, 0);
        for (std::size_t n = 0; n < parts.size(); from += counts[n], ++n)
          copy_now(parts[n].device, data[n], from, std::size_t(counts[n]));
        use(0);
      });
}

KIT_WORKER_FUNCTION("filter_rows", filter_rows, {"image d_weights filler", "d_rows"});
KIT_WORKER_FUNCTION("exchange_halos", exchange_halos, {"image d_weights filler", "d_rows"});
KIT_WORKER_FUNCTION("filter_passes", filter_passes, {"image d_weights", "filtered"});
KIT_WORKER_FUNCTION("filter_overlapped", filter_overlapped, {"image d_weights", "filtered"});
KIT_WORKER_FUNCTION("filter_deep", filter_deep, {"image d_weights", "filtered"});
KIT_WORKER_FUNCTION("build_table", build_table, {"d_image", "d_table"});
KIT_WORKER_FUNCTION("find_largest", find_largest, {"d_data", "d_largest"});

}  // namespace
