// Inline PTX and clusters. Everything else that is missing has no header, or no declaration.
#include "refusals.hpp"

#include "scan/token.hpp"

namespace kit::rewriter {

void Refusals::look_at(std::size_t i) {
  track(i);
  if (!source_.is_identifier(i)) return;
  const std::string_view word = source_.word(i);
  if (word == "asm" || word == "__asm__" || word == "__asm") {
    if (device_.empty() || !device_.back() || !is_student(i)) return;
    std::size_t text = i + 1;
    while (source_.is_identifier(text)) ++text;  // volatile
    // An empty one is for the compiler alone.
    if (source_.is(text, "(") && source_.is(text + 1, "\"\"")) return;
    source_.refuse(i,
                   "the simulator runs no inline PTX: write the operation in C++, or by a function "
                   "of CUDA's, such as __popc, __ldg, __funnelshift_l or threadIdx.x % 32 for the "
                   "lane");
  }
  const bool cluster = word == "__cluster_dims__" ||
                       word == "cudaLaunchAttributeClusterDimension" ||
                       (word == "this_cluster" && source_.is(i + 1, "("));
  if (cluster && is_student(i))
    source_.refuse(i,
                   "the simulator has no thread block clusters, which came with compute capability "
                   "9.0: let blocks meet in global memory by atomic functions, or launch by "
                   "cudaLaunchCooperativeKernel and use grid.sync()");
}

void Refusals::track(std::size_t i) {
  if (source_.is(i, "__device__") || source_.is(i, "__global__")) declared_ = true;
  if (source_.is(i, "{")) {
    device_.push_back(declared_ || (!device_.empty() && device_.back()));
    declared_ = false;
  } else if (source_.is(i, "}")) {
    if (!device_.empty()) device_.pop_back();
    declared_ = false;
  } else if (source_.is(i, ";")) {
    declared_ = false;
  }
}

}  // namespace kit::rewriter
