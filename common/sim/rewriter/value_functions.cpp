/// The mathematical functions of the C library, in each precision, and what compilers call for
/// arithmetic that a machine lacks.
#include "value_functions.hpp"

#include <algorithm>
#include <iterator>

namespace kit::rewriter {

bool is_of_values(std::string_view symbol) {
  static constexpr std::string_view kNames[] = {
      "sin",       "cos",      "tan",         "asin",    "acos",       "atan",      "sinh",
      "cosh",      "tanh",     "asinh",       "acosh",   "atanh",      "atan2",     "exp",
      "exp2",      "exp10",    "expm1",       "log",     "log2",       "log10",     "log1p",
      "logb",      "ilogb",    "pow",         "sqrt",    "cbrt",       "hypot",     "fabs",
      "fmod",      "fma",      "fmin",        "fmax",    "fdim",       "floor",     "ceil",
      "trunc",     "round",    "lround",      "llround", "rint",       "lrint",     "llrint",
      "nearbyint", "copysign", "ldexp",       "scalbn",  "scalbln",    "remainder", "nextafter",
      "erf",       "erfc",     "tgamma",      "lgamma",  "nexttoward", "drem",      "nan",
      "roundeven", "llogb",    "significand", "cabs",    "carg",       "cexp",      "clog",
      "cproj",     "creal",    "cimag",       "conj",    "cpow",       "csqrt",     "csin",
      "ccos",      "ctan",     "csinh",       "ccosh",   "ctanh",      "casin",     "cacos",
      "catan",     "casinh",   "cacosh",      "catanh",  "j0",         "j1",        "jn",
      "y0",        "y1",       "yn",          "erfinv"};
  for (const std::string_view name : kNames)
    if (symbol == name || (symbol.starts_with(name) && symbol.size() == name.size() + 1 &&
                           (symbol.back() == 'f' || symbol.back() == 'l')))
      return true;
  static constexpr std::string_view kCompilers[] = {
      "__muldc3",      "__mulsc3",    "__divdc3",  "__divsc3",  "__divti3",
      "__modti3",      "__udivti3",   "__umodti3", "__powidf2", "__powisf2",
      "__popcountdi2", "__floattidf", "__fixdfti"};
  return std::find(std::begin(kCompilers), std::end(kCompilers), symbol) != std::end(kCompilers);
}

}  // namespace kit::rewriter
