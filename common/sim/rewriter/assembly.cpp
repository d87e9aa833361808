/// @file
/// Reads assembly line by line. Only what g++ writes is understood, and what is not understood
/// counts as the worst that it could be: an unknown instruction with memory as its last operand is
/// a store of as many bytes as any can write.
#include "assembly.hpp"

#include <algorithm>
#include <set>

namespace kit::rewriter {
namespace {

constexpr std::string_view kBlank = " \t";
constexpr unsigned kWidest = 16;  // bytes of an SSE register

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::string_view first_word(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of(kBlank), text.size());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

// At commas outside of parentheses and quotes.
std::vector<std::string_view> split_operands(std::string_view text) {
  std::vector<std::string_view> operands;
  std::size_t begin = 0;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    if (quoted) continue;
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] != ',' || depth > 0) continue;
    operands.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (begin < text.size()) operands.push_back(trimmed(text.substr(begin)));
  return operands;
}

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.starts_with(word); });
}

unsigned bytes_of_register(std::string_view name) {
  static const std::set<std::string_view> bytes = {"%al", "%bl", "%cl",  "%dl",  "%ah",  "%bh",
                                                   "%ch", "%dh", "%sil", "%dil", "%bpl", "%spl"};
  if (name.starts_with("%xmm")) return kWidest;
  if (bytes.count(name) > 0 || (name.starts_with("%r") && name.ends_with("b"))) return 1;
  if (name.starts_with("%e") || (name.starts_with("%r") && name.ends_with("d"))) return 4;
  if (name.starts_with("%r") && name.ends_with("w")) return 2;
  return name.starts_with("%r") ? 8 : 2;
}

// Of an instruction whose name ends with the size of what it works on.
unsigned bytes_by_suffix(char suffix) {
  switch (suffix) {
    case 'b':
      return 1;
    case 'w':
      return 2;
    case 'l':
      return 4;
    case 'q':
      return 8;
    default:
      return 0;
  }
}

// Comparisons, tests, address computations and the like only look at their last operand.
bool only_reads(const AssemblyLine& line) {
  const std::string_view name = line.mnemonic;
  if (begins_with_any(name, {"cmpxchg"})) return false;
  if (begins_with_any(name, {"cmp", "test", "lea", "j", "call", "push", "prefetch", "nop", "ucomis",
                             "comis", "fld", "fild", "ldmxcsr", "bt"})) {
    return !begins_with_any(name, {"bts", "btr", "btc"});
  }
  return line.operands.size() == 1 && begins_with_any(name, {"mul", "imul", "div", "idiv"});
}

/// The x87 unit's arithmetic reads its operand in memory; what stores is named st. The last letter
/// is that of the number: s and l are 4 and 8 bytes, of an integer 2 and 4.
unsigned bytes_stored_by_x87(std::string_view name) {
  if (begins_with_any(name, {"fstcw", "fstsw", "fnstcw", "fnstsw"})) return 2;
  const bool integer = name.starts_with("fist");
  if (!integer && !begins_with_any(name, {"fst", "fbst"})) return 0;
  if (name.ends_with("ll") || name.ends_with("q")) return 8;
  if (name.ends_with("l")) return integer ? 4 : 8;
  if (name.ends_with("s")) return integer ? 2 : 4;
  return integer && !name.ends_with("t") ? 2 : kWidest;  // fstpt writes 10
}

}  // namespace

AssemblyLine parse_assembly(std::string_view line) {
  AssemblyLine parsed;
  line = trimmed(line.substr(0, std::min(line.find('\n'), line.size())));
  if (line.empty() || line[0] == '#') return parsed;
  if (line.back() == ':') {
    parsed.label = line.substr(0, line.size() - 1);
    return parsed;
  }
  if (line[0] == '.') {
    parsed.directive = first_word(line);
    parsed.operands = split_operands(line);
    return parsed;
  }
  parsed.mnemonic = first_word(line);
  while (begins_with_any(parsed.mnemonic, {"rep", "lock", "notrack"}) && !line.empty()) {
    parsed.prefix = parsed.mnemonic.substr(0, parsed.mnemonic.find(';'));
    if (line[0] == ';') line = trimmed(line.substr(1));
    parsed.mnemonic = first_word(line);
  }
  parsed.operands = split_operands(line);
  // Both operands are written; g++ names the one in memory first.
  if (parsed.mnemonic.starts_with("xchg") && is_memory(parsed.operands.front()))
    std::reverse(parsed.operands.begin(), parsed.operands.end());
  return parsed;
}

bool is_memory(std::string_view operand) {
  if (operand.starts_with("%")) return operand.find(':') != std::string_view::npos;
  return !operand.empty() && operand[0] != '$' && operand[0] != '*';
}

MemoryOperand parse_memory(std::string_view operand) {
  MemoryOperand memory;
  if (const std::size_t colon = operand.find(':'); colon != std::string_view::npos) {
    memory.segment = operand.substr(0, colon);
    operand.remove_prefix(colon + 1);
  }
  const std::size_t open = operand.rfind('(');
  memory.displacement = operand.substr(0, open);
  if (open == std::string_view::npos) return memory;
  const std::string_view inside = operand.substr(open + 1, operand.rfind(')') - open - 1);
  const std::size_t comma = inside.find(',');
  memory.base = inside.substr(0, comma);
  if (comma != std::string_view::npos) memory.index = inside.substr(comma + 1);
  return memory;
}

