/// What is checked of an access that needs a closer look, by the kind of memory: is the address
/// inside an array or buffer, were the bytes written before, and is the access ordered with those
/// of other threads? Two threads race if both use a byte, one of them writes it, and neither
/// happens before the other.
///
/// The checks run between the student's instructions. They may call templates of which the linker
/// kept the student's copy, with its hooks: `running_trace` is null as long as they work.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "block_trace.hpp"
#include "device_heap.hpp"
#include "elf_symbols.hpp"

namespace kit::sim {

namespace {

std::uint64_t ticks() {
#ifdef __x86_64__
  return __builtin_ia32_rdtsc();
#else
  return std::uint64_t(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

}  // namespace

// An access that is more than a read of a word that is all right.
Space BlockTrace::check(const char* address, unsigned bytes, Access access, bool is_volatile,
                        std::uint32_t pc) {
  BlockTrace* const running = std::exchange(running_trace, nullptr);
  Space space = Space::global;
  const bool atomic = access == Access::atomic;
  const bool sync = is_volatile || (atomic && !atomic_traits_.block_scope);
  fences_used_ = state_.order.used();
  learn();
  if (access != Access::read && (sync || atomic))
    signals_.signal(thread_, address, shared_.covers(address),
                    atomic && atomic_traits_.block_scope);
  if (shared_.covers(address)) {
    space = Space::shared;
    check_shared(address, bytes, access, sync || atomic, pc);
  } else if (in_constant_memory(address)) {
    space = Space::constant;
    check_constant(address, bytes, access, pc);
  } else if (const GlobalBuffer::View* view = finder_.find(address)) {
    note_work(access);
    if (in_program_variables(address)) note_kernel_use(address);
    check_global(*view->buffer, address, bytes, access, sync, pc);
  } else if (in_program_data(address)) {
    if (const std::string name = host_variable_at(address); !name.empty())
      refuse_variable(FindingKind::host_pointer,
                      "the host's variable " + name +
                          " through a pointer: kernels need a copy of it in memory from cudaMalloc",
                      access, pc);
    if (const std::string place = device_variable_before(address); !place.empty())
      refuse_variable(FindingKind::out_of_bounds, place, access, pc);
    note_work(access);
  } else if (const auto block = find_device_block(address)) {
    check_device_heap(*block, address, bytes, access, pc);
  } else if (find_device_pages(address).data != nullptr) {
    refuse_variable(FindingKind::out_of_bounds,
                    "the device's heap, from which kernels take memory, where it has no block",
                    access, pc);
  } else {
    refuse_address(address, access, pc);
  }
  const unsigned alignment = std::min(bytes, 8u);  // a pair of 8-byte values may be one access
  if (reinterpret_cast<std::uintptr_t>(address) % alignment != 0) {
    check_alignment(address, bytes, pc);
  }
  running_trace = running;
  return space;
}

// Known once a barrier has let all threads store what they store.
std::string BlockTrace::what_else_is_missing(const SharedArray& array, bool never) const {
  if (epoch_ == block_epoch_ && !never) return {};
  std::string text;
  const auto [begin, end] = shared_.unwritten(array);
  if (end - begin == std::ptrdiff_t(array.bytes))
    text = never ? "; no byte of it is written" : "; no byte of it is written yet";
  else if (end > begin)
    text = "; its bytes " + std::to_string(begin) + " to " + std::to_string(end - 1) + " of " +
           std::to_string(array.bytes) + (never ? " are left out" : " are not written yet");
  if (ended_before_barrier_ > 0)
    text += ". " + std::to_string(ended_before_barrier_) + " of the block's " +
            std::to_string(threads_) +
            " threads had returned before the barrier: what they had to store is missing";
  return text;
}

// A barrier too few lets a thread read before another one writes: that one writes in the end.
void BlockTrace::reword_reads_of_what_is_never_written() {
  for (const EarlyRead& read : early_reads_)
    if (!shared_.initialised(read.address, read.bytes))
      Findings::instance().reword(read.cause, read.text +
                                                  ", where no thread of the block ever writes" +
                                                  what_else_is_missing(*read.array, true));
  early_reads_.clear();
}

// Where a part is missing, what stores the rest is most often at fault.
std::vector<Finding::Related> BlockTrace::stores_to(const SharedArray& array) const {
  std::vector<Finding::Related> stores;
  if (epoch_ == block_epoch_) return stores;
  for (const std::uint32_t place : shared_.writers(array))
    stores.push_back({kStoresTheRest, CodePlace(place)});
  return stores;
}

void BlockTrace::check_shared(const char* address, unsigned bytes, Access access, bool sync,
                              std::uint32_t pc) {
  const SharedArray* array = shared_.find(address);
  if (array == nullptr) return;
  if (address < array->begin || address + bytes > array->begin + array->bytes) {
    return report_shared_bounds(*array, address, access, pc);
  }
  if (reads(access) && !diverged_ && !initialised(shared_, address, bytes) &&
      is_new(FindingKind::uninitialised_read, pc)) {
    const std::string text =
        "reads " + array->name + " at byte " + std::to_string(address - array->begin);
    report(FindingKind::uninitialised_read,
           text + " before any thread of the block has written there" +
               what_else_is_missing(*array, false),
           pc, stores_to(*array));
    early_reads_.push_back(
        {address, bytes, array, text, cause_of(FindingKind::uninitialised_read, pc, 0)});
  }
  const Signal signal = access == Access::atomic ? Signal::atomic
                        : sync                   ? Signal::volatile_access
                                                 : Signal::none;
  const AccessRecord now = record_of(pc);
  const auto signalled = [&](const AccessRecord& other) {
    return signals_.ordered({std::uint32_t(block_ & GlobalAccessRecord::kBlock),
                             other.epoch - block_epoch_, other.thread, other.segment},
                            thread_);
  };
  const auto conflict =
      shared_.record_access(address, bytes, access, signal, now, warps_, signalled);
  // Where threads talk by fences, volatile accesses are their signals.
  if (conflict && !(conflict->both_signal && signals_.used()))
    report_shared_race(*array, address, bytes, access, *conflict, pc);
}

void BlockTrace::check_constant(const char* address, unsigned bytes, Access access,
                                std::uint32_t pc) {
  // The last variable that starts at or before the address is the one that was meant.
  const auto& variables = program_variables();
  auto next = std::upper_bound(variables.begin(), variables.end(), address,
                               [](const char* a, const auto& v) { return a < v.data; });
  if (next == variables.begin()) return;  // no symbol table
  const ProgramVariable& before = *std::prev(next);
  const auto distance = address - (before.data + before.bytes);
  constant_begin_ = before.data;
  constant_bytes_ = before.bytes;
  if (access != Access::read && is_new(FindingKind::read_only_write, pc)) {
    report(FindingKind::read_only_write,
           "writes " + before.name +
               " in constant memory, which kernels may only read; the host fills it with "
               "cudaMemcpyToSymbol",
           pc);
  }
  if (access != Access::read) return;
  constant_reads_.note(address, bytes, pc);
  if (distance + std::ptrdiff_t(bytes) <= 0 || !is_new(FindingKind::out_of_bounds, pc)) {
    return;
  }
  std::string place = past_the_end(std::max<std::ptrdiff_t>(distance, 0)) + before.name +
                      " in constant memory, which has " + std::to_string(before.bytes) + " bytes";
  // As likely an index below 0 of the variable that follows.
  if (next != variables.end() && in_constant_memory(next->data) && next->data - address < distance)
    place = std::to_string(next->data - address) + " bytes before the start of " + next->name +
            " in constant memory (" + place + ")";
  else if (next != variables.end() && in_constant_memory(next->data))
    place += ", and " + std::to_string(next->data - address) + " bytes before the start of " +
             next->name;
  report(FindingKind::out_of_bounds, "reads " + place, pc);
}

// True if the access races with an earlier one.
bool BlockTrace::check_global(GlobalBuffer& buffer, const char* address, unsigned bytes,
                              Access access, bool sync, std::uint32_t pc) {
  if (address + bytes > buffer.data + buffer.bytes) {
    refuse_address(buffer.data + buffer.bytes, access, pc);
  }
  if (reads(access) && !initialised(buffer, address, bytes)) {
    report_uninitialised(buffer, address, pc);
  }
  const std::uint64_t me = me_ | (sync ? GlobalAccessRecord::kSync : 0);
  // Happens-before, as far as a launch has it: program order within a thread, barriers within a
  // block, __syncwarp within a warp, fences with atomics between blocks. Two atomics are no race.
  auto ordered = [&](const GlobalBuffer::PriorAccess& prior) {
    const GlobalAccessRecord other = GlobalAccessRecord::unpack(prior.who);
    if (other.sync && sync) return true;
    const std::uint64_t changes = prior.who ^ me;
    const bool same_block = (changes & GlobalAccessRecord::kBlock) == 0;
    if (access == Access::atomic && same_block && (other.sync || block_atomics_.contains(prior.pc)))
      return true;
    if (same_block) {
      if ((changes & GlobalAccessRecord::kThread) == 0 ||
          (changes & GlobalAccessRecord::kEpoch) != 0)
        return true;
      if (other.thread / 32 == thread_ / 32) {
        const std::uint32_t known = warps_.known(thread_, other.thread);
        if (known > other.segment ||
            (known > 0 && other.segment == GlobalAccessRecord::kSegments - 1))
          return true;
      }
    }
    return signals_.ordered({other.block, other.epoch, other.thread, other.segment}, thread_);
  };
  if (access == Access::write) {
    in_flight_ = address;
    in_flight_at_ = nullptr;
    in_flight_since_ = ticks();
  }
  const auto prior =
      buffer.record_access(address, bytes, access, me, pc, signals_.has_seen(thread_), ordered);
  if (access != Access::read) buffer.note_store(address, bytes);
  if (prior.pc != 0) report_global_race(buffer, address, bytes, access, prior, pc);
  return prior.pc != 0;
}

// Who wrote a block of the device's heap is not recorded: its bounds are checked, not its values or
// their order.
void BlockTrace::check_device_heap(const DeviceBlock& block, const char* address, unsigned bytes,
                                   Access access, std::uint32_t pc) {
  note_work(access);
  const std::string what =
      "a block of " + std::to_string(block.bytes) + " bytes that a thread took with new or malloc";
  const std::ptrdiff_t beyond = address + bytes - (block.data + block.bytes);
  if (block.freed)
    refuse_variable(FindingKind::use_after_free, what + " and that has been given back", access,
                    pc);
  if (beyond > 0)
    refuse_variable(
        FindingKind::out_of_bounds,
        past_the_end(std::max<std::ptrdiff_t>(0, beyond - std::ptrdiff_t(bytes))) + what, access,
        pc);
}

// What is read on another way than a plain load's may come from a cache that does not see this
// launch's writes.
void BlockTrace::report_if_written(const GlobalBuffer& buffer, const char* address, unsigned bytes,
                                   const char* how, const char* advice, std::uint32_t pc) {
  const std::uint32_t write_pc = buffer.written_by(address, bytes, me_);
  if (write_pc == 0 || !is_new(FindingKind::read_only_write, pc, write_pc)) return;
  report(FindingKind::read_only_write,
         "reads " + buffer.name + " " + how + " where the same launch has written; " + advice, pc,
         {{"the write", CodePlace(write_pc)}}, write_pc);
}

void BlockTrace::read_only_load(const void* address, unsigned bytes, std::uint32_t pc) {
  BlockTrace* const running = std::exchange(running_trace, nullptr);
  const auto* const byte = static_cast<const char*>(address);
  if (const GlobalBuffer::View* const view = finder_.find(byte); view != nullptr)
    report_if_written(*view->buffer, byte, bytes, "with __ldg",
                      "__ldg is for memory that nobody writes while the kernel runs", pc);
  running_trace = running;
}

// A texture's memory is global memory, and checked like it. That a write is ordered before the read
// does not help, since the texture's cache does not see it.
void BlockTrace::check_texel(const char* address, const TextureAccess& access, std::uint32_t pc) {
  const Access kind = access.write ? Access::write : Access::read;
  const GlobalBuffer::View* const view = finder_.find(address);
  if (view == nullptr) refuse_address(address, kind, pc);
  const bool race = check_global(*view->buffer, address, access.bytes, kind, false, pc);
  view->buffer->mark_used(address, access.bytes);
  if (!access.write && !race)
    report_if_written(*view->buffer, address, access.bytes,
                      access.surface ? "through a surface" : "through a texture",
                      "its cache does not see that, whatever barrier stands between: read it in "
                      "another launch, or write to memory of its own",
                      pc);
}

void BlockTrace::texture_access(const TextureAccess& access, std::uint32_t pc, void* frame) {
  if (running_trace == nullptr) return;
  if (access.write) resolve_write_races();
  BlockTrace* const running = std::exchange(running_trace, nullptr);
  note_work(access.write ? Access::write : Access::read);
  for (unsigned n = 0; n < access.count; ++n) check_texel(access.texels[n], access, pc);
  running_trace = running;
  // A warp's request is one, however many texels each lane needs: the first stands for all.
  note(access.texels[0], access.bytes, access.surface ? Space::surface : Space::texture,
       access.write ? Access::write : Access::read, pc, frame);
  if (!access.write) return;
  in_flight_at_ = cursor_.expected;
  if (std::exchange(polls_, false)) runner_.polled(true);
}

// Hooks are called before the instruction they announce: what the write stores is not known yet. It
// is when the next write of this thread is told, or when the thread stops.
void BlockTrace::defer_write_race(PendingWriteRace write) {
  constexpr std::size_t kMost = 256;  // pieces of one long copy
  if (pending_races_.size() >= kMost) return;
  std::copy_n(write.address, write.bytes, write.before.data());
  pending_races_.push_back(std::move(write));
}

void BlockTrace::begin_pieces(Access access) {
  if (access != Access::read) {
    resolve_write_races();
    if (recorder_ != nullptr) recorder_->writes_are_done();
  }
  in_pieces_ = true;
}

// The writes have happened. Threads that all store one value, such as a flag, do no harm.
void BlockTrace::resolve_write_races() {
  if (pending_races_.empty()) return;
  BlockTrace* const running = std::exchange(running_trace, nullptr);
  for (const PendingWriteRace& write : std::exchange(pending_races_, {}))
    if (!std::equal(write.address, write.address + write.bytes, write.before.data()) &&
        (write.if_no_fence || is_new(write.kind, write.pc, write.other_pc)))
      report_race(write.kind, write.message, write.pc, write.other_pc, write.other_thread,
                  write.if_no_fence);
  running_trace = running;
}

}  // namespace kit::sim
