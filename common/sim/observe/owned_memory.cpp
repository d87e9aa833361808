/// @file
/// Who owns what. A check that the quick places (checked_places.hpp) did not answer goes through
/// what student code owns: its variables, thread-local ones and shared memory among them, device
/// memory, its heap, what a call lent to it, the exceptions that it makes, and the variables on its
/// stack.
///
/// The stack is the hard part: return addresses and saved registers lie among the variables, and
/// the frames of the kit among those of the student. A table of the student's call sites, made with
/// the checks, says for each return address what of its frame are variables. The chain of frames is
/// followed from the check up to the first that is not the student's; frames beyond that, of code
/// that gave a function to the kit to call, are found with the unwinder.
#include "owned_memory.hpp"

#include <unwind.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <mutex>
#include <optional>
#include <vector>

#include "../src/block_runner.hpp"
#include "../src/memory.hpp"
#include "checked_places.hpp"
#include "elf_symbols.hpp"
#include "program_memory.hpp"
#include "student_exceptions.hpp"
#include "student_heap.hpp"

extern "C" {
// What the linker collected of the student's files; there is none in a program without any.
extern char __start_kit_sim_student_data[] __attribute__((weak));
extern char __stop_kit_sim_student_data[] __attribute__((weak));
extern char __start_kit_sim_student_bss[] __attribute__((weak));
extern char __stop_kit_sim_student_bss[] __attribute__((weak));
extern const std::uint32_t __start_kit_sim_sites[] __attribute__((weak));
extern const std::uint32_t __stop_kit_sim_sites[] __attribute__((weak));
extern const std::uint64_t __start_kit_sim_entries[] __attribute__((weak));
extern const std::uint64_t __stop_kit_sim_entries[] __attribute__((weak));
extern const std::int64_t __start_kit_sim_student_tls[] __attribute__((weak));
extern const std::int64_t __stop_kit_sim_student_tls[] __attribute__((weak));
extern __thread unsigned char kit_sim_dynamic_shared_storage[kit::sim::kSharedBytesMost] __asm__(
    "kit_sim_dynamic_shared");

constinit kit::sim::CheckedPlaces nowhere_checked = {};
__thread kit::sim::CheckedPlaces* kit_sim_checked_places = &nowhere_checked;
}

namespace kit::sim {
namespace {

struct Piece {
  char* data = nullptr;
  std::size_t bytes = 0;

