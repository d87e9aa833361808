/// @file
/// What the checks of confined code come to: each asks who owns the memory (owned_memory.hpp), or
/// whether a function may be called, and says at the student's line what is refused.
#include "confinement.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "../src/block_runner.hpp"
#include "../src/failing_calls.hpp"
#include "elf_symbols.hpp"
#include "own_pages.hpp"
#include "owned_memory.hpp"
#include "program_memory.hpp"
#include "program_observer.hpp"

namespace kit::sim {
namespace {

// --- refusals -----------------------------------------------------------------------------------

void (*end_refused)() = std::abort;

[[noreturn]] void refuse(FindingKind kind, const std::string& message, const CheckSite& site) {
  const CodePlace place = place_of(site);
  if (BlockRunner* runner = BlockRunner::active())
    runner->fail(cudaErrorIllegalAddress, kind, message, place);
  report_host(kind, message, place);
  blame_failed_call("the program crashed");
  end_refused();
  std::abort();
}

// The variables of the kit, its thread-local ones, and what the observer keeps.
bool is_kits(const char* address) {
  constexpr std::ptrdiff_t kThreadBytes = 1 << 18;  // shared memory lies among them
  const std::ptrdiff_t from_thread = address - thread_pointer();
  return in_program_variables(address) || is_observers(address) ||
         (from_thread > -kThreadBytes && from_thread < kThreadBytes / 64);
}

[[noreturn]] void refuse_store(const char* address, const CheckSite& site) {
  if (address < reinterpret_cast<char*>(4096))
    refuse(FindingKind::null_pointer, "writes through a null pointer", site);
  if (is_kits(address))
    refuse(FindingKind::cheated, "writes to memory of the simulator, which counts there", site);
  refuse(FindingKind::out_of_bounds,
         "writes to memory that is neither a buffer nor a variable of the program", site);
}

[[noreturn]] void refuse_call(const char* target, const CheckSite& site) {
  if (target < reinterpret_cast<char*>(4096))
    refuse(FindingKind::null_pointer, "calls through a null pointer", site);
  refuse(FindingKind::cheated, "calls an address that is not the start of one of its functions",
         site);
}

// --- the other checks ---------------------------------------------------------------------------

// What the library's own exceptions answer to what(), and how a character is printed.
extern "C" {
extern std::uint64_t exception_table[] __asm__("_ZTVSt9exception");
extern std::uint64_t runtime_error_table[] __asm__("_ZTVSt13runtime_error");
extern std::uint64_t logic_error_table[] __asm__("_ZTVSt11logic_error");
extern std::uint64_t bad_alloc_table[] __asm__("_ZTVSt9bad_alloc");
extern std::uint64_t length_error_table[] __asm__("_ZTVSt12length_error");
extern std::uint64_t out_of_range_table[] __asm__("_ZTVSt12out_of_range");
extern std::uint64_t invalid_argument_table[] __asm__("_ZTVSt16invalid_argument");
extern void widen() __asm__("_ZNKSt5ctypeIcE8do_widenEc");
}

bool is_librarys(std::uint64_t target) {
  constexpr int kFirst = 2, kEnd = 5;  // two destructors and what(), behind offset and type
  for (const std::uint64_t* table :
       {exception_table, runtime_error_table, logic_error_table, bad_alloc_table,
        length_error_table, out_of_range_table, invalid_argument_table}) {
    if (std::find(table + kFirst, table + kEnd, target) != table + kEnd) return true;
  }
  return target == reinterpret_cast<std::uint64_t>(&widen);
}

void check_entry(const char* target, const CheckSite& site) {
  static const auto* const entries = new std::vector<std::uint64_t>(student_entries());
  if (target == nullptr) return;  // a callee may take it for none; a call of it is a fault
  const auto address = reinterpret_cast<std::uint64_t>(target);
  if (std::binary_search(entries->begin(), entries->end(), address) || is_librarys(address)) return;
  refuse_call(target, site);
}

// %n stores how much was printed; the letter comes behind flags, width, precision and length.
void check_format(const char* format, const CheckSite& site) {
  for (const char* at = format; at != nullptr && *at != '\0'; ++at) {
    if (*at != '%') continue;
    at += 1 + std::strspn(at + 1, "0123456789-+ #'*.$hljztLqI");
    if (*at == 'n') refuse(FindingKind::cheated, "stores by printing (%n)", site);
    if (*at == '\0') return;
  }
}

void check_pitched(const char* address, std::size_t pitch, std::size_t width, std::size_t rows,
                   const CheckSite& site) {
  std::size_t bytes = 0;
  if (rows == 0 || width == 0) return;
  const bool too_much = __builtin_mul_overflow(pitch, rows - 1, &bytes) ||
                        __builtin_add_overflow(bytes, width, &bytes);
  if (too_much || !owns(address, bytes, site)) refuse_store(address, site);
}

[[noreturn]] void refuse_object(const CheckSite& site) {
  refuse(FindingKind::cheated, "hands the library an object that the library did not make", site);
}

}  // namespace

void set_refused(void (*end)()) {
  end_refused = end;
}

void end_if_call_failed(ProgramEnd how) {
  if (end_refused == std::abort || when_call_fails().empty()) return;
  if (how == ProgramEnd::crash) blame_failed_call("the program crashed");
  if (how == ProgramEnd::without_an_error) blame_failed_call("the program ended without a word");
  end_refused();
}

}  // namespace kit::sim

extern "C" void kit_sim_lend(void* data, unsigned long bytes) {
  kit::sim::lend(data, bytes);
}

extern "C" void kit_sim_take_back() {
  kit::sim::take_back_lent();
}

extern "C" void kit_sim_set_refused(void (*end)()) {
  kit::sim::set_refused(end);
}

/// `frame`: what confinement_entry.cpp has on the stack: %rbp, the kind, %rsi, the return address.
extern "C" void kit_sim_confine_check(kit::sim::CheckKind kind, const char* address,
                                      std::size_t bytes, std::size_t width, std::size_t rows,
                                      char** frame) {
  using namespace kit::sim;
  BlockTrace* const running = std::exchange(running_trace, nullptr);
  const CheckSite site{reinterpret_cast<std::uint64_t>(frame[3]),
                       reinterpret_cast<char*>(frame + 4), frame[0]};
  switch (kind) {
    case CheckKind::store:
    case CheckKind::range:
      if (address != nullptr || kind == CheckKind::store)
        if (!owns(address, bytes, site)) refuse_store(address, site);
      break;
    case CheckKind::pitched:
      check_pitched(address, bytes, width, rows, site);
      break;
    case CheckKind::entry:
      check_entry(address, site);
      break;
    case CheckKind::format:
      check_format(address, site);
      break;
    case CheckKind::output:
      if (address != nullptr && address != reinterpret_cast<char*>(stdout) &&
          address != reinterpret_cast<char*>(stderr))
        refuse_object(site);
      break;
    case CheckKind::console:
      if (address != reinterpret_cast<char*>(&std::cout) &&
          address != reinterpret_cast<char*>(&std::cerr) &&
          address != reinterpret_cast<char*>(&std::clog))
        refuse_object(site);
      break;
    case CheckKind::foreign:
      if (owns(address, 1, site)) refuse_object(site);
      break;
  }
  running_trace = running;
}
