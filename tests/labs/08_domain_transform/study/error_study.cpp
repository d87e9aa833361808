/// @file
/// How far Algorithms C and D are from the exact filter, over crops of photographs: the error
/// against kappa with 95 % intervals, S0's bound (14) beside it, and C at kappa = 2 with both start
/// values. In double precision, so that only the approximation shows. Writes three CSV files and
/// one picture; from the kit's folder, after `make programs` and `common/tools/deps photos`:
///
///     g++ -std=c++20 -O2 -pthread -Icommon/image/include -Itests -o build/error_study
///         tests/labs/08_domain_transform/study/error_study.cpp
///         build/lib/reference_08_domain_transform.a build/lib/libkit.a
///     build/error_study docs/results build/photos/*
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "kit/compare.hpp"
#include "kit/error.hpp"
#include "kit/image_io.hpp"
#include "kit/synthetic.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace {

using kit::Image;
using kit::oracle::EdgeAware;
using Crop = Image<std::uint8_t>;

constexpr int kCrop = 144;       // pixels per side
constexpr int kBlock = 24;       // S0's window width: sections of Algorithm D
constexpr int kCropsOfEach = 4;  // photographs are cut at their corners
constexpr double kKappas[] = {0, 0.5, 1, 1.5, 2, 2.5, 3};
constexpr double kSigmas[][2] = {{50, 51}, {100, 50}, {200, 150}};

Crop cut(const Crop& photo, int left, int top) {
  Crop result(kCrop, kCrop, 3);
  for (int y = 0; y < kCrop; ++y) {
    for (int x = 0; x < kCrop; ++x) {
      for (int c = 0; c < 3; ++c) {
        result.at(x, y, c) = photo.at(left + x, top + y, std::min(c, photo.channels() - 1));
      }
    }
  }
  return result;
}

std::vector<Crop> crops(int count, char** names) {
  std::vector<Crop> result;
  for (int n = 0; n < count; ++n) {
    const Crop photo = kit::load_image(names[n]);
    for (int k = 0; k < kCropsOfEach; ++k) {
      result.push_back(cut(photo, k % 2 * (photo.width() - kCrop) / 2 + photo.width() / 8,
                           k / 2 * (photo.height() - kCrop) / 2 + photo.height() / 8));
    }
  }
  return result;
}

/// Mean squared difference and largest difference, in grey levels.
struct Difference {
  double mse = 0, largest = 0;
};
Difference difference(const Image<double>& a, const Image<double>& b) {
  Difference result;
  for (std::size_t n = 0; n < a.size(); ++n) {
    const double one = 255 * std::abs(a.data()[n] - b.data()[n]);
    result.mse += one * one / double(a.size());
    result.largest = std::max(result.largest, one);
  }
  return result;
}

/// Mean and half the 95 % interval of Student's t distribution.
struct Estimate {
  double mean = 0, half = 0, largest = 0;
};
Estimate estimate(const std::vector<double>& values) {
  Estimate result;
  for (const double value : values) {
    result.mean += value / double(values.size());
    result.largest = std::max(result.largest, value);
  }
  double variance = 0;
  for (const double value : values) {
    variance += std::pow(value - result.mean, 2) / double(values.size() - 1);
  }
  const double t = values.size() < 13 ? 2.201 : 2.131;  // 11 and 15 degrees of freedom
  result.half = t * std::sqrt(variance / double(values.size()));
  return result;
}

/// One causal pass over rows: the error of Algorithm D's sections, and the largest error M of the
/// states it starts from, sum over the poles of |g~ - g|, in grey levels.
struct OnePass {
  double mse = 0, m = 0;
};
OnePass one_causal_pass(const Crop& crop, double sigma_s, double sigma_r, double kappa) {
  const kit::oracle::EdgeAwareLine filter(sigma_s);
  const Image<double> spacing = kit::oracle::row_spacing(crop, sigma_s, sigma_r);
  OnePass result;
  for (int y = 0; y < kCrop; ++y) {
    for (int c = 0; c < 3; ++c) {
      std::vector<double> error(kCrop, 0.0), missed(kCrop, 0.0);
      for (int i = 0; i < 2; ++i) {
        const auto& pole = filter.pole(i);
        std::vector<std::complex<double>> h(kCrop);
        const auto step = [&](std::complex<double> before, int k) {
          const std::complex<double> w = std::exp(-pole.rate * spacing.at(k, y));
          return w * before + pole.gain * (w - 1.0) / spacing.at(k, y) *
                                  double(crop.at(k, y, c) - crop.at(k - 1, y, c));
        };
        for (int k = 1; k < kCrop; ++k) h[std::size_t(k)] = step(h[std::size_t(k - 1)], k);
        for (int begin = kBlock; begin < kCrop; begin += kBlock) {
          int start = begin;
          for (double way = 0; start > 0 && way < kappa * sigma_s; --start) {
            way += spacing.at(start, y);
          }
          if (start > 0) missed[std::size_t(begin)] += std::abs(h[std::size_t(start)]);
          std::complex<double> state = 0;
          for (int k = start + 1; k < begin + kBlock; ++k) {
            state = step(state, k);
            if (k >= begin) error[std::size_t(k)] += (state - h[std::size_t(k)]).real();
          }
          if (start == begin) error[std::size_t(begin)] -= h[std::size_t(begin)].real();
        }
      }
      for (const double one : error) result.mse += one * one / (3.0 * kCrop * kCrop);
      for (const double one : missed) result.m = std::max(result.m, one);
    }
  }
  return result;
}

