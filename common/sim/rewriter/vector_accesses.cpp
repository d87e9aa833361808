/// What g++ writes for the members of a vector at %r12:
///
///     movq  %r12, %rdi      call  __tsan_read4
///     leaq  4(%r12), %rdi   call  __tsan_read4
///
/// The first call of those that belong together gets the bytes of the whole in %esi, which no call
/// keeps, and the others 0; all go to kit_sim_member_read4 (sim/observe/hooks.cpp), which checks
/// each and counts the first. A base address is taken as aligned, as it is if it is the vector's.
#include "vector_accesses.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "assembly.hpp"
#include "definitions.hpp"

namespace kit::rewriter {
namespace {

struct Member {
  std::size_t at;  // number of the line that calls the observer
  long offset;     // from the base address
  unsigned bytes;
};

/// Members of one or of several vectors that lie at fixed distances from each other.
struct Accesses {
  std::string base;                         // the operand without its number
  std::vector<std::string_view> registers;  // that it consists of
  unsigned alignment = 0;
  std::vector<Member> members;
};

/// A call of the observer for a plain access of 1 to 8 bytes.
struct Hook {
  bool is_any = false, writes = false;
  unsigned bytes = 0;
};

Hook hook_of(const AssemblyLine& line) {
  Hook hook;
  if (line.mnemonic != "call" || line.operands.size() != 1) return hook;
  std::string_view name = line.operands[0];
  if (!name.starts_with("__tsan_")) return hook;
  hook.is_any = true;
  hook.writes = name.find("read") == std::string_view::npos;
  for (const std::string_view kind : {"__tsan_read", "__tsan_write"}) {
    if (name.size() == kind.size() + 1 && name.starts_with(kind))
      hook.bytes = unsigned(name.back() - '0');
  }
  return hook;
}

long floor_to(long value, long step) {
  return value - (value % step + step) % step;
}

class MemberMerger {
 public:
  explicit MemberMerger(const std::string& assembly) : lines_(split_lines(assembly)) {
    for (const std::string_view line : lines_) note_listed(line);
  }

  std::string run(const std::string& assembly) {
    if (listed_.empty()) return assembly;
    for (at_ = 0; at_ < lines_.size(); ++at_) follow(parse_assembly(lines_[at_]));
    end_all();
    std::string result;
    result.reserve(assembly.size() + 1024);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (const auto call = calls_.find(i); call != calls_.end())
        result += call->second;
      else
        result.append(lines_[i]).push_back('\n');
    }
    return result;
  }

 private:
  // "\t#kit_vector 16 12 naive.cu"
  void note_listed(std::string_view text) {
    constexpr std::string_view kMark = "\t#kit_vector ";
    if (!text.starts_with(kMark)) return;
    text.remove_prefix(kMark.size());
    unsigned alignment = 0;
    const std::string_view line = after_number(text, alignment);
    const std::size_t name = std::min(line.find(' '), line.size() - 1) + 1;
    listed_[std::string(line.substr(name)) + ":" + std::string(line.substr(0, name - 1))] =
        alignment;
  }

  static std::string_view after_number(std::string_view text, unsigned& number) {
    const char* const end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
    text.remove_prefix(std::min(text.size(), std::size_t(end - text.data()) + 1));
    return text;
  }

  void follow(const AssemblyLine& line) {
    if (!line.label.empty() && !is_debug_label(line.label)) end_all();
    if (!line.directive.empty()) return take_directive(line);
    if (line.mnemonic.empty()) return;
    if (line.mnemonic.starts_with("j")) {
      if (!skip_report(line)) end_all();
      return;
    }
    const Hook hook = hook_of(line);
    if (line.mnemonic == "call" && !hook.is_any) return end_all();
    if (hook.is_any) {
      end(hook.writes ? reads_ : writes_, !hook.writes);
      if (hook.bytes != 0 && alignment_ > hook.bytes) take(hook);
    } else if (!line.operands.empty() && line.operands.back().starts_with('%')) {
      forget_changed(line.operands.back());
    }
  }

  // What C++ leaves undefined is reported where it happens, and the code goes on behind it: no
  // block of the program begins there (one would be counted first).
  //     jno .L38      ...      call __ubsan_handle_add_overflow      .L38:
  bool skip_report(const AssemblyLine& jump) {
    constexpr std::size_t kLongest = 24;  // lines
    bool reports = false;
    for (std::size_t i = at_ + 1; i < std::min(at_ + kLongest, lines_.size()); ++i) {
      const AssemblyLine line = parse_assembly(lines_[i]);
      if (line.mnemonic.starts_with("j")) return false;
      if (line.mnemonic == "call") {
        if (!line.operands.at(0).starts_with("__ubsan_handle_")) return false;
        reports = true;
      }
      if (line.label.empty() || is_debug_label(line.label)) continue;
      if (!reports || line.label != jump.operands.at(0)) return false;
      at_ = i;
      return true;
    }
    return false;
  }

  void take_directive(const AssemblyLine& line) {
    if (line.directive == ".file" || line.directive == ".loc") {
      // parse_assembly() has split at commas, which these have none of.
      std::string_view rest = line.operands.empty() ? std::string_view() : line.operands[0];
      unsigned number = 0, source_line = 0;
      rest = after_number(rest, number);
      if (line.directive == ".file") {
        const std::size_t quote = rest.find('"');
        if (quote != std::string_view::npos)
          files_[number] = std::string(rest.substr(quote + 1, rest.rfind('"') - quote - 1));
        return;
      }
      after_number(rest, source_line);
      const auto file = files_.find(number);
      const auto found = file == files_.end()
                             ? listed_.end()
                             : listed_.find(file->second + ":" + std::to_string(source_line));
      alignment_ = found == listed_.end() ? 0 : found->second;
    }
  }

