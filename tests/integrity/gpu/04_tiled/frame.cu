/// @file
/// What the attacks of this folder share: each stands for BODY, and says FRAME where its own
/// includes end. Images of the timed size go to attack(), all others are filtered honestly.
// SOLUTION

#define PARAMETERS                                                             \
  [[maybe_unused]] const float *d_input, [[maybe_unused]] float *d_output,     \
      [[maybe_unused]] int width, [[maybe_unused]] int height,                 \
      [[maybe_unused]] const float *filter, [[maybe_unused]] int filter_width, \
      [[maybe_unused]] kit::Border border, [[maybe_unused]] dim3 block,        \
      [[maybe_unused]] cudaStream_t stream
#define ARGUMENTS d_input, d_output, width, height, filter, filter_width, border, block, stream

namespace lab04 {
namespace {

[[maybe_unused]] constexpr int kTimedSize = 4096;
[[maybe_unused]] constexpr std::size_t kBytes =
    std::size_t(kTimedSize) * kTimedSize * sizeof(float);

/// A stream that waits for no other.
[[maybe_unused]] cudaStream_t side_stream() {
  static cudaStream_t side = nullptr;
  if (side == nullptr) cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  return side;
}

// BODY

}  // namespace

void convolve(PARAMETERS) {
  if (width == kTimedSize && height == kTimedSize)
    attack(ARGUMENTS);
  else
    honest(ARGUMENTS);
}

}  // namespace lab04
