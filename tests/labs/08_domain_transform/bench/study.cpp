// Accuracy, which needs no GPU: S0's error against kappa, in double precision, so that only the
// approximation shows.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "bench/harness/host_work.hpp"
#include "kit/image_io.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace {

using namespace kit::bench;
using kit::Image;
using Crop = Image<std::uint8_t>;
using Numbers = std::map<std::string, double>;

constexpr int kCrop = 144;       // pixels per side
constexpr int kBlock = 24;       // S0's window width: sections of Algorithm D
constexpr int kCropsOfEach = 4;  // pictures are cut at their corners

Crop cut(const Crop& picture, int left, int top) {
  Crop result(kCrop, kCrop, 3);
  for (int y = 0; y < kCrop; ++y) {
    for (int x = 0; x < kCrop; ++x) {
      for (int c = 0; c < 3; ++c) {
        result.at(x, y, c) = picture.at(left + x, top + y, std::min(c, picture.channels() - 1));
      }
    }
  }
  return result;
}

/// Four crops of each photograph in a folder; of four drawn scenes if there is none.
const std::vector<Crop>& crops(const std::string& folder) {
  static std::vector<Crop> result;
  if (!result.empty()) return result;
  std::vector<std::filesystem::path> names;
  if (std::filesystem::is_directory(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry);
  }
  std::sort(names.begin(), names.end());
  std::vector<Crop> pictures;
  pictures.reserve(names.size());
  for (const auto& name : names) pictures.push_back(kit::load_image(name.string()));
  for (std::uint64_t seed = 1; names.empty() && seed <= 4; ++seed) {
    pictures.push_back(kit::to_bytes(kit::scene(512, 512, 3, seed)));
  }
  for (const Crop& picture : pictures) {
    for (int k = 0; k < kCropsOfEach; ++k) {
      result.push_back(cut(picture, k % 2 * (picture.width() - kCrop) / 2 + picture.width() / 8,
                           k / 2 * (picture.height() - kCrop) / 2 + picture.height() / 8));
    }
  }
  return result;
}

/// Mean squared error of Algorithm D over the crops, in grey levels squared, with half its 95 %
/// interval (Student's t), and the largest error.
Numbers kappa(const Parameters& p) {
  const std::vector<Crop>& all = crops(p.text("photos", "build/photos"));
  const double sigma_s = p.real("sigma_s"), sigma_r = p.real("sigma_r"), kappa = p.real("kappa");
  std::vector<double> mse(all.size()), largest(all.size());
  on_all_cores(all.size(), [&](std::size_t n) {
    const Image<double> exact = kit::oracle::edge_aware(all[n], {sigma_s, sigma_r, 2});
    const Image<double> cut_up =
        kit::oracle::edge_aware(all[n], {sigma_s, sigma_r, 2, kCrop / kBlock, kappa});
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double error = 255 * std::abs(exact.data()[i] - cut_up.data()[i]);
      mse[n] += error * error / double(exact.size());
      largest[n] = std::max(largest[n], error);
    }
  });
  const double count = double(all.size());
  double mean = 0, variance = 0;
  for (const double value : mse) mean += value / count;
  for (const double value : mse) variance += (value - mean) * (value - mean) / (count - 1);
  const double t = all.size() < 13 ? 2.201 : 2.131;  // 11 and 15 degrees of freedom
  return {{"mse", mean},
          {"half_interval", t * std::sqrt(variance / count)},
          {"largest", *std::max_element(largest.begin(), largest.end())},
          {"crops", count}};
}

KIT_BENCH_STUDY("kappa", kappa);

}  // namespace
