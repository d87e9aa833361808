// Accuracy, which needs no GPU: S3's PSNR between three filters, in double precision, so that only
// the approximation shows.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "bench/harness/host_work.hpp"
#include "kit/compare.hpp"
#include "labs/07_recursive_gaussian/reference/recursive.hpp"

namespace {

using namespace kit::bench;
using kit::Image;
using Numbers = std::map<std::string, double>;

double psnr_between(const Image<double>& a, const Image<double>& b) {
  double sum = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    sum += (a.data()[n] - b.data()[n]) * (a.data()[n] - b.data()[n]);
  }
  return kit::psnr(sum / double(a.size()));
}

/// One-way filter, two-way filter and plain sum (FIR) of the drawn scene, S3's start of a line. Its
/// window N is sigma ("reading": "N") or two of them ("N/2").
Numbers psnr(const Parameters& p) {
  const double sigma = p.text("reading") == "N" ? p.real("window") : p.real("window") / 2;
  const int radius = kit::gaussian_radius(sigma);
  const Image<float> image = kit::scene(p.width(), p.height(), 1);
  Image<double> filtered[3];
  on_all_cores(3, [&](std::size_t n) {
    const kit::LineEnds ends = kit::LineEnds::duplicate;
    filtered[n] = n == 0   ? kit::oracle::recursive_gaussian(image, sigma, ends)
                  : n == 1 ? kit::oracle::two_way_gaussian(image, sigma, radius, ends)
                           : kit::oracle::gaussian(image, sigma, radius);
  });
  return {{"one_two_db", psnr_between(filtered[0], filtered[1])},
          {"fir_one_db", psnr_between(filtered[2], filtered[0])},
          {"fir_two_db", psnr_between(filtered[2], filtered[1])}};
}

KIT_BENCH_STUDY("psnr", psnr);

}  // namespace
