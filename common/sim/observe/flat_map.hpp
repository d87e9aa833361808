/// @file
/// A hash map from 64-bit keys (0 excluded) for the few hundred places of a kernel: one probe,
/// mostly.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace kit::sim {

template <typename Value>
class FlatMap {
 public:
  FlatMap() : slots_(kInitialSlots) {}

  /// The value of `key`, made if it is new. A reference is good until the next call.
  Value& operator[](std::uint64_t key) {
    std::size_t slot = place(key);
    if (slots_[slot].first == key) return slots_[slot].second;
    if (2 * (used_ + 1) > slots_.size()) {
      grow();
      slot = place(key);
    }
    ++used_;
    slots_[slot].first = key;
    return slots_[slot].second;
  }

  bool contains(std::uint64_t key) const { return slots_[place(key)].first == key; }

  template <typename Function>
  void for_each(Function function) const {
    for (const auto& [key, value] : slots_) {
      if (key != 0) function(key, value);
    }
  }

  void clear() {
    slots_.assign(kInitialSlots, {});
    used_ = 0;
  }

 private:
  static constexpr std::size_t kInitialSlots = 256;  // a power of two

  std::size_t place(std::uint64_t key) const {
    std::size_t slot = (key * 0x9e3779b97f4a7c15u) >> 32 & (slots_.size() - 1);
    while (slots_[slot].first != 0 && slots_[slot].first != key)
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  void grow() {
    std::vector<std::pair<std::uint64_t, Value>> old(2 * slots_.size());
    old.swap(slots_);
    for (auto& [key, value] : old) {
      if (key != 0) slots_[place(key)] = {key, std::move(value)};
    }
  }

  std::vector<std::pair<std::uint64_t, Value>> slots_;
  std::size_t used_ = 0;
};

}  // namespace kit::sim
