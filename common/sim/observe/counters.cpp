/// Turns a warp's requests into the numbers that a profiler of a real card shows. A card moves
/// global memory in sectors of 32 bytes and shared memory through 32 banks of 4 bytes, so all that
/// counts about a request is how many distinct sectors, or how many different words of one bank,
/// its lanes' addresses fall into.
///
/// These functions run for every memory instruction of every warp. The most frequent patterns
/// (ascending addresses, all lanes near each other) therefore take short ways that give the same
/// counts as the general one.
#include "counters.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "copied_constants.hpp"

namespace kit::sim {
namespace {

// True if the lanes of a whole warp access one place, or values of `bytes` bytes that follow one
// another. Two lanes at a time.
bool is_one_run(const Request& request, unsigned bytes) {
  const std::uint64_t first = request.addresses[0], distance = request.addresses[1] - first;
  if (request.count != 32 || (distance != 0 && distance != bytes)) return false;
  using Pair = std::uint64_t __attribute__((vector_size(16)));
  Pair expected = {first, first + distance}, differences = {0, 0};
  for (unsigned i = 0; i < 32; i += 2) {
    Pair lanes;
    std::memcpy(&lanes, &request.addresses[i], sizeof lanes);
    differences |= lanes ^ expected;
    expected += 2 * distance;
  }
  return (differences[0] | differences[1]) == 0;
}

// The distinct aligned pieces of `size` bytes (a power of two) that the lanes touch.
Pieces distinct_pieces(const Request& request, unsigned size) {
  const int shift = std::countr_zero(size);
  const unsigned bytes = bytes_of(request.key);
  Pieces pieces;
  if (is_one_run(request, bytes)) {
    const std::uint64_t last = (request.addresses[31] + bytes - 1) >> shift;
    for (std::uint64_t piece = request.addresses[0] >> shift; piece <= last; ++piece) {
      pieces.numbers[pieces.count++] = piece;
    }
    return pieces;
  }
  std::uint64_t previous = ~std::uint64_t{0};
  bool ascending = true;  // so far: then only the last piece can come again
  for (unsigned i = 0; i < request.count; ++i) {
    const std::uint64_t last = (request.addresses[i] + bytes - 1) >> shift;
    std::uint64_t piece = request.addresses[i] >> shift;
    if (piece == previous && last == previous) continue;
    for (; piece <= last; ++piece) {
      const auto begin = pieces.numbers.begin(), end = begin + pieces.count;
      if (pieces.count > 0) {
        if (piece == previous) continue;
        ascending &= piece > previous;
        if (!ascending && std::find(begin, end, piece) != end) continue;
      }
      pieces.numbers[pieces.count++] = previous = piece;
    }
  }
  return pieces;
}

// Each pass, every bank hands out one word, to all lanes that want it: the bank with the most
// different words decides.
unsigned conflict_passes(const std::uint64_t* addresses, unsigned count, unsigned bytes) {
  constexpr unsigned kBanks = 32;
  // Words so near to each other that all banks are different need no closer look.
  const auto [low, high] = std::minmax_element(addresses, addresses + count);
  if (count > 0 && (*high + bytes - 1) / 4 - *low / 4 < kBanks) return 1;
  std::array<std::array<std::uint64_t, 32>, kBanks> words;
  std::array<unsigned, kBanks> used{};
  unsigned passes = count > 0 ? 1 : 0;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint64_t first = addresses[i] / 4, last = (addresses[i] + bytes - 1) / 4;
    for (std::uint64_t word = first; word <= last; ++word) {
      auto& bank = words[word % kBanks];
      unsigned& n = used[word % kBanks];
      if (std::find(bank.begin(), bank.begin() + n, word) != bank.begin() + n) continue;
      bank[n++] = word;
      passes = std::max(passes, n);
    }
  }
  return passes;
}

// True if lanes that stand `apart` from each other (1 or 2: lane ^ apart) all want the same.
bool pairs_agree(const std::uint64_t* addresses, unsigned count, unsigned apart) {
  for (unsigned i = 0; i < count; ++i)
    if (const unsigned other = i ^ apart; other < count && addresses[i] != addresses[other])
      return false;
  return true;
}

// Passes of words of 8 (16) bytes: a full warp (half warp) goes in two halves, unless neighbours
// agree so that its words fit into one pass.
unsigned passes_in_halves(const std::uint64_t* addresses, unsigned count, unsigned bytes) {
  const unsigned half = 128 / bytes;
  if (count <= half || pairs_agree(addresses, count, 1) || pairs_agree(addresses, count, 2))
    return conflict_passes(addresses, count, bytes);
  return conflict_passes(addresses, half, bytes) +
         conflict_passes(addresses + half, count - half, bytes);
}

}  // namespace

void add(Counters& sum, const Counters& more) {
  const std::uint64_t most = std::max(sum.most_thread_bytes, more.most_thread_bytes);
  for (const NamedCounter& one : kCounters) sum.*one.counter += more.*one.counter;
  sum.most_thread_bytes = most;
}

void add(PcCounters& sum, const PcCounters& more) {
  sum.space = more.space;
  sum.access = more.access;
  sum.requests += more.requests;
  sum.units += more.units;
  sum.ideal += more.ideal;
  sum.divergences += more.divergences;
}

Pieces sectors(const Request& request) {
  return distinct_pieces(request, 32);
}
unsigned distinct_addresses(const Request& request) {
  return distinct_pieces(request, bytes_of(request.key)).count;
}

