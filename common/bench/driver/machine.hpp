/// @file
/// Where and what is measured: card, driver, clocks, compilers, processor, commit, sources.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace kit::bench {

/// Everything that a reader of the results wants to know about the machine; `cuda` if its GPU is
/// used. Strings by name: card, driver, clocks, nvcc, compiler, processor, date, commit, sources.
nlohmann::json describe_machine(const std::string& root, bool cuda);

/// The part of it under which results are comparable: card, processor and sources.
std::string circumstances(const nlohmann::json& machine);

/// One line of it, for the head of a file.
std::string headline(const nlohmann::json& machine);

}  // namespace kit::bench
