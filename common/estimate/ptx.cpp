/// @file
/// Statements end with a semicolon; what stands before the first one of a kernel declares it.
/// Labels are numbers of instructions once the kernel has been read.
#include "estimate/ptx.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>

#include "estimate/ptx_names.hpp"
#include "kit/error.hpp"
#include "names/demangled.hpp"

namespace kit::estimate {
namespace {

using Words = std::vector<std::string_view>;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::string_view(" \t\r\n").find(text.front()) != text.npos)
    text.remove_prefix(1);
  while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != text.npos)
    text.remove_suffix(1);
  return text;
}

// Cuts at `separator`, but not within braces or brackets.
Words split(std::string_view text, char separator) {
  Words words;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size()) {
      if (text[at] == '{' || text[at] == '[' || text[at] == '(') ++depth;
      if (text[at] == '}' || text[at] == ']' || text[at] == ')') --depth;
      if (text[at] != separator || depth > 0) continue;
    }
    const std::string_view word = trimmed(text.substr(begin, at - begin));
    if (!word.empty()) words.push_back(word);
    begin = at + 1;
  }
  return words;
}

[[noreturn]] void fail(std::string_view statement) {
  throw InputError("PTX that cannot be read: " + std::string(statement.substr(0, 120)));
}

class KernelReader {
 public:
  KernelReader(Kernel& kernel, std::map<std::string, std::uint64_t, std::less<>>& symbols)
      : kernel_(kernel), symbols_(symbols) {}

  void statement(std::string_view text) {
    if (text[0] == '.') return declaration(text);
    if (text[0] == '@' || std::isalpha(static_cast<unsigned char>(text[0]))) return code(text);
    fail(text);
  }
  void label(std::string_view name) { labels_[std::string(name)] = int(kernel_.code.size()); }
  void finish() {
    for (const auto& [number, name] : branches_) {
      const auto found = labels_.find(name);
      if (found == labels_.end()) fail(name);
      kernel_.code[std::size_t(number)].target = found->second;
    }
    kernel_.registers = int(registers_.size());
  }

 private:
  // ".shared .align 4 .b8 tile[4224]": static shared memory and a thread's own.
  void declaration(std::string_view text) {
    const bool shared = text.starts_with(".shared"), local = text.starts_with(".local");
    if (!shared && !local) return;
    const std::size_t open = text.find('['), close = text.find(']');
    if (open == text.npos || close == text.npos) return;
    const std::size_t begin = text.find_last_of(" \t", open) + 1;
    const std::size_t bytes = std::strtoull(text.data() + open + 1, nullptr, 10);
    std::size_t& used = shared ? kernel_.static_shared : local_bytes_;
    used = (used + 15) / 16 * 16;
    symbols_[std::string(text.substr(begin, open - begin))] = (shared ? kShared : kLocal) + used;
    used += bytes;
  }

  int register_number(std::string_view name) {
    return registers_.try_emplace(std::string(name), int(registers_.size())).first->second;
  }

  Operand operand(std::string_view text) {
    static const std::map<std::string_view, Special> specials = {
        {"%tid.x", Special::tid_x},       {"%tid.y", Special::tid_y},
        {"%tid.z", Special::tid_z},       {"%ntid.x", Special::ntid_x},
        {"%ntid.y", Special::ntid_y},     {"%ntid.z", Special::ntid_z},
        {"%ctaid.x", Special::ctaid_x},   {"%ctaid.y", Special::ctaid_y},
        {"%ctaid.z", Special::ctaid_z},   {"%nctaid.x", Special::nctaid_x},
        {"%nctaid.y", Special::nctaid_y}, {"%nctaid.z", Special::nctaid_z},
        {"%laneid", Special::lane},       {"%clock", Special::clock},
        {"%clock64", Special::clock}};
    Operand operand;
    if (text.starts_with("!")) text.remove_prefix(1);
    if (text[0] == '%') {
      const auto found = specials.find(text);
      if (found != specials.end()) {
        operand.special = found->second;
      } else {
        operand.reg = register_number(text);
      }
    } else if (text.starts_with("0f") || text.starts_with("0d")) {
      operand.value = std::strtoull(std::string(text.substr(2)).c_str(), nullptr, 16);
    } else if (std::isdigit(static_cast<unsigned char>(text[0])) || text[0] == '-') {
      const std::string digits(text);
      operand.value = text[0] == '-' ? std::uint64_t(std::strtoll(digits.c_str(), nullptr, 0))
                                     : std::strtoull(digits.c_str(), nullptr, 0);
    } else {
      const std::size_t plus = text.find('+');
      const auto found = symbols_.find(trimmed(text.substr(0, plus)));
      if (found != symbols_.end()) operand.value = found->second;
      if (plus != text.npos)
        operand.value += std::strtoull(std::string(text.substr(plus + 1)).c_str(), nullptr, 0);
    }
    return operand;
  }

