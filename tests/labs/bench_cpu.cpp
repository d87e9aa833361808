// The CPU's side of the tables: every operation as plain loops ("plain": -O2, one thread), as the
// kit's own version ("vectorised": -O3, one thread; "all_cores": the same on all of them), and lab
// 01.
#include <cstdint>
#include <memory>
#include <vector>

#include "bench/harness/bench.hpp"
#include "labs/convolution/baseline/baseline.hpp"
#include "labs/06_integral_image/baseline/box_baseline.hpp"
#include "labs/08_domain_transform/baseline/edge_aware_baseline.hpp"
#include "kit/error.hpp"
#include "kit/filters.hpp"
#include "labs/07_recursive_gaussian/reference/recursive.hpp"
#include "labs/convolution/reference/separable.hpp"
#include "kit/synthetic.hpp"
#include "lab.hpp"
#include "plain.hpp"

namespace {

using namespace kit::bench;
namespace baseline = kit::baseline;
namespace plain = kit::plain;

enum class Code { plain, vectorised, all_cores };

Code code_of(const Parameters& p) {
  const std::string& name = p.text("code");
  if (name == "plain") return Code::plain;
  if (name == "vectorised") return Code::vectorised;
  if (name == "all_cores") return Code::all_cores;
  throw kit::InputError("parameter code: '" + name + "' is not plain, vectorised or all_cores");
}

/// Input and output; one plane of the image at a time.
struct Floats {
  explicit Floats(const Parameters& p)
      : width(p.width()),
        height(p.height()),
        planes(p.number("channels", 1)),
        input(kit::noise(width, height, 1)),
        output(input.size()) {}
  int width, height, planes;
  kit::Image<float> input;
  std::vector<float> output;
};

/// `filter(input, output, width, height)`, for each plane.
template <typename Filter>
HostWork work_on_floats(const Parameters& p, Filter filter) {
  const auto data = std::make_shared<Floats>(p);
  HostWork work;
  work.least_bytes = 2.0 * sizeof(float) * double(p.values());
  work.run = [=] {
    for (int n = 0; n < data->planes; ++n) {
      filter(data->input.data(), data->output.data(), data->width, data->height);
    }
  };
  return work;
}

HostWork convolve(const Parameters& p) {
  const kit::Filter filter = kit::make_filter(p.text("filter"));
  const kit::Border border = p.border();
  const Code code = code_of(p);
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    const auto function = code == Code::plain ? plain::convolve : baseline::convolve;
    if (code == Code::all_cores) {
      baseline::convolve_parallel(in, out, width, height, filter.weights.data(), filter.width,
                                  border);
    } else {
      function(in, out, width, height, filter.weights.data(), filter.width, border);
    }
  });
}

HostWork separable(const Parameters& p) {
  const kit::SeparableFilter filter = kit::separate(kit::make_filter(p.text("filter")));
  const kit::Border border = p.border();
  const Code code = code_of(p);
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    const auto function = code == Code::plain ? plain::separable : baseline::separable;
    if (code == Code::all_cores) {
      baseline::separable_parallel(in, out, width, height, filter.row.data(), filter.column.data(),
                                   filter.taps(), border);
    } else {
      function(in, out, width, height, filter.row.data(), filter.column.data(), filter.taps(),
               border);
    }
  });
}

HostWork sobel_magnitude(const Parameters& p) {
  const kit::Border border = p.border();
  const Code code = code_of(p);
  if (code == Code::all_cores) {
    throw kit::InputError("sobel_magnitude has no version for all cores");
  }
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    const auto function = code == Code::plain ? plain::sobel_magnitude : baseline::sobel_magnitude;
    function(in, out, width, height, border);
  });
}

HostWork recursive_gaussian(const Parameters& p) {
  const kit::RecursiveCoefficients c = kit::recursive_coefficients(p.real("sigma"));
  const Code code = code_of(p);
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    if (code == Code::plain) {
      plain::recursive_gaussian(in, out, width, height, c);
    } else {
      baseline::recursive_gaussian(in, out, width, height, c, code == Code::all_cores ? 0 : 1);
    }
  });
}

