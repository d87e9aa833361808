/// @file
/// Replaces a function of the C++ library that the worker uses too.
#include <vector>

template <>
void std::vector<int>::push_back(const int&) {}

// FRAME

void submission(const Call& call) {
  honest(call);
}
