/// @file
/// What the attacks of this folder share: each stands for BODY, and says FRAME where its own
/// includes end. Images of the timed size go to attack(), all others are filtered honestly.
// SOLUTION

#define PARAMETERS                                                             \
  [[maybe_unused]] const float *d_input, [[maybe_unused]] float *d_output,     \
      [[maybe_unused]] float *d_workspace, [[maybe_unused]] int width,         \
      [[maybe_unused]] int height, [[maybe_unused]] const float *row_weights,  \
      [[maybe_unused]] const float *column_weights, [[maybe_unused]] int taps, \
      [[maybe_unused]] kit::Border border, [[maybe_unused]] dim3 block,        \
      [[maybe_unused]] cudaStream_t stream
#define ARGUMENTS                                                                                  \
  d_input, d_output, d_workspace, width, height, row_weights, column_weights, taps, border, block, \
      stream

namespace lab05 {
namespace {

[[maybe_unused]] constexpr int kTimedSize = 4096;

[[maybe_unused]] void pass_over_rows(PARAMETERS) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  cudaMemcpyToSymbolAsync(constant_row, row_weights, sizeof(float) * taps, 0,
                          cudaMemcpyHostToDevice, stream);
  filter_rows<<<grid, block, sizeof(float) * (block.x + taps) * block.y, stream>>>(
      d_input, d_workspace, width, height, taps, border);
}

[[maybe_unused]] void pass_over_columns(PARAMETERS) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  cudaMemcpyToSymbolAsync(constant_column, column_weights, sizeof(float) * taps, 0,
                          cudaMemcpyHostToDevice, stream);
  filter_columns<<<grid, block, sizeof(float) * block.x*(block.y + taps), stream>>>(
      d_workspace, d_output, width, height, taps, border);
}

// BODY

}  // namespace

void separable_shared(PARAMETERS) {
  if (width == kTimedSize && height == kTimedSize)
    attack(ARGUMENTS);
  else
    honest(ARGUMENTS);
}

}  // namespace lab05
