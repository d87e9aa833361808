#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// --- taken: block, tiles and a group of the lanes that are together
__global__ void k(int* p) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto tile = cg::tiled_partition<4>(warp);
  const cg::coalesced_group lanes = cg::coalesced_threads();
  p[block.thread_rank()] = tile.shfl_down(int(lanes.size()), 1) + int(warp.meta_group_rank());
  block.sync();
}
// --- taken: any group as a parameter
__device__ int f(cg::thread_group group) {
  group.sync();
  return int(group.thread_rank());
}
__global__ void k(int* p) {
  p[0] = f(cg::this_thread_block()) + f(cg::tiled_partition<8>(cg::this_thread_block())) +
         f(cg::tiled_partition(cg::this_thread_block(), 4)) + f(cg::coalesced_threads());
}
// --- taken: a tile as a parameter, whatever its parent
__device__ int f(const cg::thread_block_tile<16>& tile) {
  return tile.any(1) + int(tile.meta_group_size());
}
__global__ void k(int* p) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  p[0] = f(cg::tiled_partition<16>(cg::this_thread_block())) + f(cg::tiled_partition<16>(warp));
}
// --- taken: a template over groups
template <typename Group>
__device__ float f(const Group& group, float x) {
  x = cg::reduce(group, x, cg::plus<float>());
  x += cg::exclusive_scan(group, x) + cg::inclusive_scan(group, x, cg::greater<float>());
  return cg::reduce(group, x, [](float a, float b) { return a * b; });
}
__global__ void k(float* p) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  p[0] = f(tile, p[0]) + f(cg::binary_partition(tile, p[1] > 0), p[1]) +
         f(cg::labeled_partition(tile, int(threadIdx.x) / 3), p[2]);
}
// --- taken: barrier over the grid
__global__ void k(int* p) {
  const cg::grid_group grid = cg::this_grid();
  p[grid.thread_rank()] = int(grid.num_blocks());
  if (grid.is_valid()) grid.sync();
}
void launch(int* p) {
  void* arguments[] = {&p};
  cudaLaunchCooperativeKernel((void*)k, dim3(2), dim3(32), arguments);
}
// --- taken: copies to shared memory
__global__ void k(int* p) {
  __shared__ int cells[32];
  __pipeline_memcpy_async(&cells[threadIdx.x], &p[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  p[threadIdx.x] = cells[threadIdx.x] + 1;
}
// --- taken: one thread of a group calls a function
__global__ void k(int* p) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::invoke_one(tile, [&] { p[1] = 1; });
  p[0] = cg::invoke_one_broadcast(
      tile, [](int a) { return a + 1; }, p[2]);
}
// --- refused: this_thread_block on the host
unsigned f() {
  return cg::this_thread_block().size();
}
// --- refused: copy to shared memory on the host
void f(int* a, int* b) {
  __pipeline_memcpy_async(a, b, 4);
}
// --- refused: reduction with a host function
inline int worse(int a, int b) {
  return a < b ? a : b;
}
__global__ void k(int* p) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  p[0] = cg::reduce(tile, p[0], [](int a, int b) { return worse(a, b); });
}
// --- c++: reduction of a whole block
__global__ void k(int* p) {
  p[0] = cg::reduce(cg::this_thread_block(), p[0], cg::plus<int>());
}
// --- c++: operator of another type
__global__ void k(float* p) {
  p[0] = cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), p[0], cg::plus<int>());
}
// --- c++: tile of three threads
__global__ void k(int* p) {
  p[0] = int(cg::tiled_partition<3>(cg::this_thread_block()).size());
}
// --- c++: tile larger than what it is part of
__global__ void k(int* p) {
  p[0] = int(cg::tiled_partition<16>(cg::tiled_partition<8>(cg::this_thread_block())).size());
}
// --- c++: group made from nothing
__global__ void k(int* p) {
  const cg::thread_block_tile<32> tile;
  p[0] = int(tile.size());
}
