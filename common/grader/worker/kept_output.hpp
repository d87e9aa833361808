/// @file
/// Outputs of timed launches that stay with the worker. The judge looks at a few lines of them, and
/// draws these only after the launches.
#pragma once

#include <cstddef>
#include <map>
#include <memory>

#include "grader/protocol/shape.hpp"

namespace kit::worker {

/// The output of a timed launch, until the judge has said which lines of it it wants. It is a copy,
/// so that nothing that still runs can change it.
class KeptOutput {
 public:
  explicit KeptOutput(const grader::Shape& shape) : shape_(shape) {}
  KeptOutput(const KeptOutput&) = delete;
  KeptOutput& operator=(const KeptOutput&) = delete;
  virtual ~KeptOutput() = default;

  const grader::Shape& shape() const { return shape_; }
  /// Copies `rows` times `width` bytes, `pitch` bytes from each other, from byte `offset` on.
  virtual void copy(std::size_t offset, std::size_t pitch, std::size_t width, std::size_t rows,
                    std::byte* to) const = 0;

 private:
  grader::Shape shape_;
};

/// By slot.
std::map<int, std::unique_ptr<KeptOutput>>& kept_outputs();

}  // namespace kit::worker
