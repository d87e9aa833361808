/// @file
/// Takes and touches 64 GiB.
#include <vector>

// FRAME

void submission(const Call& call) {
  std::vector<std::vector<char>> all;
  for (int i = 0; i < 64; ++i) all.emplace_back(std::size_t(1) << 30, 'x');
  honest(call);
}
