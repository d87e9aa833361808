// A table of patterns, since clang has no stable codes for its errors. Only what the table knows is
// held against a student: an error that is clang's own, of its environment or of C++ that g++
// takes, must never be. The texts are the same from clang 13 to 19, apart from a hyphen.
#include "grader/rules/clang_rules.hpp"

#include <array>
#include <regex>
#include <sstream>

#include "grader/rules/surroundings.hpp"

namespace kit::rules {
namespace {

/// One kind of error. In `message`, $1 and so on are what the pattern's groups matched.
struct Rule {
  std::regex pattern;
  Meaning meaning;
  const char* message;
};

const char* const kVariable =
    "identifier \"$1\" is undefined in device code: it is a variable of the host; pass it to the "
    "kernel as an argument, or declare it __device__ or __constant__";

/// Rules for the error's own text. The first that fits counts.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> all = [] {
    const auto rule = [](const char* pattern, Meaning meaning, const char* message) {
      return Rule{std::regex(pattern), meaning, message};
    };
    return std::vector<Rule>{
        rule("reference to __host__ function '(.*)' in __host__ __device__ function.*",
             Meaning::taken, ""),
        rule("reference to __host__ function '(.*)' in (__global__|__device__) function.*",
             Meaning::refused,
             "calling a __host__ function(\"$1\") from a $2 function is not allowed: kernels call "
             "__device__ functions only; declare it __host__ __device__, or write what it does"),
        rule("reference to __device__ function '(.*)' in (__host__.*) function.*", Meaning::refused,
             "calling a __device__ function(\"$1\") from a $2 function is not allowed: it runs in "
             "kernels only; declare it __host__ __device__ if both need it"),
        rule("reference to __global__ function '(.*)' in (__global__|__device__) function.*",
             Meaning::refused,
             "kernel launch from __device__ or __global__ functions (\"$1\") is not possible here: "
             "launch it on the host, or make it a __device__ function and call it"),
        rule("reference to __host__ variable '(.*)' in .* function.*", Meaning::refused, kVariable),
        rule(
            "call to global function '(.*)' not configured.*", Meaning::refused,
            "a __global__ function call must be configured: launch it as $1<<<grid, block>>>(...)"),
        rule("kernel call to non-global function '(.*)'.*", Meaning::refused,
             "a host function call cannot be configured: $1 is no kernel; declare it __global__"),
        rule("kernel function type '.*' must have void return type.*", Meaning::refused,
             "a __global__ function must have a void return type: write results to memory that the "
             "kernel gets a pointer to"),
        rule("kernel function '(.*)' must be a free function or static member function.*",
             Meaning::refused,
             "a member function (\"$1\") cannot be __global__: make it static, or "
             "a function of its own"),
        rule("cannot use variable.length arrays in .* functions?.*", Meaning::refused,
             "expression must have a constant value: an array of device code has a length that is "
             "known when compiling; for another use extern __shared__ or memory of the host's"),
        rule("cannot use '(throw|try)' in .* function.*", Meaning::refused,
             "device code does not support exception handling ($1): let the kernel write a status, "
             "or use assert()"),
        rule("__shared__ local variables not allowed in __host__ functions.*", Meaning::refused,
             "a static \"__shared__\" variable declaration is not allowed inside a host function "
             "body: declare it in the kernel"),
        rule("dynamic initialization is not supported for __device__.*", Meaning::refused,
             "dynamic initialization is not supported for a __device__ or __constant__ variable: "
             "initialise it with a constant, or copy to it with cudaMemcpyToSymbol()"),
        rule("__constant__.* are not allowed on non-static local variables.*", Meaning::refused,
             "a __device__ or __constant__ variable declaration is not allowed inside a function "
             "body: declare it outside of all functions"),
        rule("(__constant__|__device__) variables? must be global.*", Meaning::refused,
             "a $1 variable declaration is not allowed inside a function body: declare it outside "
             "of all functions"),
        rule("no (?:member|type|template) named '(.*)' in namespace 'std'.*", Meaning::refused,
             "namespace \"std\" has no member \"$1\": include the header that declares it; kernels "
             "cannot call it either way, unless it is a math function"),
        rule("call to '(.*)' is ambiguous.*", Meaning::refused,
             "calling a constexpr __host__ function(\"$1\") from device code is not allowed: for "
             "arguments of these types there is only the host's; cast them to float or to double"),
        rule("initialization is not supported for __shared__ variables.*", Meaning::taken, ""),
        rule(
            "'device' and 'global' attributes are not compatible.*", Meaning::refused,
            "illegal combination of memory qualifiers: a function is __global__ or __device__, not "
            "both"),
    };
  }();
  return all;
}

