/// The cards that the simulator can play, by their compute capability: the limits are those of the
/// table "Technical Specifications per Compute Capability" of the CUDA C++ Programming Guide.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "device.hpp"

namespace kit::sim {
namespace {

constexpr std::size_t kCardKiB = 1024;
constexpr PlayedCard kCards[] = {{7, 5, 64 * kCardKiB, 64 * kCardKiB, 1024, 16},
                                 {7, 0, 96 * kCardKiB, 96 * kCardKiB, 2048, 32},
                                 {8, 0, 163 * kCardKiB, 164 * kCardKiB, 2048, 32},
                                 {8, 6, 99 * kCardKiB, 100 * kCardKiB, 1536, 16},
                                 {8, 9, 99 * kCardKiB, 100 * kCardKiB, 1536, 24},
                                 {9, 0, 227 * kCardKiB, 228 * kCardKiB, 2048, 32}};

const PlayedCard& card_of_environment() {
  const char* wanted = std::getenv("KIT_SIM_CAPABILITY");
  if (wanted == nullptr || *wanted == '\0') return kCards[0];
  for (const PlayedCard& card : kCards) {
    const char name[] = {char('0' + card.major), '.', char('0' + card.minor), '\0'};
    if (std::strcmp(wanted, name) == 0) return card;
  }
  std::fprintf(stderr,
               "KIT_SIM_CAPABILITY=%s: the simulator plays compute capability 7.0, 7.5, 8.0, 8.6, "
               "8.9 or 9.0\n",
               wanted);
  _exit(2);
}

}  // namespace

const PlayedCard& played_card() {
  static const PlayedCard& card = card_of_environment();
  return card;
}

}  // namespace kit::sim
