// S3's table 2 from the kit's own images: PSNR between the one-way filter, the two-way filter and
// the plain Gaussian sum, in double precision. docs/results/lab07_psnr.csv comes from it. From the
// kit's root, after make programs:
//   g++ -O2 -std=c++20 -Icommon/include tests/hardware/lab07_psnr.cpp build/lib/libkit.a
//     -lpthread -o build/lab07_psnr && build/lab07_psnr [PICTURE...]
// A generated scene in S3's three sizes, and then every picture that is named, in grey. S3 leaves
// open what its window N means: sigma = N / 2, as its text says, or sigma = N; each with a sum that
// reaches to 3 sigma, and the former also with one that stops at N / 2, which is what its equation
// 2 has.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "kit/compare.hpp"
#include "kit/image_io.hpp"
#include "kit/recursive.hpp"
#include "kit/synthetic.hpp"

namespace {

double psnr_between(const kit::Image<double>& a, const kit::Image<double>& b) {
  double sum = 0;
  for (std::size_t n = 0; n < a.size(); ++n)
    sum += (a.data()[n] - b.data()[n]) * (a.data()[n] - b.data()[n]);
  return kit::psnr(sum / double(a.size()));
}

void compare_filters(const std::string& name, const kit::Image<float>& image) {
  struct {
    const char* reading;
    double sigma_per_window;
    bool to_half_window;
  } const readings[] = {{"sigma = N; sum to 3 sigma", 1, false},
                        {"sigma = N/2; sum to 3 sigma", 0.5, false},
                        {"sigma = N/2; sum to N/2", 0.5, true}};
  for (const int window : {3, 30, 90}) {
    for (const auto& [reading, sigma_per_window, to_half_window] : readings) {
      const double sigma = window * sigma_per_window;
      const int radius = to_half_window ? window / 2 : kit::gaussian_radius(sigma);
      const kit::Image<double> plain = kit::oracle::gaussian(image, sigma, radius);
      for (const kit::LineEnds ends : {kit::LineEnds::duplicate, kit::LineEnds::exact}) {
        const kit::Image<double> one = kit::oracle::recursive_gaussian(image, sigma, ends);
        const kit::Image<double> two = kit::oracle::two_way_gaussian(image, sigma, radius, ends);
        std::printf("%s,%d,%d,%d,%s,%s,%.1f,%.1f,%.1f\n", name.c_str(), image.width(),
                    image.height(), window, reading, kit::to_string(ends).c_str(),
                    psnr_between(one, two), psnr_between(plain, one), psnr_between(plain, two));
        std::fflush(stdout);
      }
    }
  }
}

kit::Image<float> grey(const kit::Image<float>& picture) {
  kit::Image<float> result(picture.width(), picture.height());
  const int colours = picture.channels() >= 3 ? 3 : 1;
  const float shares[] = {0.299F, 0.587F, 0.114F};
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      for (int c = 0; c < colours; ++c)
        result.at(x, y) += picture.at(x, y, c) * (colours == 3 ? shares[c] : 1.0F);
    }
  }
  return result;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    std::puts("image,width,height,window,reading,boundary,one_two_db,fir_one_db,fir_two_db");
    compare_filters("scene SD", kit::scene(512, 512, 1));
    compare_filters("scene HD", kit::scene(1280, 720, 1));
    compare_filters("scene full HD", kit::scene(1920, 1080, 1));
    for (int n = 1; n < count; ++n) {
      const std::string path = arguments[n];
      compare_filters(path.substr(path.find_last_of('/') + 1),
                      grey(kit::to_float(kit::load_image(path))));
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lab07_psnr: %s\n", error.what());
    return 1;
  }
  return 0;
}