std::string_view register_family(std::string_view name) {
  name.remove_prefix(std::min<std::size_t>(1, name.size()));
  if (name.size() > 1 && name[0] == 'r' && std::isdigit(static_cast<unsigned char>(name[1])) != 0) {
    const std::size_t end = name.find_first_not_of("0123456789", 1);
    return name.substr(1, end == std::string_view::npos ? end : end - 1);
  }
  if (name.size() == 3 && (name[0] == 'r' || name[0] == 'e')) name.remove_prefix(1);
  const bool of_two = name.size() > 1 && (name[1] == 'p' || name[1] == 'i');  // bp, sp, si, di
  return name.substr(0, of_two ? 2 : 1);
}

bool is_debug_label(std::string_view label) {
  return label.starts_with(".L") && label.size() > 2 &&
         std::isdigit(static_cast<unsigned char>(label[2])) == 0;
}

unsigned bytes_stored(const AssemblyLine& line) {
  if (line.operands.empty() || !is_memory(line.operands.back()) || only_reads(line)) return 0;
  const std::string_view name = line.mnemonic;
  if (name.starts_with("set")) return 1;
  if (name == "movss" || name == "movd") return 4;
  if (begins_with_any(name, {"movsd", "movlp", "movhp", "cvt"})) return 8;
  if (name.starts_with("f")) return bytes_stored_by_x87(name);
  if (name.starts_with("cmpxchg16")) return kWidest;
  if (begins_with_any(name, {"mova", "movu", "movdq", "movnt"}))
    return name == "movntil" ? 4 : kWidest;
  if (const unsigned bytes = bytes_by_suffix(name.back()); bytes > 0) return bytes;
  const std::string_view source = line.operands.front();
  return source.starts_with("%") && line.operands.size() > 1 ? bytes_of_register(source) : kWidest;
}

unsigned bytes_loaded(const AssemblyLine& line) {
  const std::string_view name = line.mnemonic;
  const bool has_memory = std::any_of(line.operands.begin(), line.operands.end(), is_memory);
  if (!has_memory || begins_with_any(name, {"lea", "j", "call", "prefetch", "nop"})) return 0;
  if (begins_with_any(name, {"movzb", "movsb"})) return 1;
  if (begins_with_any(name, {"movzw", "movsw", "pinsrw"})) return 2;
  if (name == "movd" || begins_with_any(name, {"movsl", "cvtss", "cvttss"})) return 4;
  if (begins_with_any(name,
                      {"movlp", "movhp", "movddup", "cvtsd", "cvttsd", "cvtps2pd", "cvtdq2pd"}))
    return 8;
  if (begins_with_any(name, {"cvtsi"})) return name.ends_with("q") ? 8 : 4;
  if (name.starts_with("f")) return name.ends_with("s") ? 4 : name.ends_with("l") ? 8 : 1;
  for (const std::string_view operand : line.operands) {
    if (!operand.starts_with("%") || is_memory(operand)) continue;
    if (!operand.starts_with("%xmm")) return bytes_of_register(operand);
    if (name == "movq" || name.ends_with("sd")) return 8;
    return name.ends_with("ss") ? 4 : kWidest;
  }
  return std::max(1u, bytes_by_suffix(name.back()));
}

const char* why_refused(const AssemblyLine& line) {
  const std::string_view name = line.mnemonic;
  if (begins_with_any(name, {"maskmov", "movdir", "enqcmd", "clzero", "fxsave", "xsave", "fnsave",
                             "fsave", "fnstenv", "fstenv"}))
    return "stores where no operand says";
  if (begins_with_any(name, {"syscall", "sysenter", "int", "in", "out", "lret", "iret", "wr", "lg",
                             "li", "std", "enter", "hlt", "rdmsr", "xbegin", "swapgs"}) &&
      !begins_with_any(name, {"inc", "insert"}))
    return "leaves the program";
  if (name.starts_with("v") && !begins_with_any(name, {"verr", "verw"}))
    return "belongs to no processor of 64 bits alone";
  return nullptr;
}

Flags flags_of(const AssemblyLine& line) {
  const std::string_view name = line.mnemonic;
  if (begins_with_any(name, {"set", "cmov", "adc", "sbb", "rcl", "rcr", "pushf", "lahf"}))
    return Flags::read;
  if (name.starts_with("j")) return name == "jmp" ? Flags::overwritten : Flags::read;
  if (begins_with_any(name, {"call", "ret", "cmp", "test", "ucomis", "comis", "neg", "imul"}))
    return name.starts_with("cmp") && name.ends_with("s") ? Flags::untouched : Flags::overwritten;
  // The forms for whole registers; those of SSE (addss, subps, andps, ...) leave the flags alone.
  if (begins_with_any(name, {"add", "sub", "and", "or", "xor"}) && bytes_by_suffix(name.back()) > 0)
    return Flags::overwritten;
  return Flags::untouched;
}

}  // namespace kit::rewriter
