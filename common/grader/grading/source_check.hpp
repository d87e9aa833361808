/// @file
/// What student code may not name: points hang on the simulator's counts, so nothing in a
/// submission may reach behind them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kit::grader {

/// The first thing in `source` that is not allowed, as "line 12: ..."; none if there is nothing.
/// Refused outside of comments and texts: inline assembly; attributes and pragmas that change how
/// code is instrumented or optimised; conditions on the compiler or the backend; names of the
/// simulator and of the instrumentation; headers but the contract, the kit's library, the system's
/// and those of the student's `own` that stand beside the file.
std::optional<std::string> forbidden_in(const std::string& source,
                                        const std::vector<std::string>& own = {});

}  // namespace kit::grader
