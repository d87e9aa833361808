/// @file
/// Software fault isolation, as Native Client has it, at the level at which it is simplest to
/// see that nothing is missing: each instruction of the program passes here once, after the last
/// optimisation, and is copied, copied with a check before it, or refused.
///
/// What the checks rest on:
/// - A checked address is computed from the registers that the store itself uses, right before it,
///   so that nothing lies between the check and the store.
/// - Fixed places of the stack need no check as long as the stack pointer is what the compiler
///   meant. It is: it changes by constants alone, and by %rbp, which every function restores from
///   its saved registers, where no store may go.
/// - The runtime finds a store's frame, and those of the functions that called it, in a table of
///   the call sites (Frame), which this pass writes.
#include "confine.hpp"

#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "assembly.hpp"
#include "check_output.hpp"
#include "definitions.hpp"
#include "frame.hpp"
#include "library_calls.hpp"
#include "names/demangled.hpp"
#include "thunks.hpp"

namespace kit::rewriter {
namespace {

bool is_symbol(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}

long as_number(std::string_view text, bool& number) {
  char* end = nullptr;
  const std::string digits(text);
  const long value = std::strtol(digits.c_str(), &end, 0);
  number = *end == '\0';
  return value;
}

class Confiner {
 public:
  explicit Confiner(const std::string& assembly)
      : lines_(split_lines(assembly)), defined_(lines_) {}

  std::string run() {
    write_room();
    for (at_ = 0; at_ < lines_.size(); ++at_) take(lines_[at_]);
    write_thunks();
    write_tables();
    return out_.text.str();
  }

 private:
  void take(std::string_view text) {
    const AssemblyLine line = parse_assembly(text);
    frames_.follow(line);
    if (!line.directive.empty()) return take_directive(text, line);
    if (line.mnemonic.empty()) return out_.copy(text);
    if (const char* why = why_refused(line)) refuse(line.mnemonic, why);
    if (line.mnemonic == "call" || line.mnemonic.starts_with("j")) return take_branch(text, line);
    check_stack_pointer(line);
    if (line.prefix.starts_with("rep") || is_string_store(line))
      check_string_store(line);
    else if (const unsigned bytes = bytes_stored(line); bytes > 0)
      check_store(line, bytes);
    out_.copy(with_thunks(text));
  }

  [[noreturn]] void refuse(std::string_view what, const std::string& why) const {
    std::string place;
    for (std::size_t i = at_; i > 0 && place.empty(); --i) {
      std::istringstream words{std::string(lines_[i])};
      std::string directive, file, number;
      words >> directive >> file >> number;
      if (directive == ".loc" && students_files_.count(file) > 0) place = "line " + number + ": ";
    }
    throw NotConfined(place + "'" + std::string(what) + "' " + why);
  }

  // `.file 2 "folder/naive.cu"`: headers have other endings.
  void note_file(std::string_view text) {
    std::istringstream words{std::string(text)};
    std::string directive, number, name;
    words >> directive >> number >> std::ws;
    std::getline(words, name);
    if (name.find(".cu\"") != std::string::npos) students_files_.insert(number);
  }

  void take_directive(std::string_view text, const AssemblyLine& line) {
    if (line.directive == ".file") note_file(text);
    if (line.directive == ".weak") return;  // local from now on
    if (line.directive == ".local") return note_local(text, line);
    if (line.directive == ".comm") return write_common(line);
    if (line.directive == ".size" && in_tls_) note_thread_local(line);
    if (line.directive == ".type" && line.operands.size() == 2 &&
        line.operands[1] == "@gnu_unique_object") {
      out_.text << "\t.type\t" << line.operands[0] << ", @object\n";
    } else if (line.directive == ".section") {
      take_section(line);
    } else if (line.directive == ".text") {
      in_tls_ = false;
      out_.copy(text);
    } else if (line.directive == ".data" || line.directive == ".bss") {
      in_tls_ = false;
      out_.text << "\t.section\t"
                << (line.directive == ".data" ? "kit_sim_student_data,\"aw\""
                                              : "kit_sim_student_bss,\"aw\",@nobits")
                << '\n';
    } else if (line.directive == ".quad" || line.directive == ".long") {
      out_.copy(with_thunks(text));
    } else {
      out_.copy(text);
    }
  }

