/// @file
/// Makes the compiler take memory for 4^12 types.
#include "lab.hpp"

template <int n, int... path>
struct Tree {
  Tree<n - 1, path..., 0> a;
  Tree<n - 1, path..., 1> b;
  Tree<n - 1, path..., 2> c;
  Tree<n - 1, path..., 3> d;
};
template <int... path>
struct Tree<0, path...> {};
static_assert(sizeof(Tree<12>) > 0);
