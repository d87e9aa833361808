/// std::thread::hardware_concurrency() tells the machine's cores with some releases of glibc.
#include "grader/support/usable_cores.hpp"

#include <sched.h>

#include <algorithm>

namespace kit {

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof(set), &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

}  // namespace kit