  // `.local x` and `.comm x,4,4`: a static variable that starts as zeros.
  void note_local(std::string_view text, const AssemblyLine& line) {
    locals_.insert(line.operands.at(0));
    out_.copy(text);
  }
  void write_common(const AssemblyLine& line) {
    if (locals_.count(line.operands.at(0)) == 0) refuse(line.operands[0], "is a common variable");
    out_.text << "\t.pushsection\tkit_sim_student_bss,\"aw\",@nobits\n\t.balign\t"
              << line.operands.at(2) << "\n\t.type\t" << line.operands[0] << ", @object\n\t.size\t"
              << line.operands[0] << ", " << line.operands.at(1) << '\n'
              << line.operands[0] << ":\n\t.zero\t" << line.operands[1] << "\n\t.popsection\n";
  }
  void note_thread_local(const AssemblyLine& line) {
    tls_ << "\t.quad\t" << line.operands.at(0) << "@tpoff, " << line.operands.at(1) << '\n';
  }

  // A section that could be one of several copies, of which the linker takes one, becomes the
  // file's own; what can be written goes to sections that the runtime finds by their names.
  void take_section(const AssemblyLine& line) {
    std::vector<std::string> words(line.operands.begin(), line.operands.end());
    // A compiler that comes back to a section names it alone.
    if (words.size() > 1)
      sections_[words[0]] = words;
    else if (const auto known = sections_.find(words[0]); known != sections_.end())
      words = known->second;
    if (words.size() > 1) {
      std::string& flags = words[1];
      if (flags.find('G') != std::string::npos) {
        std::erase(flags, 'G');
        if (words.back() == "comdat") words.pop_back();
        words.pop_back();
      }
    }
    in_tls_ = words.size() > 1 && words[1].find('T') != std::string::npos;
    const bool writable = words.size() > 1 && words[1].find('w') != std::string::npos &&
                          words[1].find('T') == std::string::npos;
    const bool zeroed = words.size() > 2 && words[2].starts_with("@nobits");
    if (words[0].starts_with(".bss") || (writable && zeroed))
      words = {"kit_sim_student_bss", "\"aw\"", "@nobits"};
    else if (words[0].starts_with(".data"))
      words = {"kit_sim_student_data", "\"aw\""};
    out_.text << "\t.section\t";
    for (std::size_t i = 0; i < words.size(); ++i) out_.text << (i > 0 ? "," : "") << words[i];
    out_.text << '\n';
  }

  void take_branch(std::string_view text, const AssemblyLine& line) {
    const std::string_view target = line.operands.at(0);
    if (target[0] == '*') return take_computed_branch(text, line, target.substr(1));
    if (target == "__cxa_throw" && !throws_a_constant())
      refuse("__cxa_throw", "with a type that is no constant is not allowed in a lab");
    out_.copy(target.starts_with(".L") ? std::string(text) : with_thunks(text));
    if (line.mnemonic == "call") out_.write_site(frames_.frame(), 0);
  }

  // jmp *.L8(,%rax,8) with a table of the file's own is a switch; the compiler compares the index
  // with the table's size, unless the program promises that no other value comes.
  void take_computed_branch(std::string_view text, const AssemblyLine& line,
                            std::string_view target) {
    if (line.mnemonic != "call" && is_memory(target)) {
      const MemoryOperand memory = parse_memory(target);
      const auto table = defined_.tables.find(memory.displacement);
      if (table != defined_.tables.end() && memory.base.empty() && memory.index.ends_with(",8")) {
        const std::string label = out_.new_label();
        out_.text << "\tcmpq\t$" << table->second << ", "
                  << memory.index.substr(0, memory.index.find(',')) << "\n\tjb\t" << label
                  << "\n\tud2\n"
                  << label << ":\n";
        return out_.copy(text);
      }
    }
    if (line.mnemonic != "call") refuse("goto *", "to a computed label is not allowed in a lab");
    out_.text << "\tpushq\t%rdi\n\tmovq\t"
              << (is_memory(target) ? moved_by(target, 8) : std::string(target)) << ", %rdi\n";
    out_.call_check(frames_.frame(), "kit_sim_confine_entry", 8);
    out_.text << "\tpopq\t%rdi\n";
    out_.copy(text);
    out_.write_site(frames_.frame(), 0);
  }

  // The compiler throws an exception with the constant address of its type in %esi.
  bool throws_a_constant() const {
    for (std::size_t i = at_; i > 0 && at_ - i < 12; --i) {
      const AssemblyLine line = parse_assembly(lines_[i - 1]);
      if (!line.label.empty() && !line.label.starts_with(".LE")) {
        if (line.label.starts_with(".L") && line.label.size() > 2 && line.label[2] > '9') continue;
        return false;
      }
      if (line.operands.size() == 2 && (line.operands[1] == "%esi" || line.operands[1] == "%rsi"))
        return line.mnemonic.starts_with("mov") && line.operands[0].starts_with("$_ZTI");
      if (line.mnemonic == "call" || line.mnemonic.starts_with("j")) return false;
    }
    return false;
  }

