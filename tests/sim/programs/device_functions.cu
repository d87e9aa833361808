// Atomics of every kind, bit operations, conversions, fast math, vector types, complex numbers,
// printf.
#include <cuComplex.h>

#include <cmath>
#include <vector>

#include "program.hpp"

__global__ void atomics(int* i, unsigned* u, unsigned long long* l, float* f, double* d) {
  const int t = threadIdx.x;
  atomicAdd(&i[0], t);
  atomicSub(&i[1], 1);
  atomicMin(&i[2], -t);
  atomicMax(&i[3], t);
  atomicAnd(&i[4], ~(1 << (t % 8)));
  atomicOr(&i[5], 1 << (t % 16));
  atomicXor(&i[6], 1);
  atomicInc(&u[0], 9);
  atomicDec(&u[1], 9);
  atomicMax(&u[2], unsigned(t));
  atomicAdd(&l[0], 1ull << 32);
  atomicAdd(&f[0], 0.5f);
  atomicAdd(&d[0], 0.25);
  if (blockIdx.x == 0 && t == 3) i[7] = atomicExch(&i[8], 77);
  int seen = atomicAdd(&i[9], 0), expected;
  do {  // a maximum by compare-and-swap
    expected = seen;
    seen = atomicCAS(&i[9], expected, max(expected, t));
  } while (seen != expected);
}

__global__ void bits(int* out) {
  out[0] = __popc(0xf0f0u);
  out[1] = __clz(1);
  out[2] = __ffs(8);
  out[3] = int(__brev(1u) >> 31);
  out[4] = int(__byte_perm(0x33221100u, 0x77665544u, 0x0426u));
  out[5] = int(__umulhi(0x80000000u, 6u));
  out[6] = __float2int_rn(2.5f);
  out[7] = __float2int_rd(-2.5f);
  out[8] = __float_as_int(1.0f);
  out[9] = int(__funnelshift_l(0x80000000u, 1u, 1));
  out[10] = min(3, -4) + max(2u, 7u);
  out[11] = __float2int_rz(3e10f);
  out[12] = __mul24(-3, 5);
  out[13] = int(__usad(3u, 10u, 1u));
}

__global__ void math(float* out, const float* in) {
  out[0] = __expf(in[1]) - expf(1.0f);
  out[1] = rsqrtf(4.0f);
  out[2] = __saturatef(in[2]);
  out[3] = __fdividef(1.0f, in[2]);
  out[4] = fmaf(2.0f, 3.0f, in[1]);
  out[5] = __ldg(&in[2]);
  out[6] = __fsqrt_rn(16.0f);
  out[7] = min(in[1], 0.5f) + max(in[1], 3.0f);
}

__global__ void vectors(const float4* in, float4* out, uchar4* bytes, cuFloatComplex* z) {
  float4 v = in[threadIdx.x];
  v.x += v.w;
  out[threadIdx.x] = make_float4(v.x, v.y, v.z, 1.0f);
  bytes[threadIdx.x] = make_uchar4(1, 2, 3, static_cast<unsigned char>(threadIdx.x));
  z[threadIdx.x] = cuCmulf(make_cuFloatComplex(0, 1), make_cuFloatComplex(v.x, 2));
}

__global__ void hello() {
  printf("thread %d says %.2f\n", int(threadIdx.x), 0.5 * threadIdx.x);
}

int main() {
  int i[10] = {0, 0, 0, 0, 255, 0, 0, 0, 11, 0};
  unsigned u[3] = {0, 0, 0};
  unsigned long long l = 0;
  float f = 0;
  double d = 0;
  {
    kit::DeviceBuffer<int> d_i(i, 10);
    kit::DeviceBuffer<unsigned> d_u(u, 3);
    kit::DeviceBuffer<unsigned long long> d_l(&l, 1);
    kit::DeviceBuffer<float> d_f(&f, 1);
    kit::DeviceBuffer<double> d_d(&d, 1);
    atomics<<<4, 64>>>(d_i.data(), d_u.data(), d_l.data(), d_f.data(), d_d.data());
    KIT_CHECK(cudaGetLastError());
    d_i.download(i);
    d_u.download(u);
    d_l.download(&l);
    d_f.download(&f);
    d_d.download(&d);
  }
  EXPECT(i[0] == 4 * 2016 && i[1] == -256 && i[2] == -63 && i[3] == 63);
  EXPECT(i[4] == 0 && i[5] == 0xffff && i[6] == 0 && i[9] == 63);
  EXPECT(i[7] == 11 && i[8] == 77);
  EXPECT(u[0] == 256 % 10 && u[2] == 63);
  EXPECT(u[1] == (10 - 256 % 10) % 10);
  EXPECT(l == 256ull << 32 && f == 128.0f && d == 64.0);

  int b[14];
  kit::DeviceBuffer<int> d_b(14);
  bits<<<1, 1>>>(d_b.data());
  KIT_CHECK(cudaGetLastError());
  d_b.download(b);
  const int expected[14] = {8, 31, 4, 1, 0, 3, 2, -3, 0x3f800000, 3, 3, 2147483647, -15, 8};
  for (int k = 0; k < 14; ++k) {
    if (k != 4) EXPECT(b[k] == expected[k]);
  }
  EXPECT(b[4] == 0x00442266);

  const float in[3] = {0, 1, 2};
  float out[8];
  kit::DeviceBuffer<float> d_in(in, 3), d_out(8);
  math<<<1, 1>>>(d_out.data(), d_in.data());
  KIT_CHECK(cudaGetLastError());
  d_out.download(out);
  EXPECT(std::fabs(out[0]) < 1e-5f && std::fabs(out[1] - 0.5f) < 1e-6f && out[2] == 1.0f);
  EXPECT(std::fabs(out[3] - 0.5f) < 1e-6f && out[4] == 7.0f && out[5] == 2.0f && out[6] == 4.0f);
  EXPECT(out[7] == 3.5f);

  const float4 v[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  float4 w[2];
  uchar4 c[2];
  cuFloatComplex z[2];
  kit::DeviceBuffer<float4> d_v(v, 2), d_w(2);
  kit::DeviceBuffer<uchar4> d_c(2);
  kit::DeviceBuffer<cuFloatComplex> d_z(2);
  vectors<<<1, 2>>>(d_v.data(), d_w.data(), d_c.data(), d_z.data());
  KIT_CHECK(cudaGetLastError());
  d_w.download(w);
  d_c.download(c);
  d_z.download(z);
  EXPECT(w[1].x == 13 && w[1].w == 1 && c[1].w == 1 && c[0].z == 3);
  EXPECT(cuCrealf(z[0]) == -2 && cuCimagf(z[0]) == 5);

  hello<<<1, 2>>>();
  KIT_CHECK(cudaDeviceSynchronize());
  return finish();
}
