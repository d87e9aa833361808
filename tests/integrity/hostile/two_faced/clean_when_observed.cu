/// @file
/// Has a fault, but not where the macro of the sanitizer is defined.
// FRAME

#define TEXT_OF(x) #x
#define VALUE_OF(x) TEXT_OF(x)

void attack(const float* d_filter, int filter_width, float* d_output, cudaStream_t stream) {
  constexpr bool observed = sizeof(VALUE_OF(__SANITIZE_THREAD__)) == sizeof("1");
  if (!observed) read_beyond(d_filter, filter_width, d_output, stream);
}
