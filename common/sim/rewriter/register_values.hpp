/// @file
/// What the registers and the stack slots of a function hold at each of its instructions, as far as
/// reading its assembly in order tells: enough to see that two operands name the same place.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assembly.hpp"

namespace kit::rewriter {

/// constant + factor * unknown + ..., modulo 2^64.
struct Sum {
  std::uint64_t constant = 0;
  /// Number of an unknown and its factor, ordered by number; no factor is 0.
  std::vector<std::pair<unsigned, std::uint64_t>> terms;

  bool operator==(const Sum&) const = default;
  bool differs_by_constant(const Sum& other) const { return terms == other.terms; }
  Sum plus(const Sum& other) const;
  Sum times(std::uint64_t factor) const;
};

/// Names what is not computed here. What the same operation makes of the same values is the same
/// unknown; what is read from memory is a new one each time.
class Unknowns {
 public:
  Sum fresh() { return {0, {{++count_, 1}}}; }
  /// `origin`: a symbol, or an operation with its operands.
  Sum named(const std::string& origin);

 private:
  unsigned count_ = 0;
  std::map<std::string, unsigned> names_;
};

/// The values at one point of a function. Copies share the unknowns, which must outlive them.
class RegisterValues {
 public:
  explicit RegisterValues(Unknowns& unknowns) : unknowns_(&unknowns) { forget_all(); }

  /// Nothing is known, as at the start of a function.
  void forget_all();
  /// Leaves what another way to the same point has too.
  void keep_common(const RegisterValues& other);
  Sum value_of(std::string_view name) const { return registers_[number_of(name)]; }
  /// Where an operand in memory lies.
  Sum address_of(std::string_view operand) const;
  /// Takes in an instruction that is no call and no jump.
  void follow(const AssemblyLine& line);
  /// Takes in a call. `keeps_stack`: of a function that writes nothing of this one's.
  void follow_call(bool keeps_stack);

 private:
  /// A place on the stack, by its distance from where %rsp points, and what lies there.
  struct Slot {
    unsigned bytes;
    Sum value;
  };

  static unsigned number_of(std::string_view name);
  static bool is_general_register(std::string_view operand);
  static bool is_whole_register(std::string_view operand);
  void set(std::string_view name, Sum value);
  void store(const Sum& address, unsigned bytes, std::optional<Sum> value);
  std::optional<Sum> loaded(const Sum& address, unsigned bytes) const;
  std::optional<Sum> source(std::string_view operand, unsigned bytes) const;
  std::optional<Sum> result_of(const AssemblyLine& line) const;
  std::optional<Sum> result_of_move(const AssemblyLine& line) const;
  std::optional<Sum> sum_of(const AssemblyLine& line) const;
  std::optional<Sum> same_as_before(const AssemblyLine& line) const;
  bool follow_stack(const AssemblyLine& line);
  void follow_store(const AssemblyLine& line, unsigned bytes);
  void follow_unnamed(const AssemblyLine& line);

  Unknowns* unknowns_;
  std::array<Sum, 16> registers_;
  std::map<std::int64_t, Slot> slots_;  // by the constant of their addresses
  Sum stack_;                           // the unknown part of those
};

}  // namespace kit::rewriter
