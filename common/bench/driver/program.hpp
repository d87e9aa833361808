/// @file
/// A bench program at the other end of two pipes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "grader/process/child.hpp"

namespace kit::bench {

/// Answers requests one by one; started when first asked, and again after it crashed or had to be
/// stopped.
class Program {
 public:
  explicit Program(std::vector<std::string> command) : command_(std::move(command)) {}

  /// {"result": ...} or {"error": "..."}: the program's own, or that it died, or did not answer
  /// within `seconds`.
  nlohmann::json ask(const nlohmann::json& request, double seconds);

 private:
  void start();

  std::vector<std::string> command_;
  grader::ChildProcess process_;
  UniqueFd to_, from_;
};

}  // namespace kit::bench