double bound(double m, double kappa, double sigma) {
  return m * m * std::exp(-3.44 * kappa) / kBlock * (1 - std::exp(-3.44 * kBlock / sigma)) /
         (1 - std::exp(-3.44 / sigma));
}

std::FILE* open(const std::string& path, const char* header) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) throw kit::InputError("cannot write " + path);
  std::fprintf(file, "%s\n", header);
  return file;
}

void study(const std::string& folder, const std::vector<Crop>& all) {
  std::FILE* d =
      open(folder + "/lab08_kappa.csv",
           "sigma_s,sigma_r,kappa,crops,mse_mean,mse_half_interval_95,largest_difference");
  std::FILE* b =
      open(folder + "/lab08_bound.csv",
           "sigma_s,sigma_r,kappa,crops,mse_of_one_causal_pass,m,bound_14,times_violated");
  std::FILE* c = open(folder + "/lab08_starts.csv",
                      "sigma_s,sigma_r,blocks,start,crops,mse_mean,mse_half_interval_95,"
                      "largest_difference");
  for (const auto& sigmas : kSigmas) {
    const double sigma_s = sigmas[0], sigma_r = sigmas[1];
    std::vector<Image<double>> exact;
    exact.reserve(all.size());
    for (const Crop& crop : all) {
      exact.push_back(kit::oracle::edge_aware(crop, {sigma_s, sigma_r, 2}));
    }
    const auto compare = [&](int sections, double kappa, bool printed) {
      std::vector<double> mse, largest;
      for (std::size_t n = 0; n < all.size(); ++n) {
        const Difference one = difference(
            kit::oracle::edge_aware(all[n], {sigma_s, sigma_r, 2, sections, kappa, printed}),
            exact[n]);
        mse.push_back(one.mse);
        largest.push_back(one.largest);
      }
      Estimate result = estimate(mse);
      result.largest = *std::max_element(largest.begin(), largest.end());
      return result;
    };
    for (const double kappa : kKappas) {
      const Estimate one = compare(kCrop / kBlock, kappa, false);
      std::fprintf(d, "%g,%g,%g,%zu,%.4g,%.4g,%.4g\n", sigma_s, sigma_r, kappa, all.size(),
                   one.mean, one.half, one.largest);
      double mse = 0, m = 0;
      int violated = 0;
      for (const Crop& crop : all) {
        const OnePass pass = one_causal_pass(crop, sigma_s, sigma_r, kappa);
        mse = std::max(mse, pass.mse);
        m = std::max(m, pass.m);
        violated += pass.mse > bound(pass.m, kappa, sigma_s);
      }
      std::fprintf(b, "%g,%g,%g,%zu,%.4g,%.4g,%.4g,%d\n", sigma_s, sigma_r, kappa, all.size(), mse,
                   m, bound(m, kappa, sigma_s), violated);
    }
    for (const int sections : {3, 6}) {
      for (const bool printed : {false, true}) {
        const Estimate one = compare(sections, 2, printed);
        std::fprintf(c, "%g,%g,%d,%s,%zu,%.4g,%.4g,%.4g\n", sigma_s, sigma_r, sections,
                     printed ? "f[-L+1]" : "f[-L]", all.size(), one.mean, one.half, one.largest);
      }
    }
  }
  for (std::FILE* file : {d, b, c}) std::fclose(file);
}

/// The drawn scene, filtered exactly and by D with kappa = 0 and 1.5, side by side.
void picture(const std::string& path) {
  const Crop scene = kit::to_bytes(kit::scene(240, 180, 3, 1));
  Image<std::uint8_t> result(3 * 240, 180, 3);
  const EdgeAware versions[] = {{50, 51, 2}, {50, 51, 2, 10, 0}, {50, 51, 2, 10, 1.5}};
  for (int n = 0; n < 3; ++n) {
    const Image<double> filtered = kit::oracle::edge_aware(scene, versions[n]);
    for (int y = 0; y < 180; ++y) {
      for (int x = 0; x < 3 * 240; ++x) {
        const double value = filtered.at(x / 3, y, x % 3);
        result.at(240 * n + x / 3, y, x % 3) =
            std::uint8_t(std::lround(std::clamp(value, 0.0, 1.0) * 255));
      }
    }
  }
  kit::save_image(path, result);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: error_study FOLDER PHOTO...\n");
    return kit::kExitUsage;
  }
  try {
    study(argv[1], crops(argc - 2, argv + 2));
    picture(std::string(argv[1]) + "/lab08_kappa.png");
  } catch (const kit::Error& error) {
    std::fprintf(stderr, "error_study: %s\n", error.what());
    return error.code();
  }
}
