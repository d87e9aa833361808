/// @file
/// Prints while it works, as one does when looking for a mistake.
#include <cstdio>
#include <iostream>

// FRAME

void submission(const Call& call) {
  std::cout << "image " << call.width << " x " << call.height << std::endl;
  std::printf("filter %d\n", call.filter_width);
  honest(call);
}