  bool holds(const char* address, std::size_t count) const {
    const auto offset = std::size_t(address - data);
    return offset < bytes && count <= bytes - offset;
  }
};

/// What write_site() of the rewriter says of a call.
struct CallSite {
  std::uint32_t pc, by_frame_pointer, cfa, saved, saved_rbp;
};

std::vector<CallSite> read_sites() {
  std::vector<CallSite> sites;
  for (const std::uint32_t* at = __start_kit_sim_sites; at < __stop_kit_sim_sites; at += 5)
    sites.push_back({at[0], at[1], at[2], at[3], at[4]});
  std::sort(sites.begin(), sites.end(),
            [](const CallSite& a, const CallSite& b) { return a.pc < b.pc; });
  return sites;
}

/// Null if no call of the student's returns there.
const CallSite* find_site(std::uint64_t pc) {
  static const auto* const sites = new std::vector<CallSite>(read_sites());
  const auto found =
      std::lower_bound(sites->begin(), sites->end(), pc,
                       [](const CallSite& site, std::uint64_t value) { return site.pc < value; });
  return found != sites->end() && found->pc == pc ? &*found : nullptr;
}

std::vector<std::uint64_t> read_entries() {
  std::vector<std::uint64_t> entries(__start_kit_sim_entries, __stop_kit_sim_entries);
  std::sort(entries.begin(), entries.end());
  return entries;
}

struct Frame {
  char* cfa = nullptr;
  Piece variables;
};

Frame frame_at(const CallSite& site, char* rsp, char* rbp) {
  Frame frame;
  if (site.cfa == 0) return frame;  // not known
  frame.cfa = (site.by_frame_pointer != 0 ? rbp : rsp) + site.cfa;
  char* const end = frame.cfa - site.saved;
  if (end > rsp) frame.variables = {rsp, std::size_t(end - rsp)};
  return frame;
}

/// What a contract's function is given on the stack, beside its registers.
constexpr std::size_t kStackArguments = 32;

bool in_frames(const char* address, std::size_t bytes, CheckSite at) {
  const CallSite* site = find_site(at.pc);
  while (site != nullptr) {
    const Frame frame = frame_at(*site, at.rsp, at.rbp);
    if (frame.cfa == nullptr) return false;
    if (frame.variables.holds(address, bytes)) return true;
    if (address < frame.cfa) return false;
    if (site->saved_rbp != 0) std::memcpy(&at.rbp, frame.cfa - site->saved_rbp, 8);
    std::memcpy(&at.pc, frame.cfa - 8, 8);
    at.rsp = frame.cfa;
    site = find_site(at.pc);
  }
  // The arguments that the kit gave on the stack are the student's too. A launch has none.
  return BlockRunner::active() == nullptr && Piece{at.rsp, kStackArguments}.holds(address, bytes);
}

struct FrameSearch {
  const char* address;
  std::size_t bytes;
  bool found = false;
};

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* data) {
  auto& search = *static_cast<FrameSearch*>(data);
  const CallSite* site = find_site(_Unwind_GetIP(context));
  if (site == nullptr) return _URC_NO_REASON;
  constexpr int kRbp = 6;
  auto* const rsp = reinterpret_cast<char*>(_Unwind_GetCFA(context));
  auto* const rbp = reinterpret_cast<char*>(_Unwind_GetGR(context, kRbp));
  search.found = frame_at(*site, rsp, rbp).variables.holds(search.address, search.bytes);
  return search.found ? _URC_END_OF_STACK : _URC_NO_REASON;
}

bool in_outer_frames(const char* address, std::size_t bytes) {
  FrameSearch search{address, bytes};
  _Unwind_Backtrace(look_at_frame, &search);
  return search.found;
}

std::mutex lent_mutex;
std::vector<Piece>& lent() {
  static auto* const pieces = new std::vector<Piece>;
  return *pieces;
}

std::optional<Piece> piece_between(char* begin, char* end, const char* address) {
  if (begin == nullptr || address < begin || address >= end) return std::nullopt;
  return Piece{begin, std::size_t(end - begin)};
}

std::optional<Piece> thread_local_piece(const char* address) {
  char* const here = thread_pointer();
  for (const std::int64_t* at = __start_kit_sim_student_tls; at < __stop_kit_sim_student_tls;
       at += 2) {
    const Piece variable{here + at[0], std::size_t(at[1])};
    if (variable.holds(address, 1)) return variable;
  }
  const Piece dynamic{reinterpret_cast<char*>(kit_sim_dynamic_shared_storage), kSharedBytesMost};
  if (dynamic.holds(address, 1)) return dynamic;
  return std::nullopt;
}

std::optional<Piece> lent_piece(const char* address) {
  const std::lock_guard lock(lent_mutex);
  for (const Piece& piece : lent())
    if (piece.holds(address, 1)) return piece;
  return std::nullopt;
}

// What does not go away while a kernel runs, and not before forget_checked() is called.
std::optional<Piece> lasting_piece(const char* address) {
  if (auto piece =
          piece_between(__start_kit_sim_student_data, __stop_kit_sim_student_data, address))
    return piece;
  if (auto piece = piece_between(__start_kit_sim_student_bss, __stop_kit_sim_student_bss, address))
    return piece;
  if (auto piece = piece_between(__start_kit_sim_constant, __stop_kit_sim_constant, address))
    return piece;
  if (auto piece = thread_local_piece(address)) return piece;
  const auto device = Memory::instance().find(address);
  if (device && device->kind != MemoryKind::symbol) return Piece{device->data, device->bytes};
  if (const HeapBlock block = find_student_block(address); block.data != nullptr)
    return Piece{block.data, block.bytes};
  return lent_piece(address);
}

// Precision, width and flags of the streams that print to the console, which manipulators set.
bool is_stream_format(const char* address, std::size_t bytes) {
  constexpr std::size_t kBegin = 8,
                        kEnd = 32;  // in std::ios_base, after the table of its functions
  for (std::ios_base* stream :
       {static_cast<std::ios_base*>(&std::cout), static_cast<std::ios_base*>(&std::cerr),
        static_cast<std::ios_base*>(&std::clog)}) {
    if (Piece{reinterpret_cast<char*>(stream) + kBegin, kEnd - kBegin}.holds(address, bytes))
      return true;
  }
  return false;
}

std::mutex places_mutex;
std::vector<CheckedPlaces*>& all_places() {
  static auto* const places = new std::vector<CheckedPlaces*>;
  return *places;
}

void remember(const Piece& piece) {
  if (kit_sim_checked_places == &nowhere_checked) {
    kit_sim_checked_places = new CheckedPlaces;
    const std::lock_guard lock(places_mutex);
    all_places().push_back(kit_sim_checked_places);
  }
  CheckedPlaces& places = *kit_sim_checked_places;
  places.recent[1] = places.recent[0];
  CheckedPlace& place = places.recent[0];
  place.begin = reinterpret_cast<std::uint64_t>(piece.data);
  for (std::size_t i = 0; i < place.last.size(); ++i) {
    const std::size_t bytes = std::size_t(1) << i;
    place.last[i] = piece.bytes >= bytes ? piece.bytes - bytes : 0;
  }
}

}  // namespace

