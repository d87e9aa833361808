/// @file
/// What judge and worker send each other: tensors, and calls of one contract function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "grader/protocol/shape.hpp"
#include "kit/image.hpp"

namespace kit::grader {

/// An array with its type and extent; shape.bytes() bytes.
struct Tensor {
  Shape shape;
  std::vector<std::byte> bytes;

  template <typename T>
  const T* as() const {
    return reinterpret_cast<const T*>(bytes.data());
  }
  template <typename T>
  T* as() {
    return reinterpret_cast<T*>(bytes.data());
  }
};

Tensor to_tensor(const Image<float>& image);
Tensor to_tensor(const Image<std::uint8_t>& image);
/// `values.size()` floats as a tensor of one row.
Tensor to_tensor(const std::vector<float>& values);
/// Throws HarnessError unless the tensor is f32 (u8).
Image<float> to_float_image(const Tensor& tensor);
Image<std::uint8_t> to_byte_image(const Tensor& tensor);
/// Rows [first, last] of such a tensor.
Image<float> to_float_rows(const Tensor& tensor, int first, int last);
Image<std::uint8_t> to_byte_rows(const Tensor& tensor, int first, int last);
/// Any tensor in double precision, which holds every value of every DType exactly.
Image<double> to_double_image(const Tensor& tensor);

/// Which lines of an image are looked at: rows, or columns.
struct Lines {
  bool columns = false;
  std::vector<int> numbers;  ///< of the lines, from 0
};

/// The lines as a tensor of their own, one row each.
Shape shape_of(const Lines& lines, const Shape& image);

/// One call of one contract function, or several of them on different data.
struct Call {
  std::string function;  ///< as registered by the lab's worker adapter
  nlohmann::json params =
      nlohmann::json::object();  ///< scalars: {"border": "zero", "block": [32, 8]}
  /// One entry per launch: the inputs, in the adapter's order. A timed call has one entry.
  std::vector<std::vector<Tensor>> inputs;
  /// The first input is the noise of this key (launch_noise.hpp), which the worker makes by itself:
  /// the tensor has no bytes before add_noise().
  std::optional<std::uint64_t> noise_key = {};
  std::vector<Shape> outputs;  ///< what the worker allocates, poisons and sends back, per entry
  bool timed = false;          ///< measure the launch, and keep the output for Session::kept()
  int slot = 0;                ///< of a timed call: where the output is kept
  bool zeroed = false;         ///< outputs hold zeros before the call, not poison
  int edit = 0;                ///< put this edit of a switched source in force; 0: none
  int second_edit = 0;         ///< and this one; 0: none
  int third_edit = 0;          ///< and this one; 0: none
  bool note_edits = false;     ///< ask which edits the program meets
  bool more_shared = false;    ///< the plain simulator gives launches all the shared memory it has
  /// The observed simulator repeats the call with each of its CUDA calls made to fail in turn, from
  /// the one of this number on (1: the first); 0: it does not.
  int fail_from = 0;
};

/// A timed call whose first input is noise.
void take_noise(Call& call, const Shape& image, std::uint64_t key);
/// Makes the first input of a call with a noise key, on `threads` threads.
void add_noise(Call& call, int threads);

}  // namespace kit::grader
