/// @file
/// Lab 07, stage two_way: a flat block whose thirds are the left halves, the centres and the right
/// halves; the central values are in dynamic shared memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

struct Job {
  const float* in;
  float* out;
  float* work;
  int lines, length, line_step, step;
  float p, e1, e2;
  const float* weights;
  int radius;
  bool copy_left;  // w[0] = w[1] = w[2] = in[0] in the left half
};

class Walker {
 public:
  __device__ Walker(const Job& job, float value) : job_(job), u_(value), w_(value), d_(0.0f) {}
  __device__ float operator()(float sample) {
    u_ = fmaf(job_.p, sample - u_, u_);
    d_ = fmaf(job_.e2, d_, job_.e1 * (u_ - w_));
    return w_ += d_;
  }

 private:
  const Job& job_;
  float u_, w_, d_;
};

template <bool kLocal>
__global__ void thirds(Job job) {
  extern __shared__ float centres[];
  const int per_block = blockDim.x / 3;
  const int role = threadIdx.x / per_block;  // 0 left, 1 centre, 2 right
  const int slot = threadIdx.x % per_block;
  const int line = blockIdx.x * per_block + slot;
  const bool alive = line < job.lines;
  const int start = line * job.line_step;
  const int middle = job.length / 2;

  float w[kLocal ? kLongestLocalLine / 2 : 1];
  // The half as begin, begin + sign, ... in pixels of the line.
  const int begin = role == 0 ? 0 : job.length - 1;
  const int sign = role == 0 ? 1 : -1;
  const int count = !alive || role == 1 ? 0 : role == 0 ? middle : job.length - 1 - middle;
  const auto place = [&](int k) { return start + (begin + sign * k) * job.step; };

  if (count > 0) {
    const float edge = job.in[place(0)];
    Walker walk(job, edge);
    int k = 0;
    const auto keep = [&](float value) {
      if (kLocal) {
        w[k] = value;
      } else {
        job.work[place(k)] = value;
      }
      ++k;
    };
    if (role == 0 && job.copy_left) {
      while (k < min(3, count)) keep(edge);
    }
    while (k < count) keep(walk(job.in[place(k)]));
  }
  if (role == 1 && alive) {
    // From the far pixels to the near ones, so that small products are added first.
    float sum = 0.0f;
    for (int r = job.radius; r > 0; --r) {
      const int before = middle < r ? 0 : middle - r;
      const int after = job.length - 1 - middle < r ? job.length - 1 : middle + r;
      sum += job.weights[r] * (job.in[start + before * job.step] + job.in[start + after * job.step]);
    }
    centres[slot] = fmaf(job.weights[0], job.in[start + middle * job.step], sum);
  }
  __syncthreads();

  if (role == 1) {
    if (alive) job.out[start + middle * job.step] = centres[slot];
  } else if (count > 0) {
    Walker walk(job, centres[slot]);
    int k = count;
    while (k-- > 0) job.out[place(k)] = walk(kLocal ? w[k] : job.work[place(k)]);
  }
}

}  // namespace

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  Job job{};
  job.out = d_output;
  job.work = d_workspace;
  job.p = float(coefficients.p);
  job.e1 = float(coefficients.e1);
  job.e2 = float(coefficients.e2);
  job.weights = d_weights;
  job.radius = radius;
  job.copy_left = boundary == Boundary::duplicate;

  const auto run = [&] {
    const int blocks = (job.lines + lines_per_block - 1) / lines_per_block;
    const std::size_t bytes = lines_per_block * sizeof(float);
    if (scratch == Scratch::local) {
      thirds<true><<<blocks, 3 * lines_per_block, bytes, stream>>>(job);
    } else {
      thirds<false><<<blocks, 3 * lines_per_block, bytes, stream>>>(job);
    }
    KIT_CHECK(cudaGetLastError());
  };
  job.in = d_input;
  job.lines = height;
  job.length = width;
  job.line_step = width;
  job.step = 1;
  run();
  job.in = d_output;
  job.lines = width;
  job.length = height;
  job.line_step = 1;
  job.step = width;
  run();
}

}  // namespace lab07
