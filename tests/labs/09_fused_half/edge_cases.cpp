#include "edge_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "edge_fault_models.hpp"
#include "grader/protocol/tensor.hpp"
#include "labs/09_fused_half/reference/edges.hpp"
#include "problems.hpp"
#include "step_models.hpp"

namespace kit::grader::lab09 {
namespace {

/// All of these images are exact in float32.
Tensor float_tensor(const Image<double>& image) {
  Image<float> result(image.width(), image.height(), image.channels());
  std::copy(image.values().begin(), image.values().end(), result.data());
  return to_tensor(result);
}

Image<double> gradient_of(const ByteImage& grey) {
  return oracle::sobel_gradient(oracle::blur(levels_of(grey)));
}

/// Makes the cases of all stages from one seed.
class EdgeCases {
 public:
  explicit EdgeCases(std::uint64_t seed) : random_(seed) {}

  void grey() {
    const auto one = [&](const std::string& what, const ByteImage& colours,
                         const BlockShape& block) {
      Case& added =
          add("grey", "to_grey", what, to_tensor(colours), DType::u8, oracle::grey_levels(colours));
      set_block(added, block);
      if (small(colours)) added.hypotheses = [=] { return grey_fault_models(colours); };
    };
    for (const auto& [width, height, block] : kShapes)
      one("noise", noise_levels(width, height, random_.next(), 3), block);
    one("scene", to_bytes(scene(96, 65, 3, random_.next())), {32, 8});
    one("white", to_bytes(Image<float>(19, 23, 3, 1.0f)), {16, 16});
  }

  void blur() {
    with_blocks([&](const std::string& what, const ByteImage& image, const BlockShape& block) {
      Case& added =
          add("blur", "blur", what, to_tensor(image), DType::f32, oracle::blur(levels_of(image)));
      set_block(added, block);
      if (small(image)) added.hypotheses = [=] { return blur_fault_models(image); };
    });
  }

  void gradient() {
    with_blocks([&](const std::string& what, const ByteImage& image, const BlockShape& block) {
      const Image<double> blurred = oracle::blur(levels_of(image));
      Case& added = add("gradient", "gradient", what, float_tensor(blurred), DType::f32,
                        oracle::sobel_gradient(blurred));
      added.call.outputs[0].channels = 2;
      set_block(added, block);
      if (small(image)) added.hypotheses = [=] { return gradient_fault_models(blurred); };
    });
  }

  void thin() {
    const auto one = [&](const std::string& what, const ByteImage& image, const BlockShape& block,
                         const Thresholds& thresholds) {
      const Image<double> gradient = gradient_of(image);
      Case& added = add("thin", "thin", what + text_of(thresholds), float_tensor(gradient),
                        DType::u8, oracle::thin(gradient, thresholds.low, thresholds.high));
      set_block(added, block);
      set_thresholds(added, thresholds);
      if (small(image)) {
        added.hypotheses = [=] {
          return thin_fault_models(gradient, thresholds.low, thresholds.high);
        };
      }
    };
    const ByteImage met = noise_levels(45, 37, random_.next());
    one("thresholds that pixels meet", met, {16, 16}, met_by(met));
    with_blocks([&](const std::string& what, const ByteImage& image, const BlockShape& block) {
      one(what, image, block, next_thresholds());
    });
  }

  void hysteresis() {
    const auto one = [&](const std::string& what, const ByteImage& states) {
      Case& added = add("hysteresis", "hysteresis", what, to_tensor(states), DType::u8,
                        oracle::hysteresis(levels_of(states)));
      if (small(states)) added.hypotheses = [=] { return hysteresis_fault_models(states); };
    };
    const auto random = [&](int width, int height, double weak, double strong) {
      one(fmt::format("{:.0f} % weak, {:g} % strong", 100 * weak, 100 * strong),
          random_states(width, height, weak, strong, random_));
    };
    random(37, 21, 0.3, 0.05);
    random(70, 51, 0.35, 0.02);
    one("diagonals", diagonals(45, 38));
    one("a line to and fro", snake(33, 29, false));
    one("a line to and fro over several tiles", snake(71, 42, true));
    random(128, 97, 0.4, 0.005);
    random(1, 1, 1, 0);
    random(1, 1, 0, 1);
    random(67, 1, 0.7, 0.05);
    random(1, 67, 0.7, 0.05);
    random(40, 33, 0.6, 0);
    random(33, 40, 0.5, 0.5);
    random(64, 64, 0, 0);
    one("all weak but one", all_weak_but_one(97, 66));
    random(kEvidenceWidth, kEvidenceHeight, 0.38, 0.003);
    random(kThinLength, 1, 0.2, 0.2);
    random(1, 2061, 0.5, 0.1);
  }

  void magnitudes(const char* stage, const char* function) {
    const bool bytes = std::string(stage) == "half2";
    const double divisor = bytes ? 8 : 1;
    const auto one = [&](const std::string& what, const ByteImage& image) -> Case& {
      Image<double> expected = oracle::edge_magnitude(levels_of(image));
      for (double& value : expected.values()) value /= divisor;
      Case& added = add(stage, function, what, to_tensor(image), bytes ? DType::u8 : DType::f32,
                        std::move(expected));
      if (bytes) added.tolerance = kHalf2Tolerance;
      if (small(image)) {
        added.hypotheses = [=] { return magnitude_fault_models(image, divisor); };
      }
      return added;
    };
    if (std::string(stage) != "half_storage") return without_blocks(one);
    with_blocks([&](const std::string& what, const ByteImage& image, const BlockShape& block) {
      Case& added = one(what, image);
      added.tolerance = kHalfStorageTolerance;
      set_block(added, block);
      if (small(image)) added.hypotheses = [=] { return half_storage_fault_models(image); };
    });
  }