/// An image of bytes; `Output` are the values of the result.
template <typename Output>
struct Bytes {
  Bytes(const Parameters& p, const kit::Image<float>& image, std::size_t outputs)
      : width(p.width()), height(p.height()), input(kit::to_bytes(image)), output(outputs) {}
  int width, height;
  kit::Image<std::uint8_t> input;
  std::vector<Output> output;
};

HostWork box_filter(const Parameters& p) {
  const int channels = p.number("channels", 1), radius = p.number("radius");
  const auto data = std::make_shared<Bytes<std::uint8_t>>(
      p, kit::noise(p.width(), p.height(), 1, channels), p.values());
  const Code code = code_of(p);
  HostWork work;
  work.least_bytes = 2.0 * double(p.values());
  work.run = [=] {
    if (code == Code::plain) {
      plain::box_filter(data->input.data(), data->output.data(), data->width, data->height,
                        channels, radius);
    } else {
      baseline::box_filter(data->input.data(), data->output.data(), data->width, data->height,
                           channels, radius, code == Code::all_cores ? 0 : 1);
    }
  };
  return work;
}

HostWork table(const Parameters& p) {
  const int channels = p.number("channels", 1);
  const auto data = std::make_shared<Bytes<std::uint32_t>>(
      p, kit::noise(p.width(), p.height(), 1, channels), p.values());
  const Code code = code_of(p);
  if (code == Code::plain) throw kit::InputError("table has no plain version");
  HostWork work;
  work.least_bytes = 5.0 * double(p.values());
  work.run = [=] {
    baseline::summed_area_table(data->input.data(), data->output.data(), data->width, data->height,
                                channels, code == Code::all_cores ? 0 : 1);
  };
  return work;
}

HostWork edge_aware(const Parameters& p) {
  constexpr int kTile = 1024;
  const kit::Image<float> tile = kit::scene(kTile, kTile, 3, 7);
  kit::Image<float> image(p.width(), p.height(), 3);
  for (int y = 0; y < p.height(); ++y) {
    for (int x = 0; x < p.width(); ++x) {
      for (int c = 0; c < 3; ++c) image.at(x, y, c) = tile.at(x % kTile, y % kTile, c);
    }
  }
  const auto data = std::make_shared<Bytes<float>>(p, image, image.size());
  const double sigma_s = p.real("sigma_s"), sigma_r = p.real("sigma_r");
  const int iterations = p.number("iterations", 2);
  const Code code = code_of(p);
  HostWork work;
  work.least_bytes = double(image.size()) * (1 + sizeof(float));
  work.run = [=] {
    if (code == Code::plain) {
      plain::edge_aware(data->input.data(), data->output.data(), data->width, data->height, sigma_s,
                        sigma_r, iterations);
    } else {
      baseline::edge_aware(data->input.data(), data->output.data(), data->width, data->height, 3,
                           sigma_s, sigma_r, iterations, code == Code::all_cores ? 0 : 1);
    }
  };
  return work;
}

HostWork lab01_convolve(const Parameters& p) {
  const kit::Filter filter = kit::make_filter(p.text("filter"));
  const kit::Border border = p.border();
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    lab01::convolve(in, out, width, height, filter.weights.data(), filter.width, border);
  });
}

HostWork lab01_separable(const Parameters& p) {
  const kit::SeparableFilter filter = kit::separate(kit::make_filter(p.text("filter")));
  const kit::Border border = p.border();
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    lab01::convolve_separable(in, out, width, height, filter.row.data(), filter.column.data(),
                              filter.taps(), border);
  });
}

KIT_BENCH_HOST("convolve", convolve);
KIT_BENCH_HOST("separable", separable);
KIT_BENCH_HOST("sobel_magnitude", sobel_magnitude);
KIT_BENCH_HOST("recursive_gaussian", recursive_gaussian);
KIT_BENCH_HOST("box_filter", box_filter);
KIT_BENCH_HOST("table", table);
KIT_BENCH_HOST("edge_aware", edge_aware);
KIT_BENCH_HOST("lab01_convolve", lab01_convolve);
KIT_BENCH_HOST("lab01_separable", lab01_separable);

}  // namespace
