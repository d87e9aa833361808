/// What code compiled with
/// -fsanitize=bounds-strict,shift,signed-integer-overflow,float-cast-overflow calls where C++
/// leaves a result undefined: the entry points of UndefinedBehaviorSanitizer under their
/// compiler-given names. Such a result is one here and may be another one on a card, so an output
/// that is right here says nothing. The code goes on with what the host's processor gives, but for
/// an index outside of a local array, which would write over the simulator's own stack.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "block_trace.hpp"

namespace kit::sim {
namespace {

// What the compiler leaves of each place, as libubsan reads it.
struct Location {
  const char* file;
  std::uint32_t line, column;
};
struct Type {
  std::uint16_t kind;  // 0 integer, 1 floating-point
  std::uint16_t info;  // of an integer: bit 0 signed, above it log2 of the bits; else the bits
  char name[1];        // in quotation marks

  bool is_signed() const { return (info & 1) != 0; }
  unsigned bits() const { return kind == 0 ? 1u << (info >> 1) : info; }
  std::string text() const {
    const std::string quoted = name;
    return quoted.size() > 2 ? quoted.substr(1, quoted.size() - 2) : quoted;
  }
};
struct TwoTypes {
  Location place;
  const Type *first, *second;
};
struct OneType {
  Location place;
  const Type* type;
};

// Where an array of the GPU's memories is indexed, as the rewriter lists them.
extern "C" {
extern const Location __start_kit_sim_rows[] __attribute__((weak));
extern const Location __stop_kit_sim_rows[] __attribute__((weak));
}

// Cards run an index that goes from one row of such an array into the next, and the observer knows
// where the whole array ends. Beyond the columns that the compiler counts (4095) it says 0: there
// the line alone decides.
bool observer_knows_array(const Location& place) {
  using Place = std::tuple<std::string, std::uint32_t, std::uint32_t>;
  static const std::set<Place>& places = *[] {
    auto* const all = new std::set<Place>;
    for (const Location* at = __start_kit_sim_rows; at < __stop_kit_sim_rows; ++at) {
      if (at->file == nullptr) continue;  // the linker's padding between two files' lists
      all->emplace(at->file, at->line, at->column);
      all->emplace(at->file, at->line, 0);
    }
    return all;
  }();
  return places.count({place.file, place.line, place.column}) > 0;
}

// `struct Message { int length; float data[1]; }` with its data behind it, as C has it: what lies
// there the observer knows.
bool may_go_on(const Type& array) {
  return array.text().ends_with("[1]");
}

std::string shortest(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

// A value is passed as it is if a register holds it, else by its address.
std::string number(const Type& type, std::uintptr_t value) {
  if (type.kind == 1) {
    if (type.bits() == 32) {
      const auto bits = std::uint32_t(value);
      float real;
      std::memcpy(&real, &bits, sizeof real);
      return shortest(real);
    }
    if (type.bits() > 64) return "a value";
    double real;
    std::memcpy(&real, &value, sizeof real);
    return shortest(real);
  }
  if (type.bits() > 64) return "a value";
  if (!type.is_signed()) return std::to_string(value);
  const unsigned unused = 64 - type.bits();
  return std::to_string(std::int64_t(value << unused) >> unused);
}

// The place in the source follows from the caller, as that of an access does: two findings of one
// line are known for it.
void report(FindingKind kind, std::string message, void* caller) {
  const std::uint32_t pc = program_counter(caller);
  if (running_trace != nullptr) {
    running_trace->undefined(kind, std::move(message), pc);
  } else if (BlockRunner::active() == nullptr) {
    report_host(kind, message, CodePlace(pc));
  }
}

void report_result(std::string message, void* caller) {
  report(FindingKind::undefined_arithmetic,
         std::move(message) + "; in C++ the result is undefined, and a GPU gives another one",
         caller);
}

void report_overflow(const void* data, std::uintptr_t left, const char* sign, std::uintptr_t right,
                     void* caller) {
  const auto& site = *static_cast<const OneType*>(data);
  report_result(number(*site.type, left) + sign + number(*site.type, right) + " does not fit " +
                    site.type->text(),
                caller);
}

}  // namespace
}  // namespace kit::sim

using namespace kit::sim;

extern "C" {

void __ubsan_handle_out_of_bounds(const void* data, std::uintptr_t index) {
  const auto& site = *static_cast<const TwoTypes*>(data);
  BlockTrace* const running = std::exchange(running_trace, nullptr);
  const bool known = may_go_on(*site.first) || observer_knows_array(site.place);
  running_trace = running;
  if (known) return;
  report(FindingKind::out_of_bounds,
         "index " + number(*site.second, index) + " is outside of an array of type " +
             site.first->text(),
         __builtin_return_address(0));
  if (BlockRunner* const runner = BlockRunner::active()) runner->stop(cudaErrorIllegalAddress);
}

void __ubsan_handle_shift_out_of_bounds(const void* data, std::uintptr_t, std::uintptr_t count) {
  const auto& site = *static_cast<const TwoTypes*>(data);
  report_result("shifts by " + number(*site.second, count) + " bits a value of type " +
                    site.first->text() + ", which has " + std::to_string(site.first->bits()),
                __builtin_return_address(0));
}

void __ubsan_handle_float_cast_overflow(const void* data, std::uintptr_t value) {
  const auto& site = *static_cast<const TwoTypes*>(data);
  report_result("converts " + number(*site.first, value) + " to " + site.second->text() +
                    ", which has no such value",
                __builtin_return_address(0));
}

void __ubsan_handle_add_overflow(const void* data, std::uintptr_t left, std::uintptr_t right) {
  report_overflow(data, left, " + ", right, __builtin_return_address(0));
}
void __ubsan_handle_sub_overflow(const void* data, std::uintptr_t left, std::uintptr_t right) {
  report_overflow(data, left, " - ", right, __builtin_return_address(0));
}
void __ubsan_handle_mul_overflow(const void* data, std::uintptr_t left, std::uintptr_t right) {
  report_overflow(data, left, " * ", right, __builtin_return_address(0));
}
void __ubsan_handle_divrem_overflow(const void* data, std::uintptr_t left, std::uintptr_t right) {
  report_overflow(data, left, " / ", right, __builtin_return_address(0));
}
void __ubsan_handle_negate_overflow(const void* data, std::uintptr_t value) {
  const auto& site = *static_cast<const OneType*>(data);
  report_result("-(" + number(*site.type, value) + ") does not fit " + site.type->text(),
                __builtin_return_address(0));
}

}  // extern "C"
