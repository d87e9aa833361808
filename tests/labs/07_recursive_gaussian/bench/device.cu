// What is measured of lab 07.
#include <algorithm>
#include <cmath>
#include <memory>

#include "lab.hpp"
#include "labs/07_recursive_gaussian/reference/recursive.hpp"
#include "labs/convolution/bench/convolution.hpp"

namespace {

using namespace kit::bench;

/// Everything that a launch needs beside the image.
struct Data {
  explicit Data(const Parameters& p)
      : width(p.width()),
        height(p.height()),
        lines_per_block(p.number("lines_per_block", 32)),
        c(lab07::make_coefficients(p.real("sigma"))),
        form(p.text("form", "cascade") == "direct" ? lab07::Form::direct : lab07::Form::cascade),
        scratch(p.text("scratch", "global") == "local" ? lab07::Scratch::local
                                                       : lab07::Scratch::global) {
    const double sigma = p.real("sigma");
    std::vector<float> values;
    double sum = 0;
    radius = int(std::ceil(3 * sigma));
    for (int k = 0; k <= radius; ++k) {
      sum += (k == 0 ? 1 : 2) * std::exp(-k * k / (2 * sigma * sigma));
    }
    for (int k = 0; k <= radius; ++k) {
      values.push_back(float(std::exp(-k * k / (2 * sigma * sigma)) / sum));
    }
    weights = kit::DeviceBuffer<float>(values.data(), values.size());
  }
  int width, height, lines_per_block, radius = 0;
  lab07::Coefficients c;
  lab07::Form form;
  lab07::Scratch scratch;
  kit::DeviceBuffer<float> weights, workspace;
};

/// `filter(input, output, data)` with `workspace` floats.
template <typename Filter>
DeviceWork recursive(const Parameters& p, std::size_t workspace, Filter filter) {
  const auto data = std::make_shared<Data>(p);
  data->workspace = kit::DeviceBuffer<float>(workspace);
  return float_planes(p, [=](const float* input, float* output) { filter(input, output, *data); });
}

/// Warps of a launch over all rows with so many threads a line.
double warps(const Parameters& p, int threads_per_line) {
  const int lines = p.number("lines_per_block", 32);
  const int blocks = (p.height() + lines - 1) / lines;
  return double(blocks) * ((lines * threads_per_line + 31) / 32);
}

DeviceWork one_way(const Parameters& p) {
  DeviceWork work = recursive(p, 0, [](const float* in, float* out, Data& d) {
    lab07::filter_one_way(in, out, d.width, d.height, d.c, d.form, lab07::Boundary::exact,
                          d.scratch, d.lines_per_block, nullptr);
  });
  work.warps = warps(p, 1);
  return work;
}

DeviceWork transposed(const Parameters& p) {
  return recursive(p, p.values(), [](const float* in, float* out, Data& d) {
    lab07::filter_transposed(in, out, d.width, d.height, d.c, d.workspace.data(), d.lines_per_block,
                             nullptr);
  });
}

DeviceWork two_way(const Parameters& p) {
  DeviceWork work = recursive(p, p.values(), [](const float* in, float* out, Data& d) {
    lab07::filter_two_way(in, out, d.width, d.height, d.c, d.weights.data(), d.radius,
                          lab07::Boundary::exact, d.scratch, d.workspace.data(), d.lines_per_block,
                          nullptr);
  });
  work.warps = warps(p, 3);
  return work;
}

/// A rung of the challenge.
template <typename Workspace, typename Filter>
DeviceWork parts(const Parameters& p, Workspace workspace, Filter filter) {
  return recursive(p, workspace(p.width(), p.height()), [=](const float* in, float* out, Data& d) {
    filter(in, out, d.width, d.height, d.c, d.workspace.data(), nullptr);
  });
}

DeviceWork in_parts(const Parameters& p) {
  return parts(p, lab07::in_parts_workspace, lab07::filter_in_parts);
}
DeviceWork both_ways(const Parameters& p) {
  return parts(p, lab07::both_ways_workspace, lab07::filter_both_ways);
}
DeviceWork parallel(const Parameters& p) {
  return parts(p, lab07::parallel_workspace, lab07::filter_parallel);
}

/// Largest errors of the filters on 32 columns of noise against the float64 recursion, and the
/// bounds on rounding.
std::map<std::string, double> errors(const Parameters& p) {
  const int width = p.width(), height = p.height();
  const kit::Image<float> image = kit::noise(width, height, 7);
  const kit::RecursiveCoefficients c = kit::recursive_coefficients(p.real("sigma"));
  std::vector<int> columns;
  for (int n = 0; n < 32; ++n) columns.push_back((width - 1) * n / 31);
  const kit::Image<double> right =
      kit::oracle::filter_picked_columns(image, columns, [&](const std::vector<double>& line) {
        return kit::oracle::recursive_line(line, c, kit::LineEnds::exact);
      });
  const kit::DeviceBuffer<float> input(image.data(), image.size());
  const auto error_of = [&](const DeviceWork& work) {
    kit::DeviceBuffer<float> output(image.size());
    work.launch(input.data(), output.data());
    kit::Image<float> got(width, height);
    output.download(got.data());
    double worst = 0;
    for (int y = 0; y < height; ++y) {
      for (int n = 0; n < right.width(); ++n) {
        const double error = std::abs(right.at(n, y) - got.at(columns[std::size_t(n)], y));
        worst = std::isnan(error) ? INFINITY : std::max(worst, error);
      }
    }
    return worst;
  };
  return {{"direct", error_of(one_way(p.with("form", "direct")))},
          {"cascade", error_of(one_way(p))},
          {"transposed", error_of(transposed(p))},
          {"in_parts", error_of(in_parts(p))},
          {"both_ways", error_of(both_ways(p))},
          {"parallel", error_of(parallel(p))},
          {"direct_bound", kit::direct_error_bound(c)},
          {"cascade_bound", kit::cascade_error_bound(c)}};
}

KIT_BENCH_STUDY("errors", errors);
KIT_BENCH_DEVICE("one_way", one_way);
KIT_BENCH_DEVICE("transposed", transposed);
KIT_BENCH_DEVICE("two_way", two_way);
KIT_BENCH_DEVICE("in_parts", in_parts);
KIT_BENCH_DEVICE("both_ways", both_ways);
KIT_BENCH_DEVICE("parallel", parallel);

}  // namespace