// Lanes that mean one place take turns, and each turn has its own sectors. Where all lanes of a
// warp mean one place nvcc lets one lane do it.
unsigned atomic_sectors(const Request& request) {
  const unsigned count = request.count;
  std::array<unsigned, 32> turn{};
  unsigned turns = 1;
  for (unsigned i = 0; i < count; ++i) {
    for (unsigned before = 0; before < i; ++before)
      turn[i] += request.addresses[before] == request.addresses[i];
    turns = std::max(turns, turn[i] + 1);
  }
  if (turns == count) return sectors(request).count;
  unsigned sum = 0;
  for (unsigned now = 0; now < turns; ++now) {
    Request part;
    part.key = request.key;
    for (unsigned i = 0; i < count; ++i)
      if (turn[i] == now) part.addresses[part.count++] = request.addresses[i];
    sum += sectors(part).count;
  }
  return sum;
}

unsigned wavefronts(const Request& request) {
  const unsigned bytes = bytes_of(request.key);
  const std::uint64_t* const addresses = request.addresses.data();
  if (bytes <= 4) return conflict_passes(addresses, request.count, bytes);
  // Lanes are grouped as they stand in the request.
  const unsigned group = 256 / bytes;
  unsigned passes = 0;
  for (unsigned first = 0; first < request.count; first += group)
    passes += passes_in_halves(addresses + first, std::min(group, request.count - first), bytes);
  return passes;
}

unsigned units_of(const Request& request) {
  switch (space_of(request.key)) {
    case Space::global:
      return sectors(request).count;
    case Space::shared:
      return wavefronts(request);
    case Space::constant:
      return distinct_addresses(request);
    default:
      return 1;
  }
}

void RequestCounter::count_global(const Request& request, PcCounters& counters) {
  const unsigned bytes = request.count * bytes_of(request.key);
  const Pieces accessed = sectors(request);
  const bool store = counters.access != Access::read;
  for (unsigned i = 0; i < accessed.count; ++i) {
    const char* begin = reinterpret_cast<const char*>(accessed.numbers[i] * 32);
    // A buffer need not start with a sector, but it starts within its first.
    const GlobalBuffer::View* view = buffers_.find(begin + 31);
    if (view != nullptr) view->buffer->mark_sector(accessed.numbers[i], store);
    if (counters.access != Access::read) continue;
    constexpr std::uint64_t kCachedSectors = 4096;
    std::uint64_t& came = read_[accessed.numbers[i]];
    if (came != 0 && sectors_read_ - came < kCachedSectors) continue;
    ++totals_.block_load_sectors;
    came = ++sectors_read_;
  }
  counters.units += accessed.count;
  counters.ideal += (bytes + 31) / 32;
  switch (counters.access) {
    case Access::read:
      ++totals_.global_load_requests;
      totals_.global_load_sectors += accessed.count;
      totals_.global_load_bytes += bytes;
      break;
    case Access::write:
      ++totals_.global_store_requests;
      totals_.global_store_sectors += accessed.count;
      totals_.global_store_bytes += bytes;
      break;
    case Access::atomic:
      ++totals_.global_atomic_requests;
      totals_.global_atomic_sectors += atomic_sectors(request);
      totals_.global_atomic_bytes += bytes;
      break;
  }
}

void RequestCounter::count_by_thread(const Request& request) {
  const Space space = space_of(request.key);
  if ((space != Space::global && space != Space::shared) || warp_bytes_ == nullptr) return;
  const std::uint32_t bytes = bytes_of(request.key);
  for (unsigned lane = 0; lane < 32; ++lane)
    warp_bytes_[lane] += (request.lanes >> lane & 1u) * bytes;
}

void RequestCounter::block_ends() {
  for (const std::uint32_t bytes : thread_bytes_)
    totals_.most_thread_bytes = std::max<std::uint64_t>(totals_.most_thread_bytes, bytes);
}

void RequestCounter::request(const Request& request) {
  count_by_thread(request);
  const unsigned bytes = request.count * bytes_of(request.key);
  const Access access = access_of(request.key);
  PcCounters& counters = places_[request.key];
  counters.space = space_of(request.key);
  counters.access = access;
  ++counters.requests;
  unsigned units = 0, ideal = 1;
  switch (counters.space) {
    case Space::global:
      return count_global(request, counters);
    case Space::shared:
      units = units_of(request);
      // Lanes that want the same word take less.
      ideal = std::min(units, (request.count * std::max(4u, bytes_of(request.key)) + 127) / 128);
      if (access == Access::read) {
        ++totals_.shared_load_requests;
        totals_.shared_load_wavefronts += units;
        totals_.shared_load_ideal += ideal;
      } else if (access == Access::write) {
        ++totals_.shared_store_requests;
        totals_.shared_store_wavefronts += units;
        totals_.shared_store_ideal += ideal;
      } else {
        ++totals_.shared_atomic_requests;
      }
      break;
    case Space::constant:
      units = units_of(request);
      ++totals_.constant_requests;
      totals_.constant_replays += units - 1;
      if (wants_copied_constant(request)) {
        ++totals_.constant_copied_requests;
        totals_.constant_copied_sectors += sectors(request).count;
        totals_.constant_copied_bytes += bytes;
      }
      break;
    case Space::local:
      units = 1;
      ++totals_.local_requests;
      totals_.local_bytes += bytes;
      break;
    // The order of an array's elements on a card is its own, so that there is nothing to count but
    // the requests.
    case Space::texture:
      units = 1;
      ++totals_.texture_requests;
      break;
    case Space::surface:
      units = 1;
      ++(access == Access::read ? totals_.surface_load_requests : totals_.surface_store_requests);
      break;
    case Space::none:
      break;
  }
  counters.units += units;
  counters.ideal += ideal;
}

void RequestCounter::divergence(EventKey key) {
  ++totals_.divergent_branches;
  ++places_[key].divergences;
}

void RequestCounter::clear() {
  totals_ = Counters{};
  places_.clear();
  lanes_in_block_.clear();
}

}  // namespace kit::sim