  // "%rd4+8", "tile", "tile+16".
  Operand address(std::string_view text) {
    const std::size_t plus = text.find('+');
    Operand result = operand(trimmed(text.substr(0, plus)));
    if (plus != text.npos)
      result.value += std::uint64_t(
          std::strtoll(std::string(trimmed(text.substr(plus + 1))).c_str(), nullptr, 0));
    return result;
  }

  void add_operands(std::string_view text, std::vector<Operand>& into) {
    if (text[0] == '{' || text[0] == '(') text = text.substr(1, text.size() - 2);
    for (const std::string_view part : split(text, ','))
      for (const std::string_view one : split(part, '|')) into.push_back(operand(one));
  }

  void modifiers(Instruction& instruction, const Words& words) {
    static const std::map<std::string_view, Compare> compares = {
        {"eq", Compare::eq},  {"ne", Compare::ne},  {"lt", Compare::lt},  {"le", Compare::le},
        {"gt", Compare::gt},  {"ge", Compare::ge},  {"lo", Compare::lt},  {"ls", Compare::le},
        {"hi", Compare::gt},  {"hs", Compare::ge},  {"equ", Compare::eq}, {"neu", Compare::ne},
        {"ltu", Compare::lt}, {"leu", Compare::le}, {"gtu", Compare::gt}, {"geu", Compare::ge}};
    static const std::map<std::string_view, MemorySpace> spaces = {
        {"global", MemorySpace::global}, {"shared", MemorySpace::shared},
        {"local", MemorySpace::local},   {"const", MemorySpace::constant},
        {"param", MemorySpace::param},   {"shared::cta", MemorySpace::shared}};
    bool compared = false;
    for (std::size_t n = 1; n < words.size(); ++n) {
      const std::string_view word = words[n];
      if (const Type type = type_named(word); type != Type::none) {
        (instruction.type == Type::none ? instruction.type : instruction.source) = type;
      } else if (const auto space = spaces.find(word); space != spaces.end()) {
        instruction.space = space->second;
      } else if (word == "wide") {
        instruction.half = Half::wide;
      } else if (word == "hi" && instruction.op != Op::setp) {
        instruction.half = Half::high;
      } else if (word == "nc") {
        instruction.read_only = true;
      } else if (word == "volatile" || word == "relaxed" || word == "acquire" || word == "mmio") {
        instruction.is_volatile = true;
      } else if (word == "approx" || word == "full") {
        instruction.approximate = true;
      } else if (instruction.op == Op::setp && !compared && compares.contains(word)) {
        instruction.compare = compares.at(word);
        compared = true;
      } else if (word == "warp" && instruction.op == Op::bar) {
        instruction.op = Op::warp_bar;
      }
    }
  }

  void code(std::string_view text) {
    Instruction instruction;
    if (text[0] == '@') {
      const std::size_t space = text.find_first_of(" \t");
      std::string_view guard = text.substr(1, space - 1);
      instruction.not_guard = guard.starts_with("!");
      if (instruction.not_guard) guard.remove_prefix(1);
      instruction.guard = register_number(guard);
      text = trimmed(text.substr(space));
    }
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const Words name = split(text.substr(0, end), '.');
    const Words operands = split(text.substr(end), ',');
    instruction.op = operation_named(name[0]);
    modifiers(instruction, name);
    if (instruction.op == Op::bra) {
      if (name[0] != "bra" || operands.empty()) fail(text);
      branches_.emplace_back(int(kernel_.code.size()), std::string(operands[0]));
    } else if (instruction.op != Op::call && instruction.op != Op::exit) {
      const bool returns = instruction.op != Op::st && instruction.op != Op::bar &&
                           instruction.op != Op::warp_bar && instruction.op != Op::fence &&
                           name[0] != "red" && name[0] != "prefetch";
      for (std::size_t n = 0; n < operands.size(); ++n) {
        if (operands[n][0] == '[') {
          instruction.address = address(trimmed(operands[n].substr(1, operands[n].size() - 2)));
        } else {
          add_operands(operands[n], n == 0 && returns ? instruction.results : instruction.sources);
        }
      }
    }
    kernel_.code.push_back(std::move(instruction));
  }

  Kernel& kernel_;
  std::map<std::string, std::uint64_t, std::less<>>& symbols_;
  std::map<std::string, int> registers_, labels_;
  std::vector<std::pair<int, std::string>> branches_;
  std::size_t local_bytes_ = 0;
};

// Without comments and lines of debug information.
std::string without_comments(std::string_view text) {
  std::string kept;
  kept.reserve(text.size());
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    line = line.substr(0, line.find("//"));
    begin = end + 1;
    if (trimmed(line).starts_with(".section")) break;  // debug information follows to the end
    if (trimmed(line).starts_with(".loc") || trimmed(line).starts_with(".file")) continue;
    kept.append(line).push_back('\n');
  }
  return kept;
}

