/// Signals between threads. A fence publishes what the thread has done and seen so far (what its
/// block did before the last barrier, too); a signal by the thread tells of what was published, and
/// so does one of another thread that has met it at a barrier since. A reader of the place is
/// ordered after all of that; that it should fence too is not asked.
///
/// Where this is not exact it is on the side of order: any atomic counts as a store, also a
/// compare-and-swap that stores nothing; what a place's signals had seen counts as seen by all of
/// its readers; and a launch with more signals than kMostCovers, or a thread that has seen those of
/// more places than kMostSeen, orders all before every reader of a signal.
#include "signal_order.hpp"

#include <algorithm>
#include <utility>

namespace kit::sim {
namespace {

constexpr std::size_t kMostCovers = 1 << 18;
constexpr std::size_t kMostSeen = 512;
constexpr std::uint32_t kEpochs = 1 << 12;  // a record's are counted modulo that
constexpr std::uint32_t kSegments = 0x1ff;  // a record counts no further

std::uint64_t entry_key(std::uint32_t block, bool near) {
  return std::uint64_t(block) << 1 | std::uint64_t(near);
}

// True if that is more than before.
bool merge_seen(AllSeen& into, const AllSeen& from) {
  bool more = false;
  for (const SeenSignals& one : from) {
    const auto same = [&](const SeenSignals& other) {
      return other.place == one.place && other.near == one.near;
    };
    const auto found = std::find_if(into.begin(), into.end(), same);
    if (found != into.end() && found->count >= one.count) continue;
    more = true;
    if (found == into.end())
      into.push_back(one);
    else
      found->count = one.count;
  }
  return more;
}

}  // namespace

bool SignalCover::holds(const SignalPoint& point) const {
  if (epoch >= kEpochs || point.epoch < epoch) return true;
  if (point.epoch > epoch) return false;
  for (const Warp& one : warps) {
    if (one.warp != point.thread / 32) continue;
    const std::uint16_t before = one.before[point.thread % 32];
    return before > point.segment || (before > 0 && point.segment >= kSegments);
  }
  return false;
}

void SignalCover::add(std::uint32_t warp, const std::array<std::uint16_t, 32>& before) {
  for (Warp& one : warps) {
    if (one.warp != warp) continue;
    for (unsigned lane = 0; lane < 32; ++lane)
      one.before[lane] = std::max(one.before[lane], before[lane]);
    return;
  }
  warps.push_back({warp, before});
}

void SignalCover::add(const SignalCover& other) {
  if (other.epoch < epoch) return;
  if (other.epoch > epoch) {
    *this = other;
    return;
  }
  for (const Warp& one : other.warps) add(one.warp, one.before);
}

void SignalPlace::signal(std::uint32_t block, const SignalCover& cover, bool near) {
  std::vector<Entry>& entries = entries_[entry_key(block, near)];
  ++count_;
  if (entries.empty()) {
    entries.push_back({count_, cover});
    return;
  }
  Entry next{count_, entries.back().cover};
  next.cover.add(cover);
  entries.push_back(std::move(next));
}

void SignalPlace::note_seen(const AllSeen& seen) {
  merge_seen(seen_, seen);
}

bool SignalPlace::covers(const SignalPoint& point, std::size_t count,
                         std::uint32_t reader_block) const {
  for (const bool near : {false, true}) {
    if (near && point.block != reader_block) continue;
    const auto found = entries_.find(entry_key(point.block, near));
    if (found == entries_.end()) continue;
    const std::vector<Entry>& entries = found->second;
    const auto end = std::upper_bound(entries.begin(), entries.end(), count,
                                      [](std::size_t n, const Entry& e) { return n < e.number; });
    if (end != entries.begin() && std::prev(end)->cover.holds(point)) return true;
  }
  return false;
}

void SignalOrder::start_launch() {
  const std::lock_guard lock(mutex_);
  places_.clear();
  shared_places_.clear();
  kept_ = 0;
  used_ = false;
}

void BlockSignals::start_block(std::uint32_t block, unsigned threads) {
  block_ = block;
  threads_ = threads;
  epoch_ = 0;
  used_ = false;
  shared_.clear();
  pending_.clear();
  seen_.clear();
  published_.clear();
  seen_by_all_.clear();
  published_seen_.clear();
  for (const bool near : {false, true}) {
    published_by_all_[near] = {};
    any_by_all_[near] = false;
  }
}

SignalPlace& BlockSignals::place_of(const void* address, bool shared) {
  if (!shared) return order_.place(address);
  SignalPlace*& place = shared_[address];
  if (place == nullptr) place = &order_.shared_places_.emplace_back();
  return *place;
}

void BlockSignals::fence(unsigned thread, std::uint32_t epoch, bool near, WarpOrder& warps) {
  has_read(thread);  // before what it publishes
  used_ = true;
  order_.used_.store(true, std::memory_order_relaxed);
  epoch_ = epoch;
  if (published_.empty()) published_.resize(threads_);
  Published& mine = published_[thread];
  const unsigned first = thread / 32 * 32;
  for (const bool for_own : {false, true}) {
    if (near && !for_own) continue;
    std::array<std::uint16_t, 32>& before = mine.before[for_own];
    for (unsigned lane = 0; lane < 32; ++lane)
      before[lane] = std::max(before[lane], warps.known(thread, first + lane));
    before[thread - first] = std::uint16_t(warps.segment(thread) + 1);
    mine.any[for_own] = true;
  }
  merge_seen(mine.seen, seen_by_all_);
  if (!seen_.empty()) merge_seen(mine.seen, seen_[thread]);
  warps.next_segment(thread);
}

void BlockSignals::signal(unsigned thread, const void* address, bool shared, bool near) {
  if (!used_) return;
  const Published& mine = published_[thread];
  const bool shared_or_near = shared || near;
  if (!mine.any[true] && !any_by_all_[true]) return;
  const std::lock_guard lock(order_.mutex_);
  if (order_.kept_ >= kMostCovers) return;
  SignalPlace& place = place_of(address, shared);
  for (const bool for_own : {false, true}) {
    if (shared_or_near && !for_own) continue;
    if (!mine.any[for_own] && !any_by_all_[for_own]) continue;
    SignalCover cover = published_by_all_[for_own];
    if (mine.any[for_own]) {
      SignalCover own;
      own.epoch = epoch_;
      own.add(thread / 32, mine.before[for_own]);
      cover.add(own);
    }
    place.signal(block_, cover, for_own);
    ++order_.kept_;
  }
  place.note_seen(mine.seen);
  place.note_seen(published_seen_);
}

void BlockSignals::reads(unsigned thread, const void* address, bool shared, bool near) {
  if (pending_.empty()) pending_.resize(threads_);
  pending_[thread] = {address, shared, near};
}

bool BlockSignals::take(unsigned thread) {
  const Pending read = std::exchange(pending_[thread], {});
  if (!order_.used()) return false;
  const std::lock_guard lock(order_.mutex_);
  SignalPlace& place = place_of(read.address, read.shared);
  if (place.count() == 0) return false;
  if (seen_.empty()) seen_.resize(threads_);
  const bool more = merge_seen(seen_[thread], {{&place, place.count(), read.near}});
  if (seen_[thread].size() > kMostSeen) order_.kept_ = kMostCovers;
  return more;
}

void BlockSignals::too_many() {
  const std::lock_guard lock(order_.mutex_);
  order_.kept_ = kMostCovers;
}

void BlockSignals::warp_met(unsigned warp, std::uint32_t lanes) {
  if (!pending_.empty()) {
    for (unsigned lane = 0; lane < 32; ++lane)
      if ((lanes >> lane & 1) != 0) has_read(32 * warp + lane);
  }
  const auto each = [&](const auto& work) {
    for (std::uint32_t left = lanes; left != 0; left &= left - 1)
      work(32 * warp + unsigned(std::countr_zero(left)));
  };
  if (!seen_.empty()) {
    AllSeen together;
    each([&](unsigned thread) { merge_seen(together, seen_[thread]); });
    if (together.size() > kMostSeen) too_many();
    if (!together.empty()) each([&](unsigned thread) { seen_[thread] = together; });
  }
  if (published_.empty()) return;
  Published together;
  each([&](unsigned thread) {
    const Published& one = published_[thread];
    for (const bool own : {false, true}) {
      together.any[own] = together.any[own] || one.any[own];
      for (unsigned lane = 0; lane < 32; ++lane)
        together.before[own][lane] = std::max(together.before[own][lane], one.before[own][lane]);
    }
    merge_seen(together.seen, one.seen);
  });
  if (together.any[true]) each([&](unsigned thread) { published_[thread] = together; });
}

void BlockSignals::barrier(std::uint32_t epoch) {
  for (unsigned thread = 0; thread < pending_.size(); ++thread) has_read(thread);
  for (AllSeen& one : seen_) {
    merge_seen(seen_by_all_, one);
    one.clear();
  }
  if (seen_by_all_.size() > kMostSeen) too_many();
  epoch_ = epoch + 1;
  for (const bool own : {false, true}) {
    SignalCover cover;
    cover.epoch = epoch;
    bool any = false;
    for (unsigned thread = 0; thread < published_.size(); ++thread) {
      if (!published_[thread].any[own]) continue;
      cover.add(thread / 32, published_[thread].before[own]);
      any = true;
    }
    if (!any) continue;
    published_by_all_[own].add(cover);
    any_by_all_[own] = true;
  }
  for (Published& one : published_) {
    if (!one.any[true]) continue;
    merge_seen(published_seen_, one.seen);
    one = {};
  }
}

// What was seen of one place may lead to others: who signalled there had seen them.
bool BlockSignals::search(const AllSeen& seen, const SignalPoint& point,
                          std::vector<const SignalPlace*>& visited) const {
  for (const SeenSignals& one : seen) {
    if (one.near && point.block != block_) continue;
    if (one.place->covers(point, one.count, block_)) return true;
  }
  for (const SeenSignals& one : seen) {
    if (one.near || std::find(visited.begin(), visited.end(), one.place) != visited.end()) continue;
    visited.push_back(one.place);
    if (search(one.place->seen(), point, visited)) return true;
  }
  return false;
}

bool BlockSignals::ordered(const SignalPoint& point, unsigned thread) {
  if (!has_seen(thread)) return false;
  const std::lock_guard lock(order_.mutex_);
  if (order_.kept_ >= kMostCovers) return true;
  std::vector<const SignalPlace*> visited;
  return search(seen_by_all_, point, visited) ||
         (!seen_.empty() && search(seen_[thread], point, visited));
}

}  // namespace kit::sim
