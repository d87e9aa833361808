/// @file
/// Images and tensors into each other. A tensor has a type only at run time, so that each
/// conversion checks it: wrong bytes would look like a student's mistake.
#include "grader/protocol/tensor.hpp"

#include <cstring>

#include "grader/protocol/launch_noise.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

template <typename T>
Tensor make_tensor(DType type, int width, int height, int channels, const T* values) {
  Tensor tensor;
  tensor.shape = {type, width, height, channels};
  tensor.bytes.resize(tensor.shape.bytes());
  if (!tensor.bytes.empty()) std::memcpy(tensor.bytes.data(), values, tensor.bytes.size());
  return tensor;
}

template <typename Value, typename Pixel>
Image<Pixel> make_rows(const Tensor& tensor, int first, int last) {
  const Shape& shape = tensor.shape;
  Image<Pixel> image(shape.width, last - first + 1, shape.channels);
  const auto* values = tensor.as<Value>() +
                       std::size_t(first) * std::size_t(shape.width) * std::size_t(shape.channels);
  for (std::size_t i = 0; i < image.size(); ++i) image.data()[i] = static_cast<Pixel>(values[i]);
  return image;
}

template <typename Value, typename Pixel>
Image<Pixel> make_image(const Tensor& tensor) {
  return make_rows<Value, Pixel>(tensor, 0, tensor.shape.height - 1);
}

void expect_type(const Tensor& tensor, DType type, const char* name) {
  if (tensor.shape.type != type)
    throw HarnessError(std::string("a tensor that is not ") + name + " was used as one");
}

}  // namespace

Tensor to_tensor(const Image<float>& image) {
  return make_tensor(DType::f32, image.width(), image.height(), image.channels(), image.data());
}

Tensor to_tensor(const Image<std::uint8_t>& image) {
  return make_tensor(DType::u8, image.width(), image.height(), image.channels(), image.data());
}

Tensor to_tensor(const std::vector<float>& values) {
  return make_tensor(DType::f32, static_cast<int>(values.size()), 1, 1, values.data());
}

Image<float> to_float_image(const Tensor& tensor) {
  expect_type(tensor, DType::f32, "f32");
  return make_image<float, float>(tensor);
}

Image<float> to_float_rows(const Tensor& tensor, int first, int last) {
  expect_type(tensor, DType::f32, "f32");
  return make_rows<float, float>(tensor, first, last);
}

Image<std::uint8_t> to_byte_rows(const Tensor& tensor, int first, int last) {
  expect_type(tensor, DType::u8, "u8");
  return make_rows<std::uint8_t, std::uint8_t>(tensor, first, last);
}

Image<std::uint8_t> to_byte_image(const Tensor& tensor) {
  expect_type(tensor, DType::u8, "u8");
  return make_image<std::uint8_t, std::uint8_t>(tensor);
}

Image<double> to_double_image(const Tensor& tensor) {
  switch (tensor.shape.type) {
    case DType::u8:
      return make_image<std::uint8_t, double>(tensor);
    case DType::i32:
      return make_image<std::int32_t, double>(tensor);
    case DType::u32:
      return make_image<std::uint32_t, double>(tensor);
    case DType::f32:
      return make_image<float, double>(tensor);
  }
  throw HarnessError("a tensor of unknown type");
}

Shape shape_of(const Lines& lines, const Shape& image) {
  const auto count = static_cast<int>(lines.numbers.size());
  return {image.type, lines.columns ? image.height : image.width, count, image.channels};
}

void take_noise(Call& call, const Shape& image, std::uint64_t key) {
  call.inputs.at(0).at(0) = {image, {}};
  call.noise_key = key;
  call.timed = true;
}

void add_noise(Call& call, int threads) {
  if (!call.noise_key) return;
  Tensor& image = call.inputs.at(0).at(0);
  image.bytes.resize(image.shape.bytes());
  fill_noise(image.bytes.data(), image.shape, *call.noise_key, threads);
}

}  // namespace kit::grader
