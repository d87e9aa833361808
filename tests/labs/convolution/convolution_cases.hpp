/// @file
/// What the labs that filter an image with a filter and a border have in common: their cases, the
/// tolerance of each, the timing and the use on a picture. A lab's cases.cpp names its functions
/// and stages and adds what is its own.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "grader/lab/suite.hpp"
#include "kit/border.hpp"
#include "kit/filters.hpp"
#include "kit/image.hpp"
#include "kit/synthetic.hpp"

namespace kit::grader {

/// Worst float32 rounding error of one sum of `products` products: gamma_n * sum|w| * max|in| with
/// gamma_n = n u / (1 - n u) and u = 2^-24. It holds for any order of summation, with or without
/// fused multiply-add (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 2002, 3.5).
/// No factor on top: the bound covers the products' own roundings. Below 1e-5 for the fixed
/// filters, which have up to 49 weights, on values in [0, 1].
double convolution_tolerance(const std::vector<float>& weights, double largest_input = 1);

/// The same for two passes over vectors of n weights: gamma_2n * sum|row| * sum|column| * max|in|.
double separable_tolerance(const std::vector<float>& row, const std::vector<float>& column,
                           double largest_input = 1);

/// For sqrt(gx^2 + gy^2) with both gradients by Sobel's filters: sqrt(2) times the bound of one
/// gradient, plus gamma_8 of the largest magnitude for squares, sum and root (hypotf may be off by
/// 3 units in the last place: CUDA C++ Programming Guide, "Mathematical Functions").
double sobel_tolerance(double largest_input = 1);

/// Largest |value| of an image; 0 for an empty one.
double largest_magnitude(const Image<float>& image);

/// One convolution to check, before it is a call of somebody's function.
struct ConvolutionProblem {
  std::string name;  ///< "5x5 random, 37x21, zero border"
  Image<float> image;
  Filter filter;
  Border border = Border::zero;
};

/// A width x width filter of independent weights, positive and negative, whose magnitudes sum to 1.
/// No two weights are equal, so that exchanging any two shows.
Filter random_filter(int width, std::uint64_t seed);

/// Noise under such a filter; both come from the next numbers of `random`.
ConvolutionProblem random_problem(int filter_width, int width, int height, Border border,
                                  Random& random);

/// An odd number of weights per side in [least, most], both odd.
int any_width(int least, int most, Random& random);

/// The standard problems for one-channel images, fresh for every seed. Those that can tell the
/// usual mistakes apart come first: several filters without any symmetry on images that are no
/// multiple of a tile, with both borders. Then an impulse, a constant, a gradient with a distinct
/// value per pixel, images of one row, one column and one pixel, filters wider than the image,
/// every fixed filter of make_filter, a Laplacian of Gaussian, and last a large image.
std::vector<ConvolutionProblem> standard_problems(std::uint64_t seed);

/// The first few of them and the odd sizes: for a stage that reuses a convolution already checked.
std::vector<ConvolutionProblem> brief_problems(std::uint64_t seed);

/// The images of thin_image.hpp under a small filter, with either border; last one that takes the
/// highest grid.
std::vector<ConvolutionProblem> thin_problems(std::uint64_t seed);

/// Problems from the instructor's hidden file: {"filter": a name of make_filter or "random:7",
/// "width": w, "height": h, "border": "zero" or "clamp"} each. Throws InputError.
std::vector<ConvolutionProblem> hidden_problems(const nlohmann::json& parameters,
                                                std::uint64_t seed);

/// The case that asks `function` of the lab's worker adapter to solve the problem. Inputs: the
/// image and the weights. Parameters: filter_width, border, and those of `extra`, e.g. {"block":
/// [32, 8]}. A thin image has no hypotheses: those of the small cases tell as much, and sooner.
Case convolution_case(const std::string& stage, const std::string& function,
                      const ConvolutionProblem& problem,
                      const nlohmann::json& extra = nlohmann::json::object());

/// The taps of a contract's separable function: the vector along x is input 1, that along y
/// input 2.
inline std::vector<TapInput> separable_taps(int taps, const char* row, const char* column) {
  return {{1, {row, taps, 1}}, {2, {column, 1, taps}}};
}

/// Adds to the hypotheses of these convolution cases, which one worker runs in this order, an
/// upload to constant memory whose size is the number of weights and not of their bytes: behind the
/// first quarter stands what earlier uploads left.
void add_byte_count_hypothesis(std::vector<Case>& cases);

/// The filter with each weight multiplied by a number of [0.75, 1.25): of the weights that a timed
/// launch gets none are known beforehand.
Filter varied(Filter filter, std::uint64_t seed);

/// Timing of `function` with a filter, varied(), on width x height noise, as convolution_case calls
/// it. Outputs are looked at in up to 50 rows: the first, the last and random ones.
TimingPlan convolution_timing(const std::string& stage, const std::string& function,
                              const std::string& filter_name, Border border, int width, int height,
                              const nlohmann::json& extra = nlohmann::json::object());

/// Up to 50 rows of an image of this height.
Lines some_rows(int height, std::uint64_t choice);

/// The call with noise for its image.
Call with_noise(Call call, int width, int height, std::uint64_t key);

/// Compares rows of an output with what `reference_row` gives for a row of the image, or of those
/// rows of it that this one depends on. Empty if all are within the tolerance, else a sentence with
/// the worst pixel.
using ReferenceRow = std::function<Image<double>(const Image<float>& image, int row)>;
std::string check_rows(const Tensor& image, int reach, const Lines& lines, const Tensor& picked,
                       double tolerance, const ReferenceRow& reference_row);

/// The options of `kit run` for a lab that filters: a filter, a border and, where the lab has
/// blocks, their shape.
struct ConvolutionOptions {
  std::string filter;
  Border border = Border::clamp;
  int block_width = 32, block_height = 8;
};

/// Reads the options "filter", "border" and, if `with_block`, "block" ("32x8": up to 1024 threads).
/// What is absent or empty gets its default. Throws InputError for any other option, and for values
/// that are not understood; the filter's name is checked by make_filter.
ConvolutionOptions convolution_options(const RunOptions& options, const std::string& default_filter,
                                       bool with_block);

/// A picture filtered by `function`, as convolution_case calls it.
PictureFilter convolution_picture(const std::string& function, const ConvolutionOptions& options,
                                  const nlohmann::json& extra = nlohmann::json::object());

}  // namespace kit::grader
