/// @file
/// What student code may not name: points hang on the simulator's counts, so nothing in a
/// submission may reach behind them.
#pragma once

#include <optional>
#include <string>

namespace kit::grader {

/// The first thing in `source` that is not allowed, as "line 12: ..."; none if there is nothing.
/// Refused outside of comments and texts: inline assembly; attributes and pragmas that change how
/// code is instrumented or optimised; conditions on the compiler or the backend; names of the
/// simulator and of the instrumentation.
std::optional<std::string> forbidden_in(const std::string& source);

}  // namespace kit::grader
