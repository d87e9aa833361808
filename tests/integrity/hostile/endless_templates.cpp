/// @file
/// Templates without end.
#include "lab.hpp"

template <int depth>
struct Deeper : Deeper<depth + 1> {};
using Endless = Deeper<0>;
static_assert(sizeof(Endless) > 0);