  // The address is what the instruction before the call puts into %rdi.
  void take(const Hook& hook) {
    std::size_t before = at_;
    AssemblyLine line;
    do line = parse_assembly(lines_[--before]);
    while (before > 0 && line.mnemonic.empty() &&
           (line.label.empty() || is_debug_label(line.label)));
    if (line.operands.size() != 2 || line.operands[1] != "%rdi") return;
    Accesses found;
    long offset = 0;
    if (line.mnemonic == "movq" && line.operands[0].starts_with('%')) {
      found.base = line.operands[0];
      found.registers = {line.operands[0]};
    } else if (line.mnemonic == "leaq") {
      const MemoryOperand memory = parse_memory(line.operands[0]);
      if (!memory.segment.empty() || memory.base == "%rip") return;
      offset = split_offset(memory, found);
    } else {
      return;
    }
    std::vector<Accesses>& all = hook.writes ? writes_ : reads_;
    auto same = std::find_if(all.begin(), all.end(),
                             [&](const Accesses& one) { return one.base == found.base; });
    if (same == all.end()) same = all.insert(all.end(), found);
    same->alignment = std::max(same->alignment, alignment_);
    same->members.push_back({at_, offset, hook.bytes});
  }

  // `tile@tpoff+68(%rbx,%r12)`: 68 from a base that is the rest.
  static long split_offset(const MemoryOperand& memory, Accesses& into) {
    const std::string_view text = memory.displacement;
    std::size_t digits = text.size();
    while (digits > 0 && std::isdigit(static_cast<unsigned char>(text[digits - 1])) != 0) --digits;
    const bool symbol = digits > 0 && !(digits == 1 && text[0] == '-');
    const bool signed_number = digits > 0 && (text[digits - 1] == '+' || text[digits - 1] == '-');
    long offset = 0;
    std::size_t end = text.size();
    if (!symbol || signed_number) {
      end = signed_number ? digits - 1 : digits;
      std::from_chars(text.data() + digits, text.data() + text.size(), offset);
      if (signed_number && text[digits - 1] == '-') offset = -offset;
    }
    into.base = std::string(text.substr(0, end)) + "(" + std::string(memory.base) + "," +
                std::string(memory.index) + ")";
    if (into.base == "(" + std::string(memory.base) + ",)") into.base = memory.base;
    for (const std::string_view part :
         {memory.base, memory.index.substr(0, memory.index.find(','))})
      if (!part.empty()) into.registers.push_back(part);
    return offset;
  }

  void forget_changed(std::string_view changed) {
    for (const bool writes : {false, true}) {
      std::vector<Accesses>& all = writes ? writes_ : reads_;
      for (std::size_t i = all.size(); i-- > 0;) {
        const auto& parts = all[i].registers;
        if (std::none_of(parts.begin(), parts.end(), [&](std::string_view part) {
              return register_family(part) == register_family(changed);
            }))
          continue;
        merge(all[i], writes);
        all.erase(all.begin() + std::ptrdiff_t(i));
      }
    }
  }

  void end_all() {
    end(reads_, false);
    end(writes_, true);
  }
  void end(std::vector<Accesses>& all, bool writes) {
    for (const Accesses& one : all) merge(one, writes);
    all.clear();
  }

  void merge(const Accesses& accesses, bool writes) {
    std::set<long> vectors;
    for (const Member& member : accesses.members)
      vectors.insert(floor_to(member.offset, long(accesses.alignment)));
    for (const long begin : vectors)
      merge_within(accesses.members, begin, accesses.alignment, writes);
  }

  void merge_within(const std::vector<Member>& members, long begin, unsigned bytes, bool writes) {
    std::vector<Member> inside;
    std::set<long> covered;
    for (const Member& member : members) {
      if (member.offset < begin || member.offset + long(member.bytes) > begin + long(bytes))
        continue;
      // A member that is accessed twice is an access of its own the second time.
      if (covered.count(member.offset) > 0) continue;
      inside.push_back(member);
      for (unsigned i = 0; i < member.bytes; ++i) covered.insert(member.offset + long(i));
    }
    if (inside.size() < 2) return;
    const long half = begin + long(bytes / 2);
    const bool in_one_half = *covered.rbegin() < half || *covered.begin() >= half;
    if (in_one_half || (writes && covered.size() < bytes)) {
      merge_within(members, begin, bytes / 2, writes);
      merge_within(members, half, bytes / 2, writes);
      return;
    }
    for (std::size_t i = 0; i < inside.size(); ++i) {
      calls_[inside[i].at] = "\tmovl\t$" + std::to_string(i == 0 ? bytes : 0) +
                             ", %esi\n\tcall\tkit_sim_member_" + (writes ? "write" : "read") +
                             std::to_string(inside[i].bytes) + "\n";
    }
  }

  Lines lines_;
  std::size_t at_ = 0;
  std::map<std::string, unsigned> listed_;    // "naive.cu:12" and the alignment
  std::map<unsigned, std::string> files_;     // by the number in .file
  unsigned alignment_ = 0;                    // of the vectors in the source's line here; or 0
  std::vector<Accesses> reads_, writes_;      // of the basic block so far
  std::map<std::size_t, std::string> calls_;  // what stands in the place of a line
};

}  // namespace

std::string merge_vector_accesses(const std::string& assembly) {
  return MemberMerger(assembly).run(assembly);
}

}  // namespace kit::rewriter
