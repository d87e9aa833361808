/// @file
/// PTX is close to a card's instructions but not the same. The rules here follow from the
/// instructions that cards of compute capability 7.5 to 9.0 have (NVIDIA's CUDA binary utilities
/// list them): three-operand integer additions, multiply-adds of 32 times 32 to 64 bits, no 64-bit
/// integers, no division. Sequences for divisions and roots are those that nvcc makes.
#include "estimate/cost.hpp"

#include <algorithm>

namespace kit::estimate {
namespace {

bool is_64(Type type) {
  return type == Type::b64 || type == Type::s64;
}

Cost division(const Instruction& one) {
  if (one.type == Type::f32) {
    // A reciprocal, a multiplication, five multiply-adds and the test for unusual operands.
    if (one.approximate) return {.fma = 2, .sfu = 1, .chain = 3};
    return {.fma = 7, .alu = 2, .sfu = 1, .control = 1, .chain = 8};
  }
  if (one.type == Type::f64) return {.alu = 4, .sfu = 1, .fp64 = 8, .chain = 10};
  // By a reciprocal in float32 and two corrections.
  if (is_64(one.type)) return {.imad = 20, .alu = 40, .sfu = 4, .control = 4, .chain = 30};
  const float sign = is_signed(one.type) ? 4 : 0;
  return {.imad = 4, .alu = 7 + sign, .sfu = 3, .chain = 13};
}

// Of one instruction by itself.
Cost cost(const Instruction& one) {
  const float words = is_64(one.type) ? 2 : 1;
  switch (one.op) {
    case Op::nothing:
    case Op::mov:
      return {.chain = 0};
    case Op::add:
    case Op::sub:
      if (one.type == Type::f64) return {.fp64 = 1};
      if (one.type == Type::f32) return {.fma = 1};
      return {.either = words};
    case Op::mul:
    case Op::mad:
      if (one.type == Type::f64) return {.fp64 = 1};
      if (one.type == Type::f32) return {.fma = 1};
      if (is_64(one.type) && one.half == Half::low) return {.imad = 4, .chain = 3};
      return {.imad = 1};
    case Op::fma:
      return one.type == Type::f64 ? Cost{.fp64 = 1} : Cost{.fma = 1};
    case Op::div:
    case Op::rem:
      return division(one);
    case Op::rcp:
      return one.approximate ? Cost{.sfu = 1} : Cost{.fma = 3, .alu = 2, .sfu = 1, .chain = 4};
    case Op::sqrt:
      return one.approximate ? Cost{.fma = 1, .sfu = 1}
                             : Cost{.fma = 5, .alu = 2, .sfu = 1, .control = 1, .chain = 6};
    case Op::rsqrt:
    case Op::ex2:
    case Op::lg2:
    case Op::sin:
    case Op::cos:
      return {.fma = 1, .sfu = 1, .chain = 2};
    case Op::popc:
    case Op::brev:
      return {.sfu = 1};
    case Op::clz:
      return {.alu = 1, .sfu = 1, .chain = 2};
    case Op::cvt:
      if (is_float(one.type) || is_float(one.source)) return {.sfu = 1};
      if (is_64(one.type) && is_signed(one.source)) return {.alu = 1};
      return {.chain = 0};
    case Op::abs:
    case Op::neg:
      return is_float(one.type) ? Cost{.chain = 0} : Cost{.alu = words};
    case Op::and_:
    case Op::or_:
    case Op::xor_:
    case Op::not_:
      // Of predicates: a part of the comparison before.
      if (one.type == Type::pred) return {.chain = 0};
      return {.alu = words};
    case Op::min:
    case Op::max:
    case Op::setp:
    case Op::selp:
    case Op::shr:
    case Op::prmt:
    case Op::lop3:
    case Op::shf:
      return {.alu = words};
    case Op::shl:
      return {.either = words};
    case Op::bfe:
    case Op::bfi:
      return {.alu = 2, .chain = 2};
    case Op::ld:
      if (one.space == MemorySpace::param) return {.chain = 0};
      return {.memory = 1, .chain = 0};
    case Op::st:
    case Op::atom:
    case Op::shfl:
      return {.memory = 1, .chain = 0};
    case Op::vote:
      return {.alu = 1};
    case Op::call:
      return {.fma = 10, .alu = 10, .chain = 20};
    case Op::bar:
    case Op::warp_bar:
    case Op::fence:
    case Op::bra:
    case Op::exit:
    case Op::other:
      return {.control = 1, .chain = 0};
  }
  return {};
}

}  // namespace

std::vector<Cost> costs(const Kernel& kernel) {
  std::vector<Cost> all;
  std::vector<int> uses(std::size_t(kernel.registers), 0), written(uses.size(), 0);
  std::vector<const Instruction*> writer(uses.size(), nullptr);
  for (const Instruction& one : kernel.code) {
    for (const Operand& source : one.sources)
      if (source.reg >= 0) ++uses[std::size_t(source.reg)];
    if (one.address.reg >= 0) ++uses[std::size_t(one.address.reg)];
    for (const Operand& result : one.results) {
      if (result.reg < 0) continue;
      ++written[std::size_t(result.reg)];
      writer[std::size_t(result.reg)] = &one;
    }
  }
  const auto made_once_by = [&](const Operand& operand) -> const Instruction* {
    const auto reg = std::size_t(operand.reg);
    return operand.reg >= 0 && written[reg] == 1 && uses[reg] == 1 ? writer[reg] : nullptr;
  };
  all.reserve(kernel.code.size());
  for (const Instruction& one : kernel.code) all.push_back(cost(one));
  for (std::size_t n = 0; n < all.size(); ++n) {
    const Instruction& one = kernel.code[n];
    if (one.op == Op::mov && one.sources.size() == 1 && one.sources[0].reg < 0)
      all[n] = {.either = 1};  // of a special register, an address or a value
    // A comparison takes up one other predicate; where none of the two is its own, it is made anew.
    if (one.type == Type::pred && (one.op == Op::and_ || one.op == Op::or_)) {
      const auto compares = [&](const Operand& source) {
        const Instruction* const before = made_once_by(source);
        return before != nullptr && before->op == Op::setp;
      };
      if (!std::any_of(one.sources.begin(), one.sources.end(), compares)) all[n] = {.alu = 1};
    }
    if ((one.op != Op::add && one.op != Op::sub) || is_float(one.type)) continue;
    // One instruction multiplies (or shifts) and adds, in 64 bits too; another adds three numbers.
    for (const Operand& source : one.sources) {
      const Instruction* const before = made_once_by(source);
      if (before == nullptr) continue;
      const bool product = before->op == Op::mul && before->half != Half::high &&
                           !is_float(before->type) &&
                           !(is_64(before->type) && before->half == Half::low);
      const bool shifted =
          before->op == Op::shl && before->sources.size() > 1 && before->sources[1].reg < 0;
      const bool sum = before->op == Op::add && !is_64(before->type);
      if (!product && !shifted && !(sum && !is_64(one.type))) continue;
      all[n] = {.chain = 0};
      break;
    }
  }
  return all;
}

}  // namespace kit::estimate