std::vector<std::uint64_t> student_entries() {
  return read_entries();
}

bool owns(const char* address, std::size_t bytes, const CheckSite& site) {
  if (bytes == 0) return true;
  if (const auto piece = lasting_piece(address)) {
    constexpr std::size_t kMaxStoreBytes = 16;
    if (!piece->holds(address, bytes)) return false;
    if (piece->bytes >= kMaxStoreBytes) remember(*piece);
    return true;
  }
  return in_frames(address, bytes, site) || is_students_exception(address, bytes) ||
         is_stream_format(address, bytes) ||
         Piece{reinterpret_cast<char*>(&errno), sizeof errno}.holds(address, bytes) ||
         in_outer_frames(address, bytes);
}

bool is_students(const CodePlace& stack) {
  return &__start_kit_sim_sites[0] == &__stop_kit_sim_sites[0] ||
         std::any_of(stack.calls.begin(), stack.calls.end(),
                     [](std::uint32_t pc) { return find_site(pc) != nullptr; });
}

// The check, then the calls that led to it.
CodePlace place_of(CheckSite at) {
  constexpr std::size_t kDeepest = 8;
  CodePlace place;
  for (const CallSite* site = find_site(at.pc); site != nullptr && place.calls.size() < kDeepest;
       site = find_site(at.pc)) {
    place.calls.push_back(std::uint32_t(at.pc));
    const Frame frame = frame_at(*site, at.rsp, at.rbp);
    if (frame.cfa == nullptr) break;
    if (site->saved_rbp != 0) std::memcpy(&at.rbp, frame.cfa - site->saved_rbp, 8);
    std::memcpy(&at.pc, frame.cfa - 8, 8);
    at.rsp = frame.cfa;
  }
  return place;
}

void lend(void* data, std::size_t bytes) {
  const std::lock_guard lock(lent_mutex);
  sim::lent().push_back({static_cast<char*>(data), bytes});
}

void take_back_lent() {
  const std::lock_guard lock(lent_mutex);
  sim::lent().clear();
  forget_checked();
}

void forget_checked() {
  const std::lock_guard lock(places_mutex);
  for (CheckedPlaces* places : all_places()) *places = {};
}

}  // namespace kit::sim