  void one_pass() {
    const auto one = [&](const std::string& what, const ByteImage& image,
                         const Thresholds& thresholds) {
      Case& added =
          add("challenge", "thin_in_one_pass", what + text_of(thresholds), to_tensor(image),
              DType::u8, oracle::thin(gradient_of(image), thresholds.low, thresholds.high));
      set_thresholds(added, thresholds);
      if (small(image)) {
        added.hypotheses = [=] {
          return one_pass_fault_models(image, thresholds.low, thresholds.high);
        };
      }
    };
    const ByteImage met = noise_levels(45, 37, random_.next());
    one("thresholds that pixels meet", met, met_by(met));
    without_blocks([&](const std::string& what, const ByteImage& image) {
      one(what, image, next_thresholds());
    });
  }

  void row_means() {
    const auto one = [&](const std::string& what, const ByteImage& image) {
      Case& added =
          add("bug", "row_means", what, to_tensor(image), DType::f32, oracle::row_means(image));
      // Sums of whole numbers below 2^24 are exact; the quotient is rounded once.
      added.tolerance = 255 * 0x1p-23;
      added.hypotheses = [=] { return row_mean_fault_models(image); };
    };
    constexpr Size kRows[] = {{37, 21},  {320, 9}, {1000, 17}, {1, 40},     {40, 1},
                              {2061, 3}, {31, 8},  {33, 9},    {65'000, 1}, {3, 2061}};
    for (const auto& [width, height] : kRows)
      one("noise", noise_levels(width, height, random_.next()));
    one("white", to_bytes(constant(700, 5, 1.0f)));
  }

  std::vector<Case> take() { return std::move(list_); }

 private:
  Case& add(const std::string& stage, const std::string& function, const std::string& what,
            Tensor input, DType output, Image<double> expected) {
    Case one;
    one.name = fmt::format("{}: {}, {}x{}", function, what, input.shape.width, input.shape.height);
    one.stage = stage;
    one.call.function = function;
    one.call.inputs = {{std::move(input)}};
    one.call.outputs = {{output, expected.width(), expected.height(), 1}};
    one.expected = std::move(expected);
    if (output == DType::f32) one.tolerance = kFloatTolerance;
    list_.push_back(std::move(one));
    return list_.back();
  }

  /// Hypotheses of larger images would take longer than they are worth.
  static bool small(const ByteImage& image) { return image.size() <= 60'000; }

  static void set_block(Case& one, const BlockShape& block) {
    one.call.params["block"] = to_json(block);
    one.name += ", block " + to_text(block);
  }
  static void set_thresholds(Case& one, const Thresholds& thresholds) {
    one.call.params["low"] = thresholds.low;
    one.call.params["high"] = thresholds.high;
  }
  static std::string text_of(const Thresholds& thresholds) {
    return fmt::format(", low {:g}, high {:g}", thresholds.low, thresholds.high);
  }
  /// Thresholds that magnitudes of kept pixels of the image are equal to.
  static Thresholds met_by(const ByteImage& image) {
    const Image<double> gradient = gradient_of(image);
    const Image<double> magnitude = oracle::magnitude(gradient);
    const Image<double> kept = oracle::thin(gradient, 1 / 256.0, 1 / 256.0);
    std::vector<double> crests;
    for (std::size_t n = 0; n < kept.size(); ++n)
      if (kept.data()[n] != 0) crests.push_back(magnitude.data()[n]);
    std::sort(crests.begin(), crests.end());
    return {float(crests.at(crests.size() / 3)), float(crests.at(crests.size() * 2 / 3))};
  }
  const Thresholds& next_thresholds() { return kThresholds[next_++ % std::size(kThresholds)]; }

  /// one(what, image, block) for each shape, and for images that show a mistake each.
  template <typename One>
  void with_blocks(One one) {
    for (const auto& [width, height, block] : kShapes)
      one("noise", noise_levels(width, height, random_.next()), block);
    for (const Picture& picture : telling_pictures(random_))
      one(picture.what, picture.image, BlockShape{16, 16});
  }
  /// one(what, image) for kernels with blocks of their own.
  template <typename One>
  void without_blocks(One one) {
    for (const auto& [width, height] : kSizes)
      one("noise", noise_levels(width, height, random_.next()));
    for (const Picture& picture : telling_pictures(random_)) one(picture.what, picture.image);
  }

  static ByteImage all_weak_but_one(int width, int height) {
    ByteImage states(width, height, 1, 128);
    states.at(width - 1, height / 2) = 255;
    return states;
  }

  Random random_;
  std::size_t next_ = 0;
  std::vector<Case> list_;
};

}  // namespace

std::vector<Case> edge_cases(std::uint64_t seed) {
  EdgeCases list(seed);
  list.grey();
  list.blur();
  list.gradient();
  list.thin();
  list.hysteresis();
  list.magnitudes("fused", "magnitude_fused");
  list.magnitudes("half_storage", "magnitude_half_storage");
  list.magnitudes("half2", "magnitude_half2");
  list.one_pass();
  list.row_means();
  return list.take();
}

}  // namespace kit::grader::lab09
