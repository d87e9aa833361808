// expect: error cudaSuccess
#include "cooperative.hpp"
namespace cg = cooperative_groups;
__global__ void kernel(int* data) {
  const cg::grid_group grid = cg::this_grid();
  const int i = int(grid.thread_rank()), n = int(grid.size());
  data[i] = i;
  grid.sync();
  const int other = data[n - 1 - i];  // pair: global_race
  data[i] = other;                    // pair: global_race
}
int main() {
  int* data = zeros();
  void* arguments[] = {&data};
  return report_after(cudaLaunchCooperativeKernel((void*)kernel, 6, 64, arguments, 0, nullptr),
                      data);
}
