/// Lanes tell what they access one after another, and only later do their logs become the warp's
/// requests. So each thread's values wait in a list of their own, and the n-th access of the thread
/// that comes in a request takes the n-th value.
#include "block_recorder.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "counters.hpp"
#include "elf_symbols.hpp"
#include "global_shadow.hpp"
#include "program_memory.hpp"
#include "shared_shadow.hpp"

namespace kit::sim {
namespace {

// A reply of a worker has 1 MiB, and a page that holds a replay should stay small.
constexpr std::size_t kMostBytes = 700'000;   // of the text of all launches of a call
constexpr std::size_t kStepBytes = 60;        // of a step's text, without what follows its numbers
constexpr std::size_t kOffsetBytes = 8;       // of a lane's distance, where it has one of its own
constexpr unsigned kMostRepeats = 64;         // of one instruction of one warp
constexpr std::size_t kMostValues = 1 << 19;  // of a block

/// About as long is a request's step as text (recording_json.cpp).
std::size_t text_bytes(const RecordedAccess* accesses, unsigned count, unsigned bytes) {
  bool even = true, same = true;
  for (unsigned n = 1; n < count; ++n) {
    even &=
        accesses[n].address - accesses[n - 1].address == accesses[1].address - accesses[0].address;
    same &= accesses[n].value == accesses[0].value;
  }
  return kStepBytes + (even ? 2 : count) * kOffsetBytes +
         (same ? 1 : count) * std::min(bytes, 16u) * 4 / 3;
}

}  // namespace

BlockRecorder::BlockRecorder(std::uint64_t block, double share)
    : most_bytes_(std::size_t(double(kMostBytes) * share)) {
  recorded_.block = block;
}

void BlockRecorder::block_begins(TraceSink& counter, unsigned threads) {
  counter_ = &counter;
  recorded_.threads = threads;
  const std::size_t warps = (threads + 31) / 32;
  bytes_per_warp_ = most_bytes_ / std::max<std::size_t>(warps, 1);
  bytes_of_warp_.assign(warps, 0);
  values_.assign(1, {});
  values_.reserve(kMostValues);
  first_.assign(threads, 0);
  last_.assign(threads, 0);
}

void BlockRecorder::note_value(unsigned thread, const char* address, unsigned bytes, bool write,
                               bool in_pieces) {
  if (write && !in_pieces) writes_are_done();
  if (values_.size() == kMostValues) return;
  const auto number = std::uint32_t(values_.size());
  Value& value = values_.emplace_back();
  if (write) {
    pending_.push_back({number, address, std::min(bytes, 16u)});
  } else {
    std::memcpy(value.bytes.data(), address, std::min(bytes, 16u));
    value.known = true;
  }
  if (first_[thread] == 0)
    first_[thread] = number;
  else
    values_[last_[thread]].next = number;
  last_[thread] = number;
}

void BlockRecorder::writes_are_done() {
  for (const PendingWrite& write : pending_) {
    std::memcpy(values_[write.value].bytes.data(), write.address, write.bytes);
    values_[write.value].known = true;
  }
  pending_.clear();
}

void BlockRecorder::thread_pauses(unsigned warp) {
  writes_are_done();
  warp_ = warp;
}

void BlockRecorder::barrier(std::uint32_t pc, unsigned waiting) {
  RecordedStep step;
  step.kind = RecordedStep::Kind::barrier;
  step.pc = pc;
  step.lanes = waiting;
  recorded_.steps.push_back(step);
}

// Each warp has its share, so that all get as far as the block's last barrier; and of a loop the
// first turns are enough.
bool BlockRecorder::has_room(EventKey key, std::size_t bytes) {
  if (bytes_of_warp_[warp_] + bytes > bytes_per_warp_ || seen_[{warp_, key}]++ >= kMostRepeats)
    return false;
  bytes_of_warp_[warp_] += bytes;
  return true;
}

void BlockRecorder::request(const Request& request) {
  counter_->request(request);
  std::array<RecordedAccess, 32> accesses;
  unsigned n = 0;
  for (std::uint32_t lanes = request.lanes; lanes != 0; lanes &= lanes - 1, ++n) {
    const unsigned thread = 32 * warp_ + unsigned(std::countr_zero(lanes));
    accesses[n].address = request.addresses[n];
    const std::uint32_t number = first_[thread];
    if (number == 0) continue;
    accesses[n].value = values_[number].bytes;
    accesses[n].known = values_[number].known;
    first_[thread] = values_[number].next;
  }
  const unsigned units = units_of(request);
  if (!has_room(request.key, text_bytes(accesses.data(), n, bytes_of(request.key)))) {
    FoldedRequests& folded = recorded_.folded[{warp_, request.key}];
    ++folded.requests;
    folded.units += units;
    return;
  }
  RecordedStep step;
  step.kind = RecordedStep::Kind::request;
  step.warp = std::uint8_t(warp_);
  step.pc = pc_of(request.key);
  step.lanes = request.lanes;
  step.key = request.key;
  step.units = units;
  step.first = std::uint32_t(recorded_.accesses.size());
  recorded_.accesses.insert(recorded_.accesses.end(), accesses.begin(), accesses.begin() + n);
  recorded_.steps.push_back(step);
}

void BlockRecorder::basic_block(std::uint32_t pc, std::uint32_t lanes) {
  counter_->basic_block(pc, lanes);
  if (!has_room(block_key(pc, 0), kStepBytes)) return;
  RecordedStep step;
  step.warp = std::uint8_t(warp_);
  step.pc = pc;
  step.lanes = lanes;
  recorded_.steps.push_back(step);
}

void BlockRecorder::divergence(EventKey key) {
  counter_->divergence(key);
  if (!has_room(key ^ 1, kStepBytes)) return;
  RecordedStep step;
  step.kind = RecordedStep::Kind::divergence;
  step.warp = std::uint8_t(warp_);
  step.pc = pc_of(key);
  recorded_.steps.push_back(step);
}

void BlockRecorder::block_ends(const std::vector<GlobalBuffer*>& buffers,
                               const std::vector<SharedArray>& shared) {
  writes_are_done();
  const auto add = [&](std::string name, Space space, const void* begin, std::uint64_t bytes) {
    const auto first = reinterpret_cast<std::uint64_t>(begin);
    const bool used =
        std::any_of(recorded_.accesses.begin(), recorded_.accesses.end(),
                    [&](const RecordedAccess& one) { return one.address - first < bytes; });
    if (used) recorded_.buffers.push_back({std::move(name), space, first, bytes});
  };
  for (const GlobalBuffer* buffer : buffers)
    add(buffer->name, Space::global, buffer->data, buffer->bytes);
  for (const SharedArray& array : shared) add(array.name, Space::shared, array.begin, array.bytes);
  for (const ProgramVariable& variable : program_variables())
    if (in_constant_memory(variable.data))
      add(variable.name, Space::constant, variable.data, variable.bytes);
}

RecordedBlock BlockRecorder::take() {
  values_ = {};
  return std::move(recorded_);
}

BlockRecorder* recorder_for(std::size_t launch) {
  const char* text = std::getenv("KIT_SIM_RECORD");
  if (text == nullptr) return nullptr;
  const auto asked = std::count(text, text + std::strlen(text), ':');
  for (char* end = nullptr; *text != '\0'; text = *end == ',' ? end + 1 : end) {
    const std::uint64_t number = std::strtoull(text, &end, 10);
    if (end == text || *end != ':') return nullptr;
    const char* const begin = end + 1;
    const std::uint64_t block = std::strtoull(begin, &end, 10);
    if (end == begin || (*end != ',' && *end != '\0')) return nullptr;
    if (number == launch) return new BlockRecorder(block, 1.0 / double(asked));
  }
  return nullptr;
}

}  // namespace kit::sim
