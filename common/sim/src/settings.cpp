/// The environment is read once: what a run depends on does not change while it runs.
#include "settings.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace kit::sim {
namespace {

constexpr int kMaxHostThreads = 256;

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
}

}  // namespace

long long number_from_environment(const char* variable, long long fallback) {
  const char* text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return fallback;
  char* end = nullptr;
  const long long value = std::strtoll(text, &end, 10);
  return *end == '\0' ? value : fallback;
}

std::uint64_t block_order_seed() {
  static const auto seed = static_cast<std::uint64_t>(number_from_environment("KIT_SIM_SEED", 1));
  return seed;
}

int host_threads() {
  static const int threads = static_cast<int>(std::clamp(
      number_from_environment("KIT_SIM_THREADS", usable_cores()), 1LL, 1LL * kMaxHostThreads));
  return threads;
}

bool launches_are_skipped() {
  static const char* const text = std::getenv("KIT_SIM_LAUNCHES");
  return text != nullptr && std::strcmp(text, "skip") == 0;
}

bool floats_must_be_finite() {
  static const char* const text = std::getenv("KIT_SIM_FLOATS");
  static const bool finite = text != nullptr && std::strcmp(text, "finite") == 0;
  return finite;
}

int multiprocessors(int usual) {
  static const auto number =
      static_cast<int>(number_from_environment("KIT_SIM_MULTIPROCESSORS", 0));
  return number > 0 ? number : usual;
}

}  // namespace kit::sim
