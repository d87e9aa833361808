/// Shadow memory of global buffers: for each word of 4 bytes who wrote it last and who read it, as
/// ThreadSanitizer keeps it, but with what orders accesses on a GPU in place of vector clocks
/// (GlobalAccessRecord: block, thread, barriers and segments so far).
///
/// Invariants. A record counts only if its launch is the present one, so a new launch costs
/// nothing: records of older ones are passed over, and forgotten before their number comes again. A
/// record is one 64-bit word, so that several host threads may exchange it without a lock and never
/// see half of one. Memory is mapped on demand: buffers that nobody uses cost address space only.
#include "global_shadow.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace kit::sim {
namespace {

void* map_zeroed(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

}  // namespace

std::uint64_t GlobalAccessRecord::pack() const {
  return std::uint64_t(block & 0xfffff) | std::uint64_t(thread & 0x3ff) << 20 |
         std::uint64_t(epoch & 0xfff) << 30 | std::uint64_t(launch & 0x3f) << 42 |
         std::uint64_t(std::min(segment, kSegments - 1)) << 48 | std::uint64_t(sync) << 57;
}

GlobalAccessRecord GlobalAccessRecord::unpack(std::uint64_t bits) {
  GlobalAccessRecord record;
  record.block = bits & 0xfffff;
  record.thread = bits >> 20 & 0x3ff;
  record.epoch = bits >> 30 & 0xfff;
  record.launch = bits >> 42 & 0x3f;
  record.segment = bits >> 48 & (kSegments - 1);
  record.sync = bits >> 57 & 1;
  return record;
}

const GlobalBuffer::View* BufferFinder::search(const char* address) {
  auto place =
      std::find_if(recent_.begin() + 3, recent_.end(),
                   [&](const GlobalBuffer::View& recent) { return recent.holds(address); });
  if (place == recent_.end()) {
    auto next = std::upper_bound(buffers_.begin(), buffers_.end(), address,
                                 [](const char* a, const GlobalBuffer* b) { return a < b->data; });
    if (next == buffers_.begin() || !(*std::prev(next))->holds(address)) return nullptr;
    *--place = (*std::prev(next))->view();  // for the one searched for longest ago
  }
  std::rotate(recent_.begin(), place, place + 1);
  return &recent_[0];
}

GlobalBuffer::GlobalBuffer(char* data_, std::size_t bytes_, std::string name_, bool initialised,
                           CodePlace where_)
    : data(data_),
      bytes(bytes_),
      name(std::move(name_)),
      where(std::move(where_)),
      sectors_(bytes_ / 32 + 2) {
  const std::size_t words = bytes / 4 + 2;  // data need not start at a word
  words_ = static_cast<Word*>(map_zeroed(words * sizeof(Word)));
  parts_ = static_cast<Word*>(map_zeroed(4 * words * sizeof(Word)));
  written_ = static_cast<std::atomic<std::uint8_t>*>(map_zeroed(words));
  if (initialised) set_initialised(data, bytes);
}

GlobalBuffer::~GlobalBuffer() {
  const std::size_t words = bytes / 4 + 2;
  munmap(words_, words * sizeof(Word));
  munmap(parts_, 4 * words * sizeof(Word));
  munmap(written_, words);
}

void GlobalBuffer::forget() {
  const std::size_t words = bytes / 4 + 2;
  madvise(words_, words * sizeof(Word), MADV_DONTNEED);
  madvise(parts_, 4 * words * sizeof(Word), MADV_DONTNEED);
}

// Other host threads may split the word at the same time: they find the same in it.
void GlobalBuffer::split(std::size_t word, std::uint64_t me) {
  constexpr std::uint64_t kWhole = std::uint64_t(0xf) << kMaskShift;
  Word& whole = words_[word];
  std::uint64_t write = whole.write.load(std::memory_order_acquire);
  while (!is_split(write, me)) {
    const std::uint64_t read = whole.read.load(std::memory_order_relaxed);
    for (unsigned byte = 0; byte < 4; ++byte) {
      const auto part = [&](std::uint64_t who) {
        const bool uses = (who >> (kMaskShift + int(byte)) & 1) != 0;
        return uses && ((who ^ me) & GlobalAccessRecord::kLaunch) == 0 ? who | kWhole : 0;
      };
      Word& own = parts_[4 * word + byte];
      own.write_pc.store(whole.write_pc.load(std::memory_order_relaxed), std::memory_order_relaxed);
      own.read_pc.store(whole.read_pc.load(std::memory_order_relaxed), std::memory_order_relaxed);
      own.write.store(part(write), std::memory_order_relaxed);
      own.read.store(part(read), std::memory_order_relaxed);
    }
    // Of launch 0 and thread 0 of block 0 nothing else would be left.
    const std::uint64_t mark = (me & GlobalAccessRecord::kLaunch) | GlobalAccessRecord::kSync;
    if (whole.write.compare_exchange_weak(write, mark, std::memory_order_acq_rel)) return;
  }
}

std::size_t GlobalBuffer::initialised_prefix() const {
  std::size_t count = 0;
  while (count < bytes && initialised(data + count, 1)) ++count;
  return count;
}

bool GlobalBuffer::initialised(const char* address, unsigned size) const {
  const auto begin = std::size_t(address - data), end = begin + size;
  for (std::size_t i = begin / 4; 4 * i < end; ++i) {
    const unsigned mask = part_of_word(i, begin, end);
    if ((written_[i].load(std::memory_order_relaxed) & mask) != mask)
      return size > 1 && padding_missing(address, size);
  }
  return true;
}

bool GlobalBuffer::padding_missing(const char* address, unsigned size) const {
  const auto start = reinterpret_cast<std::uintptr_t>(data);
  if (start % 4 != 0) return false;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  return only_padding_missing(begin, begin + size, [&](std::uintptr_t at) -> std::uint8_t {
    const std::uintptr_t offset = at - start;
    return offset < bytes ? written_[offset / 4].load(std::memory_order_relaxed) : 0;
  });
}

bool GlobalBuffer::all_unwritten(const char* address, std::size_t size) const {
  const auto begin = std::size_t(address - data);
  for (std::size_t byte = begin; byte < begin + size; ++byte) {
    if ((written_[byte / 4].load(std::memory_order_relaxed) >> (byte % 4) & 1) != 0) return false;
  }
  return true;
}

std::uint32_t GlobalBuffer::written_by(const char* address, unsigned size,
                                       std::uint64_t launch) const {
  const auto begin = std::size_t(address - data), end = std::min(begin + size, bytes);
  for (std::size_t i = begin / 4; 4 * i < end; ++i) {
    const std::uint64_t mask = part_of_word(i, begin, end);
    const auto is_written = [&](const Word& word, std::uint64_t part) {
      const std::uint64_t write = word.write.load(std::memory_order_relaxed);
      return (write >> kMaskShift & part) != 0 &&
             ((write ^ launch) & GlobalAccessRecord::kLaunch) == 0;
    };
    if (is_written(words_[i], mask)) return words_[i].write_pc.load(std::memory_order_relaxed);
    if (!is_split(words_[i].write.load(std::memory_order_relaxed), launch)) continue;
    for (unsigned byte = 0; byte < 4; ++byte) {
      const Word& own = parts_[4 * i + byte];
      if ((mask >> byte & 1) != 0 && is_written(own, 0xf))
        return own.write_pc.load(std::memory_order_relaxed);
    }
  }
  return 0;
}

void GlobalBuffer::note_store(const char* address, unsigned size) {
  const auto begin = std::size_t(address - data), end = begin + size;
  const std::uint8_t width = store_width_bits(size);
  for (std::size_t i = begin / 4; 4 * i < end; ++i) {
    const auto bits = std::uint8_t(part_of_word(i, begin, end) | width);
    if ((written_[i].load(std::memory_order_relaxed) & bits) != bits)
      written_[i].fetch_or(bits, std::memory_order_relaxed);
  }
}

void GlobalBuffer::set_initialised(const char* address, std::size_t size, bool value) {
  constexpr std::size_t kMany = 256;  // more bytes than a kernel writes at once
  const auto begin = std::size_t(address - data), end = begin + size;
  const std::size_t first_whole = (begin + 3) / 4, end_whole = end / 4;
  if (size >= kMany) {
    set_initialised(address, 4 * first_whole - begin, value);  // less than a word
    set_initialised(data + 4 * end_whole, end - 4 * end_whole, value);
    std::memset(static_cast<void*>(written_ + first_whole), value ? 0xf : 0,
                end_whole - first_whole);
    return;
  }
  for (std::size_t i = begin / 4; 4 * i < end; ++i) {
    const auto mask = std::uint8_t(part_of_word(i, begin, end));
    if (!value) {
      written_[i].fetch_and(std::uint8_t(kWrittenBytes & ~mask), std::memory_order_relaxed);
    } else if ((written_[i].load(std::memory_order_relaxed) & mask) != mask) {
      written_[i].fetch_or(mask, std::memory_order_relaxed);
    }
  }
}

void GlobalBuffer::atomic_happened(const char* address, unsigned size, std::uint64_t me,
                                   std::uint32_t pc) {
  constexpr std::uint64_t kBytes = std::uint64_t(0xf) << kMaskShift;
  const auto begin = std::size_t(address - data);
  for (std::size_t i = begin / 4; i <= (begin + size - 1) / 4; ++i) {
    std::atomic<std::uint64_t>& write = words_[i].write;
    std::uint64_t last = write.load(std::memory_order_relaxed);
    const auto is_atomic = [&] {
      return !is_split(last, me) && (last & GlobalAccessRecord::kSync) != 0 &&
             ((last ^ me) & GlobalAccessRecord::kLaunch) == 0;
    };
    const auto mine = [&] { return (last & kBytes) | me | GlobalAccessRecord::kSync; };
    while (is_atomic() && last != mine()) {
      if (write.compare_exchange_weak(last, mine() | kOvertaken, std::memory_order_relaxed)) {
        words_[i].write_pc.store(pc, std::memory_order_relaxed);
        break;
      }
    }
  }
}

GlobalShadow& GlobalShadow::instance() {
  static auto* shadow = new GlobalShadow;
  return *shadow;
}

void GlobalShadow::add(char* data, std::size_t bytes, bool initialised, CodePlace where) {
  const std::lock_guard lock(mutex_);
  std::erase_if(freed_, [&](const Freed& old) {
    return data < old.data + old.bytes && old.data < data + bytes;
  });
  auto& buffer = buffers_[data];
  buffer = std::make_unique<GlobalBuffer>(
      data, bytes, "a " + std::to_string(bytes) + "-byte buffer", initialised, std::move(where));
  buffer->serial = next_serial_++;
}

GlobalBuffer* GlobalShadow::variable(char* data, std::size_t bytes, const std::string& name) {
  const std::lock_guard lock(mutex_);
  auto& buffer = buffers_[data];
  if (!buffer) buffer = std::make_unique<GlobalBuffer>(data, bytes, name, true, CodePlace());
  return buffer.get();
}

void GlobalShadow::remove(const char* data, CodePlace where) {
  const std::lock_guard lock(mutex_);
  // A restricted buffer starts inside its allocation.
  auto found = buffers_.upper_bound(data);
  if (found != buffers_.begin() && std::prev(found)->first == data) found = std::prev(found);
  if (found == buffers_.end()) return;
  constexpr std::size_t kRemembered = 256;
  if (freed_.size() == kRemembered) freed_.pop_front();
  const GlobalBuffer& buffer = *found->second;
  freed_.push_back({buffer.data, buffer.bytes, buffer.name, buffer.where, std::move(where)});
  buffers_.erase(found);
}

void GlobalShadow::restrict_to(char* data, std::size_t bytes, const std::string& name) {
  const std::lock_guard lock(mutex_);
  auto next = buffers_.upper_bound(data);
  if (next == buffers_.begin()) return;
  auto& [start, outer] = *std::prev(next);
  if (data + bytes > outer->data + outer->bytes) return;
  auto inner = std::make_unique<GlobalBuffer>(data, bytes, name, true, outer->where);
  inner->serial = outer->serial;
  buffers_.erase(start);
  buffers_[data] = std::move(inner);
}

void GlobalShadow::host_wrote(const char* data, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  auto next = buffers_.upper_bound(data);
  if (next != buffers_.begin()) --next;
  for (; next != buffers_.end() && next->first < data + bytes; ++next) {
    GlobalBuffer& buffer = *next->second;
    const char* begin = std::max<const char*>(data, buffer.data);
    const char* end = std::min<const char*>(data + bytes, buffer.data + buffer.bytes);
    if (begin < end) buffer.set_initialised(begin, std::size_t(end - begin));
  }
}

void GlobalShadow::forget_contents(const char* data, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  auto next = buffers_.upper_bound(data);
  if (next == buffers_.begin()) return;
  GlobalBuffer& buffer = *std::prev(next)->second;
  if (!buffer.holds(data) || bytes > std::size_t(buffer.data + buffer.bytes - data)) return;
  buffer.set_initialised(data, bytes, false);
  buffer.forgotten = true;
}

bool GlobalShadow::all_unwritten(const char* data, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  auto next = buffers_.upper_bound(data);
  if (next == buffers_.begin()) return false;
  const GlobalBuffer& buffer = *std::prev(next)->second;
  return !buffer.forgotten && buffer.holds(data) &&
         bytes <= std::size_t(buffer.data + buffer.bytes - data) &&
         buffer.all_unwritten(data, bytes);
}

std::vector<GlobalBuffer*> GlobalShadow::snapshot() {
  const std::lock_guard lock(mutex_);
  std::vector<GlobalBuffer*> all;
  for (const auto& [start, buffer] : buffers_) all.push_back(buffer.get());
  return all;
}

GlobalShadow::Nearest GlobalShadow::describe(const char* address) {
  constexpr std::ptrdiff_t kNear = 1 << 20;
  const std::lock_guard lock(mutex_);
  for (const Freed& old : freed_) {
    if (address >= old.data && address < old.data + old.bytes) {
      return {old.name, true, old.allocated, old.freed_at, 0};
    }
  }
  Nearest nearest;
  std::ptrdiff_t best = kNear;
  for (const auto& [start, buffer] : buffers_) {
    const std::ptrdiff_t before = buffer->data - address;
    const std::ptrdiff_t past = address - (buffer->data + buffer->bytes);
    if (before > 0 && before < best) {
      best = nearest.distance = before;
      nearest.text = std::to_string(before) + " bytes before the start of " + buffer->name;
      nearest.allocated = buffer->where;
    }
    if (past >= 0 && past < best) {
      best = nearest.distance = past;
      nearest.text = (past == 0 ? std::string("right") : std::to_string(past) + " bytes") +
                     " past the end of " + buffer->name;
      nearest.allocated = buffer->where;
    }
  }
  return nearest;
}

std::vector<std::pair<CodePlace, std::size_t>> GlobalShadow::alive(std::uint64_t since) {
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<CodePlace, std::size_t>> all;
  for (const auto& [start, buffer] : buffers_) {
    if (buffer->serial != 0 && buffer->serial >= since) {
      all.emplace_back(buffer->where, buffer->bytes);
    }
  }
  return all;
}

std::uint64_t GlobalShadow::next_serial() {
  const std::lock_guard lock(mutex_);
  return next_serial_;
}

}  // namespace kit::sim
