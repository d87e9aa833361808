/// @file
/// Value numbering over the instructions that g++ computes addresses with: sums, products by
/// constants and copies are worked out; any other operation on registers gets a name of its own.
#include "register_values.hpp"

#include <algorithm>
#include <charconv>

namespace kit::rewriter {
namespace {

constexpr std::size_t kMaxTerms = 6;
constexpr std::string_view kCallerSaved[] = {"%rax", "%rcx", "%rdx", "%rsi", "%rdi",
                                             "%r8",  "%r9",  "%r10", "%r11"};

std::optional<std::uint64_t> integer_in(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return std::uint64_t(value);
}

bool is_any_of(std::string_view name, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

std::string text_of(const Sum& sum) {
  std::string text = std::to_string(sum.constant);
  for (const auto& [unknown, factor] : sum.terms)
    text += "+" + std::to_string(factor) + "u" + std::to_string(unknown);
  return text;
}

/// "addq" is "add" of 8 bytes.
std::string_view without_size(std::string_view mnemonic) {
  return mnemonic.substr(0, mnemonic.size() - 1);
}

unsigned bytes_of_suffix(std::string_view mnemonic) {
  switch (mnemonic.back()) {
    case 'q':
      return 8;
    case 'l':
      return 4;
    case 'w':
      return 2;
    default:
      return 1;
  }
}

}  // namespace

Sum Sum::plus(const Sum& other) const {
  Sum sum{constant + other.constant, {}};
  auto mine = terms.begin(), theirs = other.terms.begin();
  while (mine != terms.end() || theirs != other.terms.end()) {
    const bool first =
        theirs == other.terms.end() || (mine != terms.end() && mine->first <= theirs->first);
    const bool second =
        mine == terms.end() || (theirs != other.terms.end() && theirs->first <= mine->first);
    const unsigned unknown = first ? mine->first : theirs->first;
    std::uint64_t factor = 0;
    if (first) factor += (mine++)->second;
    if (second) factor += (theirs++)->second;
    if (factor != 0) sum.terms.emplace_back(unknown, factor);
  }
  return sum;
}

Sum Sum::times(std::uint64_t factor) const {
  Sum product{constant * factor, {}};
  for (const auto& [unknown, own] : terms)
    if (own * factor != 0) product.terms.emplace_back(unknown, own * factor);
  return product;
}

Sum Unknowns::named(const std::string& origin) {
  const auto [name, added] = names_.emplace(origin, count_ + 1);
  if (added) ++count_;
  return {0, {{name->second, 1}}};
}

unsigned RegisterValues::number_of(std::string_view name) {
  const std::string_view family = register_family(name);
  constexpr std::string_view kNames[] = {"a", "b", "c", "d", "si", "di", "bp", "sp"};
  for (unsigned i = 0; i < std::size(kNames); ++i)
    if (family == kNames[i]) return i;
  return unsigned(integer_in(family).value_or(0)) & 15;  // 8 to 15
}

bool RegisterValues::is_general_register(std::string_view operand) {
  return operand.starts_with("%") && !is_memory(operand) && !operand.starts_with("%xmm") &&
         !operand.starts_with("%st") && !operand.starts_with("%mm");
}

bool RegisterValues::is_whole_register(std::string_view operand) {
  return operand.size() > 2 && operand.starts_with("%r") && !operand.ends_with("d") &&
         !operand.ends_with("w") && !operand.ends_with("b") &&
         operand.find(':') == std::string_view::npos;
}

void RegisterValues::forget_all() {
  for (Sum& value : registers_) value = unknowns_->fresh();
  slots_.clear();
  stack_ = value_of("%rsp");
}

void RegisterValues::keep_common(const RegisterValues& other) {
  for (std::size_t i = 0; i < registers_.size(); ++i)
    if (registers_[i] != other.registers_[i]) registers_[i] = unknowns_->fresh();
  if (!value_of("%rsp").differs_by_constant(stack_) || stack_ != other.stack_) {
    slots_.clear();
    stack_ = value_of("%rsp");
    return;
  }
  std::erase_if(slots_, [&](const auto& slot) {
    const auto theirs = other.slots_.find(slot.first);
    return theirs == other.slots_.end() || theirs->second.bytes != slot.second.bytes ||
           theirs->second.value != slot.second.value;
  });
}

void RegisterValues::set(std::string_view name, Sum value) {
  if (value.terms.size() > kMaxTerms) value = unknowns_->named(text_of(value));
  Sum& own = registers_[number_of(name)];
  own = std::move(value);
  if (register_family(name) == "sp" && !own.differs_by_constant(stack_)) {
    slots_.clear();
    stack_ = own;
  }
}

Sum RegisterValues::address_of(std::string_view operand) const {
  const MemoryOperand memory = parse_memory(operand);
  Sum address;
  if (!memory.segment.empty()) address = unknowns_->named(std::string(memory.segment) + ":0");
  std::string_view symbol = memory.displacement;
  const std::size_t sign = symbol.find_last_of("+-");
  const std::size_t digits = sign == std::string_view::npos ? 0
                             : symbol[sign] == '+'          ? sign + 1
                                                            : sign;
  if (const auto number = integer_in(symbol.substr(digits))) {
    address.constant += *number;
    symbol = symbol.substr(0, std::min(digits, sign));
  }
  if (!symbol.empty()) address = address.plus(unknowns_->named(std::string(symbol)));
  if (!memory.base.empty() && memory.base != "%rip") address = address.plus(value_of(memory.base));
  if (!memory.index.empty()) {
    const std::size_t comma = memory.index.find(',');
    const auto scale =
        comma == std::string_view::npos ? 1 : integer_in(memory.index.substr(comma + 1));
    address = address.plus(value_of(memory.index.substr(0, comma)).times(scale.value_or(1)));
  }
  return address;
}

void RegisterValues::store(const Sum& address, unsigned bytes, std::optional<Sum> value) {
  if (!address.differs_by_constant(stack_)) return slots_.clear();
  const auto begin = std::int64_t(address.constant);
  std::erase_if(slots_, [&](const auto& slot) {
    return slot.first < begin + std::int64_t(bytes) &&
           begin < slot.first + std::int64_t(slot.second.bytes);
  });
  if (value) slots_[begin] = {bytes, std::move(*value)};
}

std::optional<Sum> RegisterValues::loaded(const Sum& address, unsigned bytes) const {
  if (!address.differs_by_constant(stack_)) return std::nullopt;
  const auto slot = slots_.find(std::int64_t(address.constant));
  if (slot == slots_.end() || slot->second.bytes != bytes) return std::nullopt;
  return slot->second.value;
}

// The lowest `bytes` of what is returned are the operand's.
std::optional<Sum> RegisterValues::source(std::string_view operand, unsigned bytes) const {
  if (operand.starts_with("$")) {
    if (const auto number = integer_in(operand.substr(1))) return Sum{*number, {}};
    return address_of(operand.substr(1));
  }
  if (is_memory(operand)) {
    // The thread pointer, which no instruction changes.
    if (operand == "%fs:0") return unknowns_->named(std::string(operand));
    return loaded(address_of(operand), bytes);
  }
  // %ah is not the lowest byte of anything.
  if (!is_general_register(operand) || (operand.size() == 3 && operand.ends_with("h")))
    return std::nullopt;
  return value_of(operand);
}

std::optional<Sum> RegisterValues::result_of_move(const AssemblyLine& line) const {
  const std::string_view name = line.mnemonic, from = line.operands[0];
  if (name == "movq" || name == "movabsq") return source(from, 8);
  unsigned bytes = 0;
  if (name == "movl" || name == "movslq") bytes = 4;
  if (name.starts_with("movzb") || name.starts_with("movsb")) bytes = 1;
  if (name.starts_with("movzw") || name.starts_with("movsw")) bytes = 2;
  const std::optional<Sum> value = bytes == 0 ? std::nullopt : source(from, bytes);
  if (!value) return std::nullopt;
  if (name == "movl" && value->terms.empty()) return Sum{value->constant & 0xffffffffu, {}};
  return unknowns_->named(std::string(name) + " " + text_of(*value));
}

// Of 8 bytes.
std::optional<Sum> RegisterValues::sum_of(const AssemblyLine& line) const {
  const std::string_view name = without_size(line.mnemonic);
  const Sum before = value_of(line.operands.back());
  if (line.operands.size() == 1) {
    if (is_any_of(name, {"sal", "shl"})) return before.times(2);
    if (name == "neg") return before.times(~std::uint64_t(0));
    if (name == "inc" || name == "dec")
      return before.plus({name == "inc" ? 1 : ~std::uint64_t(0), {}});
    return std::nullopt;
  }
  const std::optional<Sum> operand = source(line.operands[0], 8);
  if (!operand) return std::nullopt;
  if (name == "add") return before.plus(*operand);
  if (name == "sub") return before.plus(operand->times(~std::uint64_t(0)));
  if (!operand->terms.empty()) return std::nullopt;
  if (is_any_of(name, {"sal", "shl"}) && operand->constant < 64)
    return before.times(std::uint64_t(1) << operand->constant);
  if (name == "imul") {
    const auto factor = line.operands.size() == 3 ? source(line.operands[1], 8) : before;
    if (factor) return factor->times(operand->constant);
  }
  return std::nullopt;
}

// An operation whose result hangs on nothing but its operands, all of them registers or constants.
std::optional<Sum> RegisterValues::same_as_before(const AssemblyLine& line) const {
  if (!is_any_of(without_size(line.mnemonic), {"add", "sub", "and", "or", "xor", "sal", "shl",
                                               "sar", "shr", "imul", "not", "neg", "inc", "dec"}))
    return std::nullopt;
  std::string origin(line.mnemonic);
  for (const std::string_view operand : line.operands) {
    const std::optional<Sum> value = source(operand, bytes_of_suffix(line.mnemonic));
    if (!value) return std::nullopt;
    origin += " " + text_of(*value);
  }
  return unknowns_->named(origin);
}

std::optional<Sum> RegisterValues::result_of(const AssemblyLine& line) const {
  const std::string_view name = line.mnemonic, into = line.operands.back();
  if (name == "leaq") return address_of(line.operands[0]);
  if (name == "leal") return unknowns_->named("leal " + text_of(address_of(line.operands[0])));
  const bool two = line.operands.size() == 2;
  if (two && name.starts_with("xor") && line.operands[0] == into && name != "xorb" &&
      name != "xorw")
    return Sum{};
  // What is left of the register is not known then.
  if (!is_whole_register(into) && !(into.starts_with("%e") || into.ends_with("d")))
    return std::nullopt;
  if (two && name.starts_with("mov")) return result_of_move(line);
  if (is_whole_register(into)) {
    if (std::optional<Sum> sum = sum_of(line)) return sum;
  }
  return same_as_before(line);
}

// True for instructions that move the stack pointer themselves.
bool RegisterValues::follow_stack(const AssemblyLine& line) {
  const std::string_view name = line.mnemonic;
  const auto moved = [&](std::int64_t bytes) {
    return value_of("%rsp").plus({std::uint64_t(bytes), {}});
  };
  if (name.starts_with("push")) {
    const std::optional<Sum> value =
        line.operands.empty() ? std::nullopt : source(line.operands[0], 8);
    set("%rsp", moved(-8));
    store(value_of("%rsp"), 8, value);
    return true;
  }
  if (name.starts_with("pop")) {
    std::optional<Sum> value = loaded(value_of("%rsp"), 8);
    set("%rsp", moved(8));
    if (!line.operands.empty() && is_whole_register(line.operands[0]))
      set(line.operands[0], value ? *value : unknowns_->fresh());
    return true;
  }
  if (name != "leave") return false;
  set("%rsp", value_of("%rbp").plus({8, {}}));
  set("%rbp", unknowns_->fresh());
  return true;
}

void RegisterValues::follow_store(const AssemblyLine& line, unsigned bytes) {
  const std::string_view name = line.mnemonic;
  std::optional<Sum> value;
  if (line.operands.size() == 2 && (name == "movq" || name == "movl")) {
    bytes = name == "movq" ? 8 : 4;
    value = source(line.operands[0], bytes);
  }
  store(address_of(line.operands.back()), bytes, std::move(value));
  // These put something into their other operand, or into %rax.
  if (!name.starts_with("x") && !name.starts_with("cmpxchg")) return;
  for (const std::string_view operand : line.operands)
    if (is_general_register(operand)) set(operand, unknowns_->fresh());
  set("%rax", unknowns_->fresh());
}

// Results that no operand names: products, quotients, sign extensions, string instructions.
void RegisterValues::follow_unnamed(const AssemblyLine& line) {
  if (line.mnemonic == "cltq")
    return set("%rax", unknowns_->named("movslq " + text_of(value_of("%rax"))));
  for (const std::string_view name : {"%rax", "%rcx", "%rdx", "%rsi", "%rdi"})
    set(name, unknowns_->fresh());
  for (const std::string_view operand : line.operands)
    if (is_general_register(operand)) set(operand, unknowns_->fresh());
  if (line.operands.empty()) slots_.clear();
}

void RegisterValues::follow(const AssemblyLine& line) {
  const std::string_view name = line.mnemonic;
  if (follow_stack(line)) return;
  if (const unsigned bytes = bytes_stored(line); bytes > 0) return follow_store(line, bytes);
  if (name.starts_with("cmp") || name.starts_with("test") || name.starts_with("nop") ||
      name.starts_with("ret"))
    return;
  const bool named =
      line.operands.size() > 1 || name.starts_with("set") ||
      is_any_of(without_size(name), {"sal", "shl", "sar", "shr", "neg", "not", "inc", "dec"});
  if (!named) return follow_unnamed(line);
  const std::string_view into = line.operands.back();
  if (!is_general_register(into)) return;
  if (name.starts_with("xchg") || name.starts_with("xadd"))
    set(line.operands[0], unknowns_->fresh());
  std::optional<Sum> value = result_of(line);
  set(into, value ? std::move(*value) : unknowns_->fresh());
}

void RegisterValues::follow_call(bool keeps_stack) {
  for (const std::string_view name : kCallerSaved) set(name, unknowns_->fresh());
  if (!keeps_stack) slots_.clear();
}

}  // namespace kit::rewriter
