/// @file
/// What the attacks of this folder share: each stands for BODY, and says FRAME where its own
/// includes end. Images of the timed size go to attack(), all others are filtered honestly.
// SOLUTION

#define PARAMETERS                                                                       \
  [[maybe_unused]] const uchar4 *d_image, [[maybe_unused]] float4 *d_output,             \
      [[maybe_unused]] int width, [[maybe_unused]] int height,                           \
      [[maybe_unused]] const Parameters &parameters, [[maybe_unused]] void *d_workspace, \
      [[maybe_unused]] cudaStream_t stream
#define ARGUMENTS d_image, d_output, width, height, parameters, d_workspace, stream

namespace lab08 {
namespace {

[[maybe_unused]] constexpr int kTimedSize = 2048;

// BODY

}  // namespace

void edge_aware(PARAMETERS) {
  if (width == kTimedSize && height == kTimedSize)
    attack(ARGUMENTS);
  else
    honest(ARGUMENTS);
}

}  // namespace lab08
