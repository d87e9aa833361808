/// @file
/// A macro for the kit's namespace hides its name from whoever reads the source.
#define K kit
namespace K {
namespace sim {
void print_findings();
}
}  // namespace K
// FRAME

void attack(const float* d_filter, int filter_width, float* d_output, cudaStream_t stream) {
  read_beyond(d_filter, filter_width, d_output, stream);
  K::sim::print_findings();
}
