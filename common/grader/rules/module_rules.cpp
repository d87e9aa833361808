// clang gives a host constant that device code needs in memory a copy of its own; nvcc does so for
// none, and only uses values that it can put into an instruction. Which of the two it is shows in
// the module: a value leaves no variable behind.
#include "grader/rules/module_rules.hpp"

#include <sstream>
#include <string_view>

#include "names/demangled.hpp"

namespace kit::rules {
namespace {

constexpr std::string_view kCopy = ".const";  // how clang calls its copy of a constant's value

/// The variable as the source calls it.
std::string source_name(const Global& global) {
  std::string name = global.name;
  if (name.ends_with(kCopy)) name.erase(name.size() - kCopy.size());
  return demangled(name);
}

/// Variables of a function, strings, tables of virtual functions and clang's own.
bool made_by_device_code(const Global& global) {
  for (const char* const prefix : {"_ZZ", "_ZTV", "_ZTI", "_ZTS", "_ZGV", "llvm.", "__const.",
                                   ".str", "__clang", "__cuda", "switch.table"})
    if (global.name.starts_with(prefix)) return true;
  return global.private_copy && !global.name.ends_with(kCopy);
}

bool indexed(const Module& module, const std::string& name) {
  for (const Function& function : module.functions)
    if (function.indexed.contains(name)) return true;
  return false;
}

bool host_constant(const Module& module, const Global& global) {
  if (global.address_space == 3 || global.declared_for_device || made_by_device_code(global))
    return false;
  // The copy of a scalar or a struct may have been put into an instruction after all, or be copied.
  return !global.name.ends_with(kCopy) || global.array || indexed(module, global.name);
}

class Rules {
 public:
  Rules(const Module& module, const std::string& path, const std::string& source)
      : module_(module), path_(path), source_(source) {
    for (const Function& function : module.functions) functions_[function.name] = &function;
    for (const Global& global : module.globals) globals_[global.name] = &global;
  }

  std::vector<Refusal> run() {
    for (const Global& global : module_.globals) {
      if (host_constant(module_, global)) refuse_constant(global);
      if (global.thread_local_)
        refuse(first_use(global.name),
               "cannot use thread_local specifier for variable declarations in device code");
    }
    for (const Function& function : module_.functions) check_types_at_run_time(function);
    check_constant_memory();
    for (const Function& function : module_.functions)
      if (function.kernel) check_kernel(function);
    return std::move(found_);
  }

 private:
  Place first_use(const std::string& name) const {
    for (const Function& function : module_.functions)
      if (const auto use = function.uses.find(name); use != function.uses.end())
        return use->second.line > 0 ? use->second : function.place;
    return {path_, 1, 0};
  }

  /// The module does not say where a variable is declared: the first __constant__ that its name
  /// follows within a line.
  Place declaration(const std::string& variable) const {
    std::string name = demangled(variable);
    name = name.substr(name.rfind(':') + 1);
    int number = 0;
    std::istringstream lines(source_);
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const std::size_t at = line.find("__constant__");
      if (at != std::string::npos && line.find(" " + name, at) != std::string::npos)
        return {path_, number, 0};
    }
    return first_use(variable);
  }

  void refuse(const Place& place, const std::string& message) {
    found_.push_back({place.file.empty() ? path_ : place.file, place.line, place.column, message});
  }

  /// A dynamic_cast names the types as well.
  void check_types_at_run_time(const Function& function) {
    const auto cast = function.uses.find("__dynamic_cast");
    if (cast != function.uses.end())
      return refuse(cast->second, "The operator 'dynamic_cast' is not allowed in device code");
    for (const auto& [name, place] : function.uses)
      if (name.starts_with("_ZTI"))
        refuse(place, "The operator 'typeid' is not allowed in device code");
  }

  void refuse_constant(const Global& global) {
    refuse(
        first_use(global.name),
        "identifier \"" + source_name(global) +
            "\" is undefined in device code: kernels can use values of the host's constants, but "
            "neither their arrays nor their addresses; declare it __constant__ or __device__, or "
            "inside of the kernel");
  }

  void check_constant_memory() {
    std::uint64_t bytes = 0;
    std::string largest;
    std::uint64_t most = 0;
    for (const Global& global : module_.globals) {
      if (global.address_space != 4 || !global.declared_for_device) continue;
      bytes += global.bytes;
      if (global.bytes > most) {
        most = global.bytes;
        largest = global.name;
      }
    }
    if (bytes > kMaxConstantBytes)
      refuse(declaration(largest), "uses too much global constant data (" + std::to_string(bytes) +
                                       " bytes, " + std::to_string(kMaxConstantBytes) +
                                       " at most): keep large tables in global memory");
  }

  void check_kernel(const Function& kernel) {
    std::set<std::string> reached;
    reach(kernel, reached);
    std::uint64_t bytes = 0;
    for (const std::string& name : reached)
      if (const auto global = globals_.find(name);
          global != globals_.end() && global->second->address_space == 3)
        bytes += global->second->bytes;
    const std::string name = demangled(kernel.name);
    if (bytes > kMaxSharedBytes)
      refuse(kernel.place, "kernel uses too much shared data (" + std::to_string(bytes) +
                               " bytes, " + std::to_string(kMaxSharedBytes) +
                               " at most): make its __shared__ arrays smaller");
    check_type_arguments(kernel, name);
  }

  /// All that a kernel uses, through the functions that it calls too.
  void reach(const Function& function, std::set<std::string>& reached) const {
    for (const auto& [name, place] : function.uses) {
      if (!reached.insert(name).second) continue;
      if (const auto next = functions_.find(name); next != functions_.end())
        reach(*next->second, reached);
    }
  }

  /// A type of a function's inside is called by that function: k<run(int*)::Local>.
  void check_type_arguments(const Function& kernel, const std::string& name) {
    const std::string unnamed = "(anonymous namespace)";
    std::string plain = name;
    for (std::size_t at = 0; (at = plain.find(unnamed)) != std::string::npos;)
      plain.replace(at, unnamed.size(), "anonymous");
    const std::size_t local = plain.find(")::");
    const std::size_t open = plain.find('<');
    if (local == std::string::npos || open == std::string::npos || local < open) return;
    const bool closure = name.find("{lambda", open) != std::string::npos;
    refuse(kernel.place,
           closure
               ? "The closure type for a lambda cannot be used in the template argument type of "
                 "a __global__ function template instantiation: write a struct with a "
                 "__device__ operator() outside of all functions"
               : "A type defined inside a __host__ function cannot be used in the template "
                 "argument type of a __global__ function template instantiation: define it "
                 "outside of all functions");
  }

  const Module& module_;
  std::string path_, source_;
  std::map<std::string, const Function*> functions_;
  std::map<std::string, const Global*> globals_;
  std::vector<Refusal> found_;
};

}  // namespace

std::vector<Refusal> refused_in_module(const Module& module, const std::string& path,
                                       const std::string& source) {
  return Rules(module, path, source).run();
}

}  // namespace kit::rules
