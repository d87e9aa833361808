// The headers of NVIDIA's samples that programs bring along, or find here, and ones of the toolkit
// that nvcc warns of.
#include <device_functions.h>
#include <helper_cuda.h>
#include <helper_math.h>
#include <host_defines.h>
#include <math_functions.h>

#include <cstdio>

__global__ void shade(const float3* directions, float4* colours, int2* cells) {
  const int i = threadIdx.x;
  const float3 d = normalize(directions[i]), up = make_float3(0, 1, 0);
  const float3 r = reflect(-d, up) + cross(d, up) * 0;
  float4 c = lerp(make_float4(r, 1), make_float4(0.5f), 0.25f);
  c += make_float4(make_float3(1.0f) - make_float3(c));
  colours[i] = clamp(c, 0.0f, 0.75f);
  cells[i] = clamp(make_int2(floorf(make_float2(directions[i]))), make_int2(-1), make_int2(1, 2));
}

int main(int argc, char** argv) {
  if (findCudaDevice(argc, const_cast<const char**>(argv)) != 0) return 1;
  if (!checkCudaCapabilities(3, 0) || _ConvertSMVer2Cores(7, 5) != 64 || ftoi(-1.6f) != -2)
    return 2;
  float3* directions = nullptr;
  float4* colours = nullptr;
  int2* cells = nullptr;
  checkCudaErrors(cudaMallocManaged(&directions, 2 * sizeof(float3)));
  checkCudaErrors(cudaMallocManaged(&colours, 2 * sizeof(float4)));
  checkCudaErrors(cudaMallocManaged(&cells, 2 * sizeof(int2)));
  directions[0] = make_float3(3, 4.5f, 0), directions[1] = make_float3(0, -2, 0);
  shade<<<1, 2>>>(directions, colours, cells);
  getLastCudaError("shade");
  checkCudaErrors(cudaDeviceSynchronize());
  if (length(make_float4(colours[1].x, 0, 0, 0)) != 0.75f || colours[0].w != 0.75f) return 3;
  if (cells[0].x != 1 || cells[0].y != 2 || cells[1].y != -1) return 4;
  if (dot(make_int3(1, 2, 3), make_int3(2)) != 12 || max(make_uint2(3, 1), make_uint2(2)).y != 2)
    return 5;
  const float2 half = smoothstep(make_float2(0), make_float2(2), make_float2(1, 3));
  if (half.x != 0.5f || half.y != 1 || (4.0f / make_float3(2)).z != 2) return 6;
  checkCudaErrors(cudaFree(directions));
  checkCudaErrors(cudaFree(colours));
  checkCudaErrors(cudaFree(cells));
  std::fflush(stdout);
  checkCudaErrors(cudaSetDevice(1));
  return 7;
}
