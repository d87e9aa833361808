/// @file
/// Tile mistakes: programs that work from tiles and are wrong on purpose must be called by their
/// mistake's name.
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "kit/synthetic.hpp"
#include "labs/04_tiled/tile_fault_models.hpp"
#include "labs/convolution/reference/oracle.hpp"
#include "unit/cause_named.hpp"

namespace kit::grader {
namespace {

constexpr BlockShape kBlock = {16, 8};
constexpr float kNeverWritten = 1e3f;

/// What a program may do otherwise than it should.
struct Program {
  /// Whether element n of the tile of a block at (x, y) is loaded.
  std::function<bool(int n, int block_x, int block_y)> loads = [](int, int, int) { return true; };
  int pitch_when_read = 0;  ///< 0: the right one
  int read_too_far = 0;     ///< in x and in y
  bool clamps_to_block = false;
  float unwritten = kNeverWritten;
};

/// The block's tile, as a kernel's threads would load it.
std::vector<float> load_tile(const Program& program, const Image<float>& image, Border border,
                             int radius, int block_x, int block_y) {
  const int pitch = kBlock.width + 2 * radius, rows = kBlock.height + 2 * radius;
  std::vector<float> tile(std::size_t(pitch * (rows + 1)), program.unwritten);
  for (int n = 0; n < pitch * rows; ++n) {
    if (!program.loads(n, block_x, block_y)) continue;
    int x = n % pitch - radius, y = n / pitch - radius;
    if (program.clamps_to_block) {
      x = std::min(std::max(x, 0), kBlock.width - 1);
      y = std::min(std::max(y, 0), kBlock.height - 1);
    }
    x += block_x;
    y += block_y;
    const bool outside = x < 0 || y < 0 || x >= image.width() || y >= image.height();
    const int near_x = std::min(std::max(x, 0), image.width() - 1);
    const int near_y = std::min(std::max(y, 0), image.height() - 1);
    tile[std::size_t(n)] = outside && border == Border::zero ? 0.0f : image.at(near_x, near_y);
  }
  return tile;
}

Image<float> run(const Program& program, const Image<float>& image, const Filter& filter,
                 Border border) {
  const int radius = filter.radius();
  const int pitch =
      program.pitch_when_read > 0 ? program.pitch_when_read : kBlock.width + 2 * radius;
  Image<float> output(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const int thread_x = x % kBlock.width, thread_y = y % kBlock.height;
      const auto tile = load_tile(program, image, border, radius, x - thread_x, y - thread_y);
      float sum = 0;
      for (int j = 0; j < filter.width; ++j) {
        for (int i = 0; i < filter.width; ++i) {
          const int too_far = program.read_too_far;
          const auto element =
              std::size_t((thread_y + j + too_far) * pitch + thread_x + i + too_far);
          sum += filter.weights[std::size_t(j * filter.width + i)] *
                 (element < tile.size() ? tile[element] : program.unwritten);
        }
      }
      output.at(x, y) = sum;
    }
  }
  return output;
}

/// The cause the judge names.
std::string cause_of(const Program& program, Border border) {
  Case spec;
  spec.name = "tile";
  const Image<float> image = noise(41, 27, 5);
  const Filter filter = gaussian_filter(1.1, 5);
  spec.expected = oracle::convolve(image, filter, border);
  spec.tolerance = 1e-5;
  spec.call.params = {{"filter_width", 5}};
  spec.call.inputs = {{to_tensor(image)}};
  spec.hypotheses = [&] { return tile_fault_models(image, filter, border, kBlock); };
  return cause_named(spec, run(program, image, filter, border));
}

TEST_CASE("tile mistakes: the usual ones are named") {
  const Border border = GENERATE(Border::zero, Border::clamp);
  const float unwritten = GENERATE(0.0f, kNeverWritten, std::numeric_limits<float>::quiet_NaN());
  constexpr int kPitch = kBlock.width + 4, kThreads = kBlock.width * kBlock.height;
  Program program;
  program.unwritten = unwritten;
  CHECK(cause_of(program, border) == "right");

  Program one_each = program;
  one_each.loads = [=](int n, int, int) { return n < kThreads; };
  CHECK(cause_of(one_each, border) == "incomplete_tile");

  Program own_pixel = program;
  own_pixel.loads = [=](int n, int, int) {
    const int x = n % kPitch - 2, y = n / kPitch - 2;
    return x >= 0 && y >= 0 && x < kBlock.width && y < kBlock.height;
  };
  CHECK(cause_of(own_pixel, border) == "incomplete_tile");

  Program left_early = program;
  left_early.loads = [=](int n, int block_x, int block_y) {
    const int thread = n % kThreads;
    return block_x + thread % kBlock.width < 41 && block_y + thread / kBlock.width < 27;
  };
  CHECK(cause_of(left_early, border) == "incomplete_tile");

  Program wrong_pitch = program;
  wrong_pitch.pitch_when_read = kPitch + 1;
  CHECK(cause_of(wrong_pitch, border) == "wrong_pitch");
  wrong_pitch.pitch_when_read = kBlock.width;
  CHECK(cause_of(wrong_pitch, border) == "wrong_pitch");

  Program twice = program;
  twice.read_too_far = 2;
  CHECK(cause_of(twice, border) == "shifted");

  Program block_halo = program;
  block_halo.clamps_to_block = true;
  CHECK(cause_of(block_halo, border) == "wrong_halo");
}

TEST_CASE("tile mistakes: none for a large image, and none says that all is right") {
  const Filter filter = gaussian_filter(1.1, 5);
  CHECK(tile_fault_models(noise(400, 300, 1), filter, Border::zero, kBlock).empty());
  const Image<float> image = noise(20, 12, 1);
  const Image<double> expected = oracle::convolve(image, filter, Border::zero);
  for (const Hypothesis& one : tile_fault_models(image, filter, Border::zero, kBlock)) {
    INFO(one.sentence);
    bool differs = false;
    for (std::size_t n = 0; n < expected.size(); ++n) {
      differs |= std::abs(one.output.data()[n] - expected.data()[n]) > 1e-7;
    }
    CHECK(differs);
  }
}

}  // namespace
}  // namespace kit::grader
