#include "grader/judge/resized_call.hpp"

#include <cstdint>

namespace kit::grader {

Call resized(const Call& call, int width, int height, int size) {
  Call result = call;
  const auto resize = [&](Shape& shape) {
    if (shape.width != width || shape.height != height) return false;
    shape.width = shape.height = size;
    return true;
  };
  for (std::vector<Tensor>& entry : result.inputs) {
    for (Tensor& tensor : entry) {
      if (!resize(tensor.shape)) continue;
      tensor.bytes.assign(tensor.shape.bytes(), std::byte{0});
      for (std::size_t n = 0; n < tensor.shape.values(); ++n) {
        const auto level = std::uint8_t(n * 2654435761u >> 24);
        if (tensor.shape.type == DType::f32) {
          tensor.as<float>()[n] = float(level) / 255;
        } else {
          tensor.bytes[n * size_of(tensor.shape.type)] = std::byte{level};
        }
      }
    }
  }
  for (Shape& shape : result.outputs) resize(shape);
  result.noise_key.reset();
  result.timed = false;
  return result;
}

}  // namespace kit::grader
