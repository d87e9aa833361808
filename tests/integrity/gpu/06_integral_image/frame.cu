/// @file
/// What the attacks of this folder share: each stands for BODY, and says FRAME where its own
/// includes end. Images of the timed size go to attack(), all others are filtered honestly.
// SOLUTION

#define PARAMETERS                                                                            \
  [[maybe_unused]] const std::uint8_t *d_input, [[maybe_unused]] std::uint8_t *d_output,      \
      [[maybe_unused]] int width, [[maybe_unused]] int height, [[maybe_unused]] int channels, \
      [[maybe_unused]] int radius, [[maybe_unused]] void *d_workspace,                        \
      [[maybe_unused]] cudaStream_t stream
#define ARGUMENTS d_input, d_output, width, height, channels, radius, d_workspace, stream

namespace lab06 {
namespace {

[[maybe_unused]] constexpr int kTimedSize = 4096;

// BODY

}  // namespace

void box_filter(PARAMETERS) {
  if (width == kTimedSize && height == kTimedSize)
    attack(ARGUMENTS);
  else
    honest(ARGUMENTS);
}

}  // namespace lab06
