/// @file
/// What a student's object may define, use and do before main(). Everything is read from the object
/// file: a rule on the source would not see what macros and templates become.
#include "grader/objects/rules.hpp"

#include <dlfcn.h>
#include <fnmatch.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "names/demangled.hpp"

namespace kit::objects {
namespace {

using elf::Relocation;
using elf::Section;
using elf::Symbol;

std::string readable(const std::string& name) {
  const std::string text = demangled(name);
  return text.size() > 120 ? text.substr(0, 120) + "..." : text;
}

bool begins(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

/// Whether a shell pattern, with the extended forms @(a|b) ?(a) *(a), is all of a name.
bool matches(const std::string& name, const char* pattern) {
  return fnmatch(pattern, name.c_str(), FNM_EXTMATCH) == 0;
}

template <std::size_t count>
bool matches_any(const std::string& name, const char* const (&patterns)[count]) {
  return std::any_of(std::begin(patterns), std::end(patterns),
                     [&](const char* pattern) { return matches(name, pattern); });
}

/// The part of a mangled name that tells its namespace: "_ZNK5lab028convolve" to "5lab028convolve",
/// "_ZTVN3kit9CudaErrorE" to "3kit9CudaErrorE". Empty if the name is not mangled.
std::string mangled_scope(const std::string& name) {
  if (!begins(name, "_Z")) return "";
  std::size_t at = 2;
  // Vtables, typeinfo, guards, thunks and local entities stand before the name they belong to.
  while (at < name.size() && (name[at] == 'Z' || name[at] == 'T' || name[at] == 'G')) {
    if (name[at] != 'Z') {
      ++at;
      if (at < name.size() && (name[at] == 'h' || name[at] == 'v')) {
        at = std::min(name.find('_', at) + 1, name.size());
        continue;
      }
    }
    ++at;
  }
  if (at < name.size() && name[at] == 'N') ++at;
  while (at < name.size() && (name[at] == 'K' || name[at] == 'V' || name[at] == 'r')) ++at;
  return name.substr(std::min(at, name.size()));
}

bool in_standard_library(const std::string& scope) {
  return matches(scope, "@(S[tasbiod]|9__gnu_cxx|10__cxxabiv1)*");
}

/// Libraries that the worker is made with, and that no lab needs: a function of theirs with the
/// student's body could take the place of the worker's.
bool in_library_of_the_worker(const std::string& scope) {
  return matches(scope, "@(8nlohmann|3fmt|5boost)*");
}

/// Replacing these would change the worker's own allocations.
bool is_allocation(const std::string& scope) {
  return matches(scope, "@(nw|na|dl|da)[a-zA-Z]*");
}

/// C functions that compute, look at memory and print; the rest of the C library is not needed.
bool is_harmless_c(const std::string& name) {
  static constexpr const char* kPlain[] = {
      "?(__)mem@(cpy|move|set|cmp|chr|rchr)?(_chk)",
      "str@(len|nlen|cmp|ncmp|cpy|ncpy|cat|chr|rchr|str|tol|tod|tof|toul)",
      "@(malloc|calloc|realloc|free|aligned_alloc|posix_memalign)",
      "kit_sim_@(malloc|free|new|delete|edit_on|edit_which|edit_near)",
      "?(v)?(f|s|sn)printf",
      "__?(v)?(f|s|sn)printf_chk",
      "@(puts|fputs|putchar|putc|fputc|fwrite|fflush|stdout|stderr|perror|strerror)",
      "@(to@(upper|lower)|is@(al@(pha|num)|digit|xdigit|space|@(upp|low)er|punct))",
      "@(rand|srand|rand_r|qsort|bsearch|abs|labs|atoi|atof|abort|exit|assert)",
      "@(clock|clock_gettime|time|nanosleep|sched_yield|sched_getcpu|get_nprocs)",
      "pthread_@(once|self|create|join|mutex_lock|mutex_unlock|mutex_trylock|cond_*)"};
  static constexpr const char* kMaths[] = {
      "*(_)@(?(a)@(sin|cos|tan)?(h)|atan2|sincos|exp?(2|10|m1)|log?(2|10|1p|b)|ilogb|pow|sqrt|"
      "cbrt|hypot|fabs|fmod|fma|fmin|fmax|fdim|floor|ceil|trunc|?(l|ll)round|?(l|ll)rint|"
      "nearbyint|copysign|ldexp|frexp|modf|scalb?(l)n|remainder|drem|remquo|"
      "next@(after|toward|up|down)|roundeven|llogb|significand|pow10|erf?(c)|?([lt])gamma|"
      "nan|fpclassify|isnan|isinf|isfinite|signbit|finite|[jy][01n]|c@(abs|arg|exp|log|pow|sqrt|"
      "proj|real|imag|onj|?(a)@(sin|cos|tan)?(h)))?(f|l)?(_finite|_r)",
      "_ZGV*([a-zA-Z0-9])_*([a-z0-9])",
      "__@(mul|div)[sdtx]c3",
      "__?(u)@(div|mod)ti3",
      "__@(popcount|parity|clz|ctz|ffs|clrsb|bswap)[sdt]i2",
      "__powi[sdtx]f2",
      "__@(float|fix|extend|trunc)*([a-z0-9])"};
  return matches_any(name, kPlain) || matches_any(name, kMaths);
}

/// What the compilers themselves refer to.
bool is_of_the_compiler(const std::string& name) {
  static constexpr const char* kNames[] = {
      "@(_GLOBAL_OFFSET_TABLE_|__dso_handle|__gxx_personality_v0|__dynamic_cast|__stack_chk_fail)",
      "@(__assert_fail|__once_proxy|__libc_single_threaded|__tls_get_addr|__errno_location)",
      "_Unwind_*",
      "__cxa_@(allocate_exception|free_exception|throw|rethrow|begin_catch|end_catch|bad_cast)",
      "__cxa_@(get_exception_ptr|init_primary_exception|bad_typeid|throw_bad_array_new_length)",
      "__cxa_@(call_unexpected|guard_*|pure_virtual|deleted_virtual|atexit|thread_atexit)",
      "__tsan_@(init|?(unaligned_)?(volatile_)@(read|write)@(1|2|4|8|16)|@(read|write)_range)",
      "__tsan_@(vptr_@(update|read)|func_@(entry|exit)|atomic*|mem@(cpy|move|set))",
      "__sanitizer_cov_trace_pc",
      "__ubsan_handle_@(@(add|sub|mul|divrem|negate|float_cast)_overflow|?(shift_)out_of_bounds)",
      "@(GOMP|omp)_*",
      "cuda*",
      "__cuda@(PushCallConfiguration|PopCallConfiguration|RegisterFatBinary?(End)|InitModule)",
      "__cuda@(UnregisterFatBinary|LaunchKernel|GetKernel)",
      "__cudaRegister@(Function|Var|Texture|ManagedVar)",
      "kit_sim_@(thread_idx|block_idx|block_dim|grid_dim|block_number|dynamic_shared)",
      "kit_sim_mem@(cpy|move|set|ber_@(read|write)@(1|2|4|8))",
      "kit_sim_announced?(_range)",
      "kit_sim_confine_@(store@(1|2|4|8|16)|range|pitched|entry|format|output|console|foreign)",
      "kit_sim_student_*([a-z_])",
      "__@(start|stop)_kit_sim_constant"};
  return matches_any(name, kNames);
}

constexpr std::uint64_t kMostConstantBytes = 65536;

constexpr const char* kReservedNames[] = {"_*", "kit_*", "@(cuda|cu|nv|GOMP|omp|gomp|tsan)[_A-Z]*",
                                          "@(main|environ|end|etext|edata|*_fcontext)"};

/// Parts of the C++ library that reach outside of the process, or change how it ends.
bool is_refused_library(const std::string& text) {
  static constexpr const char* kNames[] = {
      "*std::filesystem*",    "*basic_@(filebuf|fstream|ifstream|ofstream)*",
      "*__basic_file*",       "*set_@(terminate|unexpected|new_handler)*",
      "*std::random_device*", "*stdio_*filebuf*",
      "*std::locale::global*"};
  return matches_any(text, kNames);
}

/// Starts a thread of the host.
bool starts_thread(const std::string& name) {
  return matches(name, "@(pthread_create|_ZNSt6thread15_M_start_thread*)");
}

/// A function of C, or a variable outside of namespaces, whose name nobody else has: none that the
/// compilers and the kit reserve, and none of the libraries that this program is linked with, as
/// each worker is.
bool is_own_c_name(const std::string& name) {
  return !matches_any(name, kReservedNames) && dlsym(RTLD_DEFAULT, name.c_str()) == nullptr;
}

/// What the simulator's own headers call of its runtime, and nothing else of it.
bool is_of_the_simulator(const std::string& scope, const std::string& text) {
  static constexpr const char* kCalls[] = {
      "kit::sim::@(atomic_[1248]|block_barrier|block_fence|blocking_copy|clock_ns|commit_copies|"
      "converged_lanes|copy_symbol|enter_kernel|fence|fill_shared|function_attributes|"
      "graph_nodes|grid_barrier|in_kernel|in_shared_memory|is_cooperative|lane_id|"
      "look_at_arguments|occupancy|note_arrivals|operator,|on_device|raise_dynamic_shared_limit|"
      "read_only_load|refuse_extent|"
      "register_symbol|run_launch|shuffle|start_copy|trap|use_stream|vote|wait_for_copies|"
      "warp_barrier|xorwow_skip|yield_thread)(*",
      "kit::sim::@(copy_from_array|copy_to_array|fetch_1d|fetch_[23]d|fetch_element|fetch_layer|"
      "gather_2d|"
      "read_surface|write_surface)(*",
      "kit::sim::DynamicShared::dynamic_shared_bytes(*"};
  return begins(scope, "3kit3sim") && matches_any(text, kCalls);
}

class Check {
 public:
  Check(const elf::File& object, const std::vector<std::string>& library)
      : object_(object), library_(library) {
    for (const Symbol& symbol : object.symbols) {
      if (symbol.section != SHN_UNDEF) continue;
      nvcc_ |= symbol.name == "__cudaRegisterFatBinary";
      uses_cuda_ |= nvcc_ || matches(symbol.name, "@(cuda*|_Z+([0-9])cuda*)") ||
                    begins(mangled_scope(symbol.name), "3kit3sim");
    }
  }

  std::optional<std::string> run() const {
    for (const Symbol& symbol : object_.symbols)
      if (auto why = refused(symbol)) return why;
    for (const Section& section : object_.sections)
      if (auto why = refused(section)) return why;
    std::uint64_t constant_bytes = 0;
    for (const Symbol& symbol : object_.symbols)
      if (symbol.section < object_.sections.size() &&
          object_.sections[symbol.section].name == "kit_sim_constant")
        constant_bytes = std::max(constant_bytes, symbol.value + symbol.size);
    if (constant_bytes > kMostConstantBytes)
      return "has " + std::to_string(constant_bytes) +
             " bytes of __constant__ variables; a card has room for " +
             std::to_string(kMostConstantBytes);
    return std::nullopt;
  }

 private:
  std::optional<std::string> refused(const Symbol& symbol) const {
    if (symbol.type == STT_GNU_IFUNC)
      return "'" + readable(symbol.name) + "' is chosen by a function that runs at load time";
    if (is_data_among_code(symbol))
      return "puts the variable '" + readable(symbol.name) + "' among the program's code";
    const bool named = symbol.binding != STB_LOCAL && !symbol.name.empty();
    if (!named || symbol.type == STT_SECTION || symbol.type == STT_FILE) return std::nullopt;
    constexpr std::size_t kMaxNameBytes = 64 * 1024;
    if (symbol.name.size() > kMaxNameBytes) return "has a name of more than 64 KiB";
    if (symbol.section == SHN_UNDEF) {
      // A thread that outlives a launch could still work, or change what was measured.
      if (uses_cuda_ && starts_thread(symbol.name))
        return "starts a thread of the host, for which code for a GPU has no need: it queues its "
               "work on a stream and returns";
      if (may_refer_to(symbol.name)) return std::nullopt;
      return "uses '" + readable(symbol.name) + "', for which a lab has no need";
    }
    if (may_define(symbol)) return std::nullopt;
    return "defines '" + readable(symbol.name) +
           "', which is a name of the C or C++ library, the kit or the compiler; put it into a "
           "namespace or make it 'static'";
  }

  /// Bytes of data that the processor could be made to run.
  bool is_data_among_code(const Symbol& symbol) const {
    return symbol.type == STT_OBJECT && symbol.section < object_.sections.size() &&
           (object_.sections[symbol.section].flags & SHF_EXECINSTR) != 0;
  }

  bool may_refer_to(const std::string& name) const {
    if (is_of_the_compiler(name) || is_harmless_c(name)) return true;
    // nvcc's own code before main() registers its end.
    if (nvcc_ && name == "atexit") return true;
    const std::string scope = mangled_scope(name);
    if (scope.empty()) return false;
    const std::string text = readable(name);
    if (is_refused_library(text)) return false;
    if (is_allocation(scope) || in_standard_library(scope)) return true;
    if (is_of_the_simulator(scope, text)) return true;
    if (begins(scope, "3kit")) {
      return std::any_of(library_.begin(), library_.end(), [&](const std::string& allowed) {
        return text.find(allowed + "(") != std::string::npos ||
               text.find(allowed + "[") != std::string::npos ||
               text.find(allowed + "::") != std::string::npos || text == allowed;
      });
    }
    // CUDA's own functions have C++ linkage in the simulator: cudaMalloc(void**, unsigned long).
    // All else in C++ is the student's own, in this file or another of the lab, or does not link.
    return true;
  }

  bool may_define(const Symbol& symbol) const {
    if (begins(symbol.name, "DW.ref.")) return true;
    // The lock of a critical region that has a name.
    if (begins(symbol.name, ".gomp_critical_user_")) return true;
    if (nvcc_ && begins(symbol.name, "__device_stub__")) return true;
    const std::string scope = mangled_scope(symbol.name);
    if (scope.empty()) return is_own_c_name(symbol.name);
    if (is_allocation(scope) || in_library_of_the_worker(scope)) return false;
    const bool copy = symbol.binding == STB_WEAK || symbol.binding == STB_GNU_UNIQUE;
    if (in_standard_library(scope)) return copy;
    if (begins(scope, "3kit"))
      return copy && !begins(scope, "3kit6worker") && !begins(scope, "3kit7grader");
    // CUDA's functions, as in the simulator.
    return !matches(scope, "+([0-9])@(cuda|__cuda|__tsan|__sanitizer|kit_sim)*");
  }

  std::optional<std::string> refused(const Section& section) const {
    static const std::set<std::uint32_t> kRunsByItself = {SHT_INIT_ARRAY, SHT_FINI_ARRAY,
                                                          SHT_PREINIT_ARRAY};
    if (kRunsByItself.count(section.type) > 0 || begins(section.name, ".init_array")) {
      for (const Relocation& entry : section.relocations) {
        if (section.type == SHT_INIT_ARRAY && usual_start(entry)) continue;
        return "runs code before or after the lab: a global variable with a constructor, or a "
               "function marked as one; make the variable constexpr, or a local static";
      }
      return std::nullopt;
    }
    static constexpr const char* kKnown[] = {
        ".@(text|data|rodata|bss|tdata|tbss|eh_frame|gcc_except_table|note|nv_fatbin|"
        "nvFatBinSegment|comment|lbss|ldata|lrodata)?([._]*)",
        "@(kit_sim_@(constant|device|managed|fills|bare_dynamic|student_@(data|bss|tls)|sites|rows|"
        "entries)|"
        "__nv_module_id|__nv_relfatbin)"};
    if ((section.flags & SHF_ALLOC) != 0 && !section.name.empty() &&
        !matches_any(section.name, kKnown))
      return "puts something into the section '" + section.name + "'";
    return std::nullopt;
  }

  /// Start-up code that compilers make themselves: nvcc's registration of kernels, the call that
  /// the observed mode adds, and what <iostream> brings along.
  bool usual_start(const Relocation& entry) const {
    const Symbol& target = object_.symbols[entry.symbol];
    const std::uint64_t start = target.type == STT_SECTION
                                    ? static_cast<std::uint64_t>(entry.addend)
                                    : target.value + static_cast<std::uint64_t>(entry.addend);
    const auto function =
        std::find_if(object_.symbols.begin(), object_.symbols.end(), [&](const Symbol& symbol) {
          return symbol.type == STT_FUNC && symbol.section == target.section &&
                 symbol.value == start;
        });
    if (function == object_.symbols.end() || target.section >= object_.sections.size())
      return false;
    if (nvcc_ && function->name == "_ZL24__sti____cudaRegisterAllv") return true;
    static const std::set<std::string> usual = {
        "__tsan_init",  "_ZNSt8ios_base4InitC1Ev", "_ZNSt8ios_base4InitD1Ev", "__dso_handle",
        "__cxa_atexit", "__sanitizer_cov_trace_pc"};
    // Their code is this short; what is longer does something else as well.
    constexpr std::uint64_t kMaxCodeBytes = 64;
    if (function->size > kMaxCodeBytes) return false;
    int calls = 0;
    for (const Relocation& one : object_.sections[target.section].relocations) {
      if (one.offset < start || one.offset >= start + function->size) continue;
      const Symbol& used = object_.symbols[one.symbol];
      if (used.section == SHN_UNDEF) {
        if (usual.count(used.name) == 0) return false;
        ++calls;
      } else if (used.section >= object_.sections.size() ||
                 object_.sections[used.section].type != SHT_NOBITS) {
        return false;
      }
    }
    return calls > 0;
  }

  const elf::File& object_;
  const std::vector<std::string>& library_;
  bool nvcc_ = false;
  bool uses_cuda_ = false;
};

}  // namespace

std::optional<std::string> refused_in(const elf::File& object,
                                      const std::vector<std::string>& library) {
  return Check(object, library).run();
}

}  // namespace kit::objects