  // Allowed: constants, the frame pointer, and arrays of variable size, each of whose pages the
  // compiler touches (-fstack-clash-protection), so that none goes past the guard page.
  void check_stack_pointer(const AssemblyLine& line) {
    if (line.operands.empty() || line.operands.back() != "%rsp") return;
    if (line.mnemonic.starts_with("cmp") || line.mnemonic.starts_with("test") ||
        line.mnemonic.starts_with("push"))
      return;
    const std::string_view from = line.operands.front();
    const bool by_frame = frames_.frame().by_frame_pointer;
    if ((line.mnemonic == "addq" || line.mnemonic == "subq") && from.starts_with("$")) return;
    if (line.mnemonic == "subq" && by_frame && from.starts_with("%")) return;
    if (line.mnemonic == "leaq" && is_memory(from)) {
      const MemoryOperand memory = parse_memory(from);
      if (memory.index.empty() && (memory.base == "%rbp" ? by_frame : memory.base == "%rsp"))
        return;
    }
    refuse(line.mnemonic,
           "moves the stack: an array whose size the compiler does not know, or a variable aligned "
           "to more than 16 bytes, is not allowed in a lab");
  }

  static bool is_string_store(const AssemblyLine& line) {
    return line.operands.empty() &&
           (line.mnemonic.starts_with("stos") || line.mnemonic.starts_with("movs"));
  }

  // rep stosq and rep movsq: as many as %rcx says, from %rdi up.
  void check_string_store(const AssemblyLine& line) {
    // rep ret; rep bsf is what counts the zeros at the low end of a register.
    if (line.mnemonic == "ret" || line.mnemonic.starts_with("bsf")) return;
    if (!is_string_store(line) || !line.prefix.starts_with("rep"))
      refuse(line.mnemonic, "is not an instruction that the compiler makes of a lab");
    const char suffix = line.mnemonic.back();
    const char* scale = suffix == 'q' ? "8" : suffix == 'l' ? "4" : suffix == 'w' ? "2" : "1";
    out_.text << "\tpushq\t%rdi\n\tpushq\t%rsi\n\tleaq\t0(,%rcx," << scale << "), %rsi\n";
    out_.call_check(frames_.frame(), "kit_sim_confine_range", 16);
    out_.text << "\tpopq\t%rsi\n\tpopq\t%rdi\n";
  }

  void check_store(const AssemblyLine& line, unsigned bytes) {
    const std::string_view operand = line.operands.back();
    const MemoryOperand memory = parse_memory(operand);
    if (is_own_variable(memory, bytes)) return;
    // What -fstack-clash-protection does to touch a page changes nothing.
    if (line.mnemonic.starts_with("or") && line.operands.front() == "$0" && memory.base == "%rsp")
      return;
    const bool keep_flags = flags_matter();
    out_.text << "\tpushq\t%rdi\n";
    if (keep_flags) out_.text << "\tpushfq\n";
    const long pushed = keep_flags ? 16 : 8;
    std::string_view address = operand;
    if (!memory.segment.empty()) {
      if (memory.segment != "%fs") refuse(operand, "is memory that no lab has");
      address.remove_prefix(memory.segment.size() + 1);
    }
    const bool absolute = memory.base.empty() && memory.index.empty();
    out_.text << "\t" << (absolute && !memory.segment.empty() ? "movq\t$" : "leaq\t")
              << moved_by(address, pushed) << ", %rdi\n";
    if (!memory.segment.empty()) out_.text << "\taddq\t%fs:0, %rdi\n";
    out_.call_check(frames_.frame(), "kit_sim_confine_store" + std::to_string(bytes), pushed);
    if (keep_flags) out_.text << "\tpopfq\n";
    out_.text << "\tpopq\t%rdi\n";
  }

  // A fixed place between the stack pointer and the registers that the function saved.
  bool is_own_variable(const MemoryOperand& memory, unsigned bytes) const {
    if (!memory.segment.empty() || !memory.index.empty() || frames_.frame().unknown) return false;
    const Frame& frame = frames_.frame();
    bool number = true;
    const long at = memory.displacement.empty() ? 0 : as_number(memory.displacement, number);
    if (!number) return false;
    const long below = frame.cfa - at;  // from the CFA down to the place
    const bool free = below - long(bytes) >= frame.saved;
    if (memory.base == "%rsp") return !frame.by_frame_pointer && at >= 0 && free;
    return memory.base == "%rbp" && frame.by_frame_pointer && free && below <= frame.frame_bytes;
  }

