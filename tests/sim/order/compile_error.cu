// A mistake on line 12, behind includes and a launch over several lines.
#include <vector>

__global__ void copy(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
}

void launch(const float* in, float* out) {
  copy<<<1,
         // comments and line breaks inside a launch
         32>>>(in, out);
  missing_semicolon(in)
}

int main() {
  launch(nullptr, nullptr);
}
