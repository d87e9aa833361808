/// @file
/// What the observed simulator found (docs/simulator.md), as the judge uses it: which finding lies
/// nearest to the mistake, and in words.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace kit::grader {

/// How near to the mistake a kind of finding lies, 0 the nearest. A read outside of an array or of
/// memory that nothing has written gives other values in another order too, so these come before
/// races; what harms no result comes last.
int distance_to_mistake(const nlohmann::json& finding);

/// True for kinds that can make a result wrong or stop a program: not for leaks and the like.
bool harms_results(const nlohmann::json& finding);

/// The file's name without its folders.
std::string file_name(const nlohmann::json& finding);

/// "line 51 of tiled.cu: reads 4 bytes past the end of ..."; without a place if none is known.
std::string describe(const nlohmann::json& finding);

/// The nearest of the harmful findings of a report that names a line; null if there is none.
const nlohmann::json* nearest_finding(const nlohmann::json& report);

}  // namespace kit::grader