  // Whether the flags may be looked at after this instruction. They do not live across labels that
  // are jumped to, but nothing promises that.
  bool flags_matter() const {
    for (std::size_t i = at_ + 1; i < lines_.size(); ++i) {
      const AssemblyLine line = parse_assembly(lines_[i]);
      if (line.label.size() > 2 && line.label[2] <= '9') return true;
      if (line.mnemonic.empty()) continue;
      const Flags flags = flags_of(line);
      if (flags != Flags::untouched) return flags == Flags::read;
    }
    return true;
  }

  // Names of functions outside become those of thunks, which check the arguments first.
  std::string with_thunks(std::string_view text) {
    // Behind the name of the instruction.
    const std::size_t first = text.find_first_of("\t ", text.find_first_not_of("\t "));
    std::string result(text.substr(0, first));
    for (std::size_t i = std::min(first, text.size()); i < text.size();) {
      if (text[i] == '%') {  // a register
        do result += text[i++];
        while (i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0);
        continue;
      }
      const bool starts = (std::isalpha(static_cast<unsigned char>(text[i])) != 0 ||
                           text[i] == '_' || text[i] == '.') &&
                          (i == 0 || !is_symbol(text[i - 1]) || text[i - 1] == '$');
      if (!starts) {
        result += text[i++];
        continue;
      }
      std::size_t end = i;
      while (end < text.size() && is_symbol(text[end])) ++end;
      result += reference_to(text.substr(i, end - i), text);
      i = end;
    }
    return result;
  }

  std::string reference_to(std::string_view name, std::string_view text) {
    const bool in_call = text.find("\tcall\t") != std::string_view::npos ||
                         text.find("\tjmp\t") != std::string_view::npos;
    if (name[0] == '.' || defined_.symbols.count(name) > 0) return std::string(name);
    const LibraryCall* const call = find_library_call(name);
    if (call == nullptr) {
      if (in_call && !is_students_name(name))
        refuse(demangled(std::string(name)),
               "is a function that a lab's CUDA files have no need of");
      return std::string(name);
    }
    if (call->replacement.empty() && call->checks.empty()) {
      // The observer's hooks are the compiler's to call, by their names.
      if (!in_call && !name.starts_with("__")) callable_.insert(std::string(name));
      return std::string(name);
    }
    thunks_.emplace(name, call);
    return thunk_name(name);
  }

  void write_thunks() {
    out_.text << "\t.text\n";
    for (const auto& [name, call] : thunks_) {
      write_thunk(out_, name, *call);
      callable_.insert(thunk_name(name));
    }
  }

  void write_tables() {
    out_.text << "\t.section\tkit_sim_sites,\"a\",@progbits\n\t.align 4\n" << out_.sites();
    out_.text << "\t.section\tkit_sim_entries,\"a\",@progbits\n\t.align 8\n";
    for (const std::string_view name : defined_.functions) out_.text << "\t.quad\t" << name << '\n';
    for (const std::string& name : callable_) out_.text << "\t.quad\t" << name << '\n';
    // Thread-local variables: where they lie from the thread pointer, and how large they are.
    out_.text << "\t.section\tkit_sim_student_tls,\"a\",@progbits\n\t.align 8\n" << tls_.str();
    // Room beside the variables, so that an overrun of one stays the student's.
    write_room();
    out_.text << "\t.section\t.note.GNU-stack,\"\",@progbits\n";
  }

  void write_room() {
    out_.text << "\t.section\tkit_sim_student_data,\"aw\"\n\t.zero\t4096\n"
                 "\t.section\tkit_sim_student_bss,\"aw\",@nobits\n\t.zero\t4096\n";
  }

  Lines lines_;
  Definitions defined_;
  FrameTracker frames_;
  CheckOutput out_;
  std::ostringstream tls_;
  std::map<std::string, std::vector<std::string>> sections_;  // by name, as they were first named
  std::set<std::string> students_files_;                      // by the numbers that .loc uses
  std::set<std::string_view> locals_;
  bool in_tls_ = false;  // in a section of thread-local variables
  std::map<std::string, const LibraryCall*> thunks_;
  std::set<std::string> callable_;  // functions outside whose addresses the file may call
  std::size_t at_ = 0;
};

}  // namespace

std::string confine(const std::string& assembly) {
  return Confiner(assembly).run();
}

}  // namespace kit::rewriter