std::string without_prefix(std::string name) {
  // The simulator's stand-ins for names that glibc declares: __expf.
  const std::string prefix = "kit_sim_";
  if (const std::size_t at = name.find(prefix); at != std::string::npos)
    name.replace(at, prefix.size(), "__");
  return name;
}

/// What an error calls that cannot be called from there, by the notes on the candidates.
struct WrongSide {
  std::string callee, from;
};

bool wrong_side(const Diagnostic& error, WrongSide& found) {
  static const std::regex candidate(
      "candidate .*not viable: call to (__\\w+__(?: __\\w+__)?) "
      "(?:function|member|method|constructor)"
      ".* from (__\\w+__(?: __\\w+__)?) (?:function|member|method|constructor).*");
  for (const Said& note : error.notes) {
    std::smatch match;
    if (!std::regex_match(note.text, match, candidate)) continue;
    found.callee = match[1];
    found.from = match[2];
    return true;
  }
  return false;
}

std::string first_quoted(const std::string& text) {
  const std::size_t begin = text.find('\'');
  const std::size_t end = text.find('\'', begin + 1);
  return end == std::string::npos ? text : text.substr(begin + 1, end - begin - 1);
}

/// What to write in place of a function of the library, if there is a short answer.
std::string instead_of(const std::string& name) {
  static const std::array<std::pair<const char*, const char*>, 8> answers = {{
      {"clamp", "; write min(max(x, low), high)"},
      {"max", "; write max(a, b) without std::, or fmaxf"},
      {"min", "; write min(a, b) without std::, or fminf"},
      {"swap", "; use a variable of your own"},
      {"infinity", "; write INFINITY, or a constexpr variable outside of the kernel"},
      {"lowest", "; write -FLT_MAX, or a constexpr variable outside of the kernel"},
      {"rand", "; pass random numbers to the kernel, or compute them from the thread's index"},
      {"puts", "; write printf()"},
  }};
  for (const auto& [function, answer] : answers)
    if (name == function) return answer;
  return "; declare it __device__ if it is yours, or write what it does";
}

std::string wrong_side_message(const WrongSide& call, const std::string& name) {
  if (call.callee == "__device__")
    return "calling a __device__ function(\"" + name + "\") from a " + call.from +
           " function is not allowed: it runs in kernels only";
  return "calling a __host__ function(\"" + name + "\") from a " + call.from +
         " function is not allowed: kernels call __device__ functions only" + instead_of(name);
}

/// In the student's file: where the error is, or the note that names the student's line.
Refusal placed(const Diagnostic& error, const std::string& path, std::string message) {
  const Said* place = &error;
  for (const Said& note : error.notes)
    if (place->file != path && note.file == path) place = &note;
  return {place->file, place->line, place->column, std::move(message)};
}

std::string line_of(const std::string& source, int number) {
  std::istringstream lines(source);
  std::string line;
  for (int i = 0; i < number; ++i) std::getline(lines, line);
  return line;
}

/// Whether a call that clang places in a function for both sides is in one that the source declares
/// so: to clang, lambdas and implicit members of device code are for both, to nvcc for the device.
bool from_both(const Diagnostic& error, const std::string& path, const std::string& source) {
  return error.file != path || in_host_function(source, error.line, error.column);
}

/// Whether the function that is called is consteval: it is done with when device code is made.
bool immediate(const Diagnostic& error, const std::string& path, const std::string& source) {
  for (const Said& note : error.notes)
    if (note.file == path && line_of(source, note.line).find("consteval") != std::string::npos)
      return true;
  return false;
}

std::string host_call(const std::string& name) {
  return wrong_side_message({"__host__", "__device__"}, name);
}

}  // namespace

Judgement judge(const Diagnostic& error, const std::string& path, const std::string& source) {
  const std::string text = without_prefix(error.text);
  if (error.file == path && unevaluated(source, error.line, error.column))
    return {Meaning::taken, {}};
  for (const Rule& rule : rules()) {
    std::smatch match;
    if (!std::regex_match(text, match, rule.pattern)) continue;
    if (rule.meaning == Meaning::taken && match.size() > 1 && !from_both(error, path, source))
      return {Meaning::refused, placed(error, path, host_call(match[1]))};
    if (rule.meaning != Meaning::refused) return {rule.meaning, {}};
    return {Meaning::refused, placed(error, path, match.format(rule.message))};
  }
  WrongSide call;
  if (!wrong_side(error, call)) return {};
  if (immediate(error, path, source)) return {Meaning::taken, {}};
  return {Meaning::refused, placed(error, path, wrong_side_message(call, first_quoted(text)))};
}

}  // namespace kit::rules
