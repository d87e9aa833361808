/// @file
/// The compiler calls the observer before most accesses, with the address in %rdi:
///
///     leaq  4(%r12), %rdi      call  __tsan_read4      movss  4(%r12), %xmm0
///
/// An access needs nothing more if all its bytes were announced on every way that leads to it since
/// the last call of another function or the start of a loop: addresses are compared as the sums
/// that they are (register_values.hpp). Before any other the runtime is asked, which knows what the
/// thread announced and what memory it is.
#include "unannounced.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "assembly.hpp"
#include "check_output.hpp"
#include "confine.hpp"
#include "definitions.hpp"
#include "frame.hpp"
#include "library_calls.hpp"
#include "register_values.hpp"

namespace kit::rewriter {
namespace {

// Kinds of access as kit_sim_announced takes them, beside the bytes.
constexpr unsigned kWrite = 0x100, kThreadLocal = 0x200;
constexpr long kRedZone = 128;  // bytes below the stack pointer that a function may use

/// What was announced on every way to this point.
class Announced {
 public:
  void clear() { places_.clear(); }

  void add(Sum address, std::uint64_t bytes, bool writes) {
    places_.push_back({std::move(address), bytes, writes});
  }

  bool holds(const Sum& address, unsigned bytes, bool writes) const {
    std::uint32_t missing = (1u << bytes) - 1;
    for (const Place& place : places_) {
      if (place.writes != writes || !place.address.differs_by_constant(address)) continue;
      for (unsigned i = 0; i < bytes; ++i)
        if (address.constant + i - place.address.constant < place.bytes) missing &= ~(1u << i);
    }
    return missing == 0;
  }

  void keep_common(const Announced& other) {
    std::erase_if(places_, [&](const Place& place) {
      return std::find(other.places_.begin(), other.places_.end(), place) == other.places_.end();
    });
  }

 private:
  struct Place {
    Sum address;
    std::uint64_t bytes;
    bool writes;
    bool operator==(const Place&) const = default;
  };
  std::vector<Place> places_;
};

/// What is known at one point of a function.
struct Knowledge {
  RegisterValues values;
  Announced announced;

  void keep_common(const Knowledge& other) {
    values.keep_common(other.values);
    announced.keep_common(other.announced);
  }
  void clear() {
    values.forget_all();
    announced.clear();
  }
};

/// Brings together what is known where ways through a function meet, reading it once from its
/// start: at a label to which every jump has been seen. Any other is the start of a loop, or is
/// reached by a table or an exception, and there nothing is known.
class Ways {
 public:
  explicit Ways(const Lines& lines) {
    for (const std::string_view text : lines) count(text);
  }

  /// A jump to the label is read, with this known.
  void jump(std::string_view label, const Knowledge& now) {
    const auto to = targets_.find(label);
    if (to == targets_.end() || to->second.other_ways) return;
    --to->second.jumps_ahead;
    if (to->second.known)
      to->second.known->keep_common(now);
    else
      to->second.known = now;
  }

  /// The label is read, `now` known before it, and `reached` from there.
  void meet(std::string_view label, Knowledge& now, bool reached) {
    const auto here = targets_.find(label);
    if (here == targets_.end() || here->second.other_ways || here->second.jumps_ahead != 0)
      return now.clear();
    if (reached)
      now.keep_common(*here->second.known);
    else
      now = std::move(*here->second.known);
    here->second.known.reset();
  }

 private:
  struct Target {
    unsigned jumps_ahead = 0;
    bool other_ways = false;
    std::optional<Knowledge> known;
  };

  // Names of labels as in ".L12"; is_debug_label() tells the others.
  void count(std::string_view text) {
    std::size_t at = text.find(".L");
    if (at == std::string_view::npos || text.ends_with(':')) return;
    const AssemblyLine line = parse_assembly(text);
    const bool jumps = line.mnemonic.starts_with("j") && line.operands.size() == 1 &&
                       line.operands[0].starts_with(".L");
    for (; at != std::string_view::npos; at = text.find(".L", at + 2)) {
      const std::size_t end = std::min(text.find_first_not_of("0123456789", at + 2), text.size());
      if (end == at + 2) continue;
      Target& target = targets_[text.substr(at, end - at)];
      if (jumps)
        ++target.jumps_ahead;
      else
        target.other_ways = true;
    }
  }

  std::map<std::string_view, Target> targets_;
};

class Pass {
 public:
  explicit Pass(const std::string& assembly) : lines_(split_lines(assembly)), ways_(lines_) {}

  std::string run() {
    for (const std::string_view text : lines_) {
      const AssemblyLine line = parse_assembly(text);
      frames_.follow(line);
      if (!line.label.empty() && !is_debug_label(line.label)) {
        ways_.meet(line.label, now_, reached_);
        reached_ = true;
      }
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
    if (fixed || now_.announced.holds(now_.values.address_of(operand), bytes, kind == kWrite))
      return;
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

  void follow(const AssemblyLine& line) {
    if (line.mnemonic.starts_with("j")) {
      ways_.jump(line.operands.at(0), now_);
      reached_ = line.mnemonic != "jmp";
    } else if (line.mnemonic == "call") {
      follow_call(line.operands.empty() ? std::string_view() : line.operands.front());
    } else {
      if (line.mnemonic.starts_with("ret")) reached_ = false;
      now_.values.follow(line);
    }
  }

  void follow_call(std::string_view name) {
    if (!is_hook(name)) now_.announced.clear();
    if (name.find("atomic") == std::string_view::npos) {
      const Sum address = now_.values.value_of("%rdi"), length = now_.values.value_of("%rsi");
      const bool writes = name.find("write") != std::string_view::npos;
      const bool range = name.ends_with("_range") && length.terms.empty();
      const std::uint64_t bytes = range ? length.constant : bytes_in_name(name);
      const bool announces = name.starts_with("__tsan_") || name.starts_with("kit_sim_member_");
      if (announces && bytes > 0) now_.announced.add(address, bytes, writes);
    }
    now_.values.follow_call(is_hook(name));
  }

  static unsigned bytes_in_name(std::string_view name) {
    if (name.ends_with("16")) return 16;
    const char last = name.empty() ? ' ' : name.back();
    return last == '1' || last == '2' || last == '4' || last == '8' ? unsigned(last - '0') : 0;
  }

  Lines lines_;
  FrameTracker frames_;
  CheckOutput out_;
  Unknowns unknowns_;
  Ways ways_;
  Knowledge now_{RegisterValues(unknowns_), {}};
  bool reached_ = true;  // from the line before
};

}  // namespace

std::string look_at_unannounced(const std::string& assembly) {
  return Pass(assembly).run();
}

}  // namespace kit::rewriter
