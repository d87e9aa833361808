/// @file
/// The compiler calls the observer right before most accesses, with the address in %rdi:
///
///     leaq  4(%r12), %rdi      call  __tsan_read4      movss  4(%r12), %xmm0
///
/// An access whose operand is the one that was announced, in the same basic block and with the same
/// registers, needs nothing more. Before any other the runtime is asked, which knows what the
/// thread announced and what memory it is.
#include "unannounced.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "assembly.hpp"
#include "check_output.hpp"
#include "confine.hpp"
#include "definitions.hpp"
#include "frame.hpp"

namespace kit::rewriter {
namespace {

// Kinds of access as kit_sim_announced takes them, beside the bytes.
constexpr unsigned kWrite = 0x100, kThreadLocal = 0x200;
constexpr long kRedZone = 128;  // bytes below the stack pointer that a function may use

/// Whether a function keeps this register for its caller.
bool is_kept(std::string_view family) {
  constexpr std::string_view kKept[] = {"b", "bp", "12", "13", "14", "15"};
  return std::find(std::begin(kKept), std::end(kKept), family) != std::end(kKept);
}

/// What was announced in the basic block so far.
class Announced {
 public:
  void clear() { places_.clear(); }

  /// `operand`: "4(%r12)".
  void add(std::string_view operand, unsigned bytes, bool writes) {
    const MemoryOperand memory = parse_memory(operand);
    Place place{std::string(operand), bytes, writes, {}};
    for (const std::string_view part :
         {memory.base, memory.index.substr(0, memory.index.find(','))}) {
      if (part.empty() || part == "%rsp") continue;
      // What the call itself may have changed tells nothing.
      if (!is_kept(register_family(part))) return;
      place.registers.push_back(register_family(part));
    }
    places_.push_back(std::move(place));
  }

  bool holds(std::string_view operand, unsigned bytes, bool writes) const {
    return std::any_of(places_.begin(), places_.end(), [&](const Place& place) {
      return place.operand == operand && place.writes == writes && bytes <= place.bytes;
    });
  }

  void forget(std::string_view changed) {
    const std::string_view family = register_family(changed);
    std::erase_if(places_, [&](const Place& place) {
      return std::find(place.registers.begin(), place.registers.end(), family) !=
             place.registers.end();
    });
  }

 private:
  struct Place {
    std::string operand;
    unsigned bytes;
    bool writes;
    std::vector<std::string_view> registers;
  };
  std::vector<Place> places_;
};

class Pass {
 public:
  explicit Pass(const std::string& assembly) : lines_(split_lines(assembly)) {}

  std::string run() {
    for (const std::string_view text : lines_) {
      const AssemblyLine line = parse_assembly(text);
      frames_.follow(line);
      if (!line.label.empty() && !is_debug_label(line.label)) announced_.clear();
      if (!line.mnemonic.empty()) {
        if (const char* why = why_refused(line))
          throw NotConfined("'" + std::string(line.mnemonic) + "' " + why);
        look_at(line);
      }
      out_.copy(text);
      if (!line.mnemonic.empty()) follow(line);
    }
    return out_.text.str();
  }

 private:
  void look_at(const AssemblyLine& line) {
    if (line.mnemonic == "call" || line.mnemonic.starts_with("j")) return;
    if (line.operands.empty() && is_string_instruction(line.mnemonic)) return look_at_string(line);
    const unsigned stored = bytes_stored(line);
    if (stored > 0) return look_at_place(line.operands.back(), stored, kWrite);
    const unsigned loaded = bytes_loaded(line);
    if (loaded == 0) return;
    for (const std::string_view operand : line.operands)
      if (is_memory(operand)) return look_at_place(operand, loaded, 0);
  }

  void look_at_place(std::string_view operand, unsigned bytes, unsigned kind) {
    const MemoryOperand memory = parse_memory(operand);
    const bool fixed = memory.index.empty() &&
                       (memory.base.empty() || memory.base == "%rip" || memory.base == "%rsp" ||
                        (memory.base == "%rbp" && frames_.frame().by_frame_pointer));
    if (fixed || announced_.holds(operand, bytes, kind == kWrite)) return;
    std::string_view address = operand;
    if (!memory.segment.empty()) {
      kind |= kThreadLocal;
      address.remove_prefix(memory.segment.size() + 1);
    }
    save_register();
    out_.text << "\tleaq\t" << moved_by(address, kRedZone + 8) << ", %rdi\n";
    call(kind | bytes);
  }

