/// @file
/// PTX, the assembly language that nvcc makes of kernels before a card's own instructions: read
/// into a form that walk.hpp can follow. Only what decides how long a kernel takes is kept.
/// Source of all meanings: NVIDIA's PTX ISA, release 9.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kit::estimate {

enum class Op : std::uint8_t {
  nothing,  ///< what costs no instruction: pragmas, conversions of address spaces
  other,    ///< an instruction that is only counted
  mov,
  add,
  sub,
  mul,
  mad,
  fma,
  div,
  rem,
  abs,
  neg,
  min,
  max,
  setp,
  selp,
  and_,
  or_,
  xor_,
  not_,
  shl,
  shr,
  bfe,
  bfi,
  prmt,
  lop3,
  shf,
  popc,
  clz,
  brev,
  cvt,
  rcp,
  sqrt,
  rsqrt,
  ex2,
  lg2,
  sin,
  cos,
  ld,
  st,
  atom,
  shfl,
  vote,
  bar,
  warp_bar,
  fence,
  bra,
  call,
  exit
};

enum class Type : std::uint8_t { none, pred, b8, s8, b16, s16, f16, b32, s32, f32, b64, s64, f64 };
unsigned bytes_of(Type type);
constexpr bool is_float(Type type) {
  return type == Type::f32 || type == Type::f64 || type == Type::f16;
}
constexpr bool is_signed(Type type) {
  return type == Type::s8 || type == Type::s16 || type == Type::s32 || type == Type::s64;
}

enum class MemorySpace : std::uint8_t { generic, global, shared, local, constant, param };
enum class Compare : std::uint8_t { eq, ne, lt, le, gt, ge };
enum class Half : std::uint8_t { low, high, wide };
enum class Special : std::uint8_t {
  none,
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  lane,
  clock
};

/// A register's number, a special register, or a value.
struct Operand {
  int reg = -1;
  Special special = Special::none;
  std::uint64_t value = 0;
};

struct Instruction {
  Op op = Op::other;
  Type type = Type::none;    ///< of the result, or of what is stored or compared
  Type source = Type::none;  ///< of what is converted
  MemorySpace space = MemorySpace::generic;
  Compare compare = Compare::eq;
  Half half = Half::low;
  bool read_only = false;    ///< a load that stores may be moved past
  bool is_volatile = false;  ///< of a value that other threads change
  bool approximate = false;
  int guard = -1;  ///< the register that must hold 1, or 0 if not_guard
  bool not_guard = false;
  int target = -1;  ///< of a branch: the number of an instruction
  std::vector<Operand> results, sources;
  Operand address;  ///< of memory: register and offset
};

struct Parameter {
  std::size_t offset = 0, bytes = 0, align = 1;
};

/// A kernel.
struct Kernel {
  std::string symbol;  ///< as in the object file
  std::string name;    ///< readable
  std::string file;    ///< of the source, without folder and ending; empty if unknown
  std::vector<Parameter> parameters;
  std::vector<Instruction> code;
  int registers = 0;              ///< of the walk, not of a card
  double card_registers = 0;      ///< of a thread, as ptxas said; 0 if it did not
  std::size_t static_shared = 0;  ///< bytes
  unsigned most_threads = 0;      ///< of a block, 0 if that is not said
};

/// Addresses of the spaces in a walk: a pointer says by itself where it leads.
constexpr std::uint64_t kShared = std::uint64_t(1) << 56, kLocal = std::uint64_t(2) << 56,
                        kConstant = std::uint64_t(3) << 56, kParameters = std::uint64_t(4) << 56;

/// Reads a module, and the lines "// registers SYMBOL NUMBER" that common/tools/compile puts behind
/// it. Throws kit::InputError with the statement that it cannot read.
std::vector<Kernel> read_ptx(std::string_view text);

}  // namespace kit::estimate