// ".param .align 8 .b8 name[24]", ".param .u64 name".
void read_parameters(std::string_view list, Kernel& kernel,
                     std::map<std::string, std::uint64_t, std::less<>>& symbols) {
  std::size_t at = 0;
  for (const std::string_view one : split(list, ',')) {
    std::size_t bytes = 1, align = 0, count = 1;
    std::string name;
    std::string_view rest = one;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
      const std::string_view word = rest.substr(0, end);
      rest = trimmed(rest.substr(end));
      if (word == ".align") {
        align = std::strtoull(rest.data(), nullptr, 10);
      } else if (word.starts_with(".")) {
        if (const Type type = type_named(word.substr(1)); type != Type::none)
          bytes = bytes_of(type);
      } else {
        name = std::string(word);
      }
    }
    if (const std::size_t open = name.find('['); open != name.npos) {
      count = std::strtoull(name.c_str() + open + 1, nullptr, 10);
      name.resize(open);
    }
    if (align == 0) align = bytes;
    at = (at + align - 1) / align * align;
    symbols[name] = kParameters + at;
    kernel.parameters.push_back({at, bytes * count, align});
    at += bytes * count;
  }
}

}  // namespace

std::vector<Kernel> read_ptx(std::string_view module) {
  const std::string text = without_comments(module);
  std::map<std::string, std::uint64_t, std::less<>> symbols;
  std::vector<Kernel> kernels;
  std::uint64_t constants = kConstant;
  constexpr std::uint64_t kDynamicShared = kShared + (1 << 20);
  std::size_t at = 0;
  const auto matching = [&](std::size_t open) {
    int depth = 0;
    for (std::size_t n = open; n < text.size(); ++n) {
      if (text[n] == '{') ++depth;
      if (text[n] == '}' && --depth == 0) return n;
    }
    fail(std::string_view(text).substr(open));
  };
  while ((at = text.find_first_not_of(" \t\r\n", at)) != text.npos) {
    const std::size_t end = text.find_first_of(";{", at), line_end = text.find('\n', at);
    const std::string_view head = std::string_view(text).substr(at, end - at);
    const bool entry = head.find(".entry") != head.npos, function = head.find(".func") != head.npos;
    if (!entry && !function) {
      // ".const .align 4 .b8 table[256] = {...};", ".extern .shared ... tile[];", ".version 9.0"
      const std::size_t open = head.find('['), line = std::min(line_end, text.size());
      if (head.starts_with(".version") || head.starts_with(".target") ||
          head.starts_with(".address_size")) {
        at = line;
        continue;
      }
      if (open != head.npos) {
        const std::size_t begin = head.find_last_of(" \t", open) + 1;
        std::uint64_t& place = symbols[std::string(head.substr(begin, open - begin))];
        place = head.find(".shared") != head.npos ? kDynamicShared : constants;
        constants += 1 << 20;
      }
      at = end == text.npos ? text.size() : text.find(';', at);
      if (at != text.npos) ++at;
      continue;
    }
    const std::size_t open = text.find('{', at);
    if (!entry || text.find(';', at) < open) {  // a function or its declaration: only counted
      at = text[end] == ';' ? end + 1 : matching(open) + 1;
      continue;
    }
    const std::size_t close = matching(open), list = text.find('(', at);
    Kernel kernel;
    const std::size_t name = text.find(".entry", at) + 6;
    kernel.symbol = trimmed(std::string_view(text).substr(name, std::min(list, open) - name));
    kernel.name = demangled(kernel.symbol);
    if (list < open)
      read_parameters(std::string_view(text).substr(list + 1, text.find(')', list) - list - 1),
                      kernel, symbols);
    const std::size_t bound = text.find(".maxntid", at);
    if (bound < open) {
      kernel.most_threads = 1;
      for (const std::string_view one :
           split(std::string_view(text).substr(bound + 8, text.find('\n', bound) - bound - 8), ','))
        kernel.most_threads *= unsigned(std::strtoul(std::string(one).c_str(), nullptr, 10));
    }
    KernelReader reader(kernel, symbols);
    for (std::size_t n = open + 1; n < close;) {
      n = text.find_first_not_of(" \t\r\n{}", n);
      if (n >= close) break;
      const std::size_t stop = text.find_first_of(";:", n);
      // "shared::cta" has colons that end no label.
      if (text[stop] == ':' && text[n] == '$') {
        reader.label(std::string_view(text).substr(n, stop - n));
        n = stop + 1;
        continue;
      }
      const std::size_t last = text.find(';', n);
      reader.statement(std::string_view(text).substr(n, last - n));
      n = last + 1;
    }
    reader.finish();
    kernels.push_back(std::move(kernel));
    at = close + 1;
  }
  constexpr std::string_view kNote = "// registers ";
  for (std::size_t note = module.find(kNote); note != module.npos;
       note = module.find(kNote, note + 1)) {
    const std::string_view rest = module.substr(note + kNote.size());
    const std::size_t space = rest.find(' ');
    for (Kernel& kernel : kernels)
      if (kernel.symbol == rest.substr(0, space))
        kernel.card_registers = std::strtod(std::string(rest.substr(space, 12)).c_str(), nullptr);
  }
  return kernels;
}

}  // namespace kit::estimate