  // rep movsq: as many as %rcx says from %rsi to %rdi, upwards; without rep, one.
  void look_at_string(const AssemblyLine& line) {
    const char suffix = line.mnemonic.back();
    const char* scale = suffix == 'q' ? "8" : suffix == 'l' ? "4" : suffix == 'w' ? "2" : "1";
    const bool reads = line.mnemonic.starts_with("movs") || line.mnemonic.starts_with("lods");
    const bool writes = line.mnemonic.starts_with("movs") || line.mnemonic.starts_with("stos");
    for (const unsigned kind : {0u, kWrite}) {
      if (kind == kWrite ? !writes : !reads) continue;
      save_register();
      if (kind != kWrite) out_.text << "\tmovq\t%rsi, %rdi\n";
      if (line.prefix.starts_with("rep")) {
        // The length is the second argument.
        out_.text << "\tpushq\t%rsi\n";
        stack_grows_by(8);
        out_.text << "\tleaq\t0(,%rcx," << scale << "), %rsi\n";
        call(kind, "_range", "\tpopq\t%rsi\n");
      } else {
        call(kind | unsigned(scale[0] - '0'));
      }
    }
  }

  void save_register() {
    out_.text << "\tleaq\t-" << kRedZone << "(%rsp), %rsp\n\tpushq\t%rdi\n";
    stack_grows_by(kRedZone + 8);
  }

  void call(unsigned what, const char* which = "", const char* pop = "") {
    out_.text << "\tpushq\t$" << what << '\n';
    stack_grows_by(8);
    out_.text << "\tcall\tkit_sim_announced" << which << "\n\tleaq\t8(%rsp), %rsp\n"
              << pop << "\tpopq\t%rdi\n\tleaq\t" << kRedZone << "(%rsp), %rsp\n";
    stack_grows_by(-(kRedZone + 16 + (*pop != '\0' ? 8 : 0)));
  }

  // For whoever unwinds the stack from within.
  void stack_grows_by(long bytes) {
    if (!frames_.frame().by_frame_pointer && !frames_.frame().unknown)
      out_.text << "\t.cfi_adjust_cfa_offset\t" << bytes << '\n';
  }

  static bool is_string_instruction(std::string_view name) {
    return name.starts_with("movs") || name.starts_with("stos") || name.starts_with("lods") ||
           name.starts_with("scas") || name.starts_with("cmps");
  }

  // The address is what the instruction before the call put into %rdi.
  void follow(const AssemblyLine& line) {
    if (line.mnemonic == "call") {
      const std::string_view name =
          line.operands.empty() ? std::string_view() : line.operands.front();
      unsigned bytes = 0;
      const bool writes = name.find("write") != std::string_view::npos;
      if (name.starts_with("__tsan_") && name.find("atomic") == std::string_view::npos)
        bytes = bytes_in_name(name);
      for (const std::string_view lost :
           {"%rax", "%rcx", "%rdx", "%rsi", "%rdi", "%r8", "%r9", "%r10", "%r11"})
        announced_.forget(lost);
      if (bytes > 0 && !address_.empty()) announced_.add(address_, bytes, writes);
      address_.clear();
      return;
    }
    const bool sets_address = line.operands.size() == 2 && line.operands[1] == "%rdi";
    if (sets_address && line.mnemonic == "movq" && line.operands[0].starts_with("%"))
      address_ = "(" + std::string(line.operands[0]) + ")";
    else if (sets_address && line.mnemonic == "leaq")
      address_ = line.operands[0];
    else
      address_.clear();
    for (const std::string_view operand : line.operands)
      if (operand.starts_with("%") && !is_memory(operand) &&
          (operand == line.operands.back() || line.mnemonic.starts_with("x")))
        announced_.forget(operand);
    // Results that no operand names.
    if (line.operands.size() < 2) {
      announced_.forget("%rax");
      announced_.forget("%rdx");
      announced_.forget("%rcx");
    }
  }

  static unsigned bytes_in_name(std::string_view name) {
    if (name.ends_with("16")) return 16;
    const char last = name.back();
    return last == '1' || last == '2' || last == '4' || last == '8' ? unsigned(last - '0') : 0;
  }

  Lines lines_;
  FrameTracker frames_;
  CheckOutput out_;
  Announced announced_;
  std::string address_;  // in %rdi, as an operand; empty if it is not known
};

}  // namespace

std::string look_at_unannounced(const std::string& assembly) {
  return Pass(assembly).run();
}

}  // namespace kit::rewriter
