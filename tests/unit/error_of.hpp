/// @file
/// What an error says, for tests.
#pragma once

#include <string>

#include "kit/error.hpp"

/// The message of the kit::Error of type E that `function` throws; empty if it throws nothing.
template <typename E = kit::InputError, typename Function>
std::string error_of(Function&& function) {
  try {
    function();
  } catch (const E& error) {
    return error.what();
  }
  return {};
}

/// True if `text` contains `part`.
inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
