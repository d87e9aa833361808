/// @file
/// A worker of which one file has edits in it.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "grader/build/build_request.hpp"
#include "grader/build/toolchain.hpp"
#include "grader/repair/switched_source.hpp"
#include "grader/repair/widened_source.hpp"

namespace kit::repair {

struct SwitchedWorker {
  std::string program;
  SwitchedSource source;
};

struct SwitchedFile {
  std::filesystem::path path;  ///< the student's file
  std::string text;            ///< what is compiled for it, with edits
  std::set<int> without = {};  ///< lines that get none
  bool barriers = false;       ///< edits are barriers, and no others
};

/// Builds it in `out`, beside the plain worker that `request` made. None if the file does not
/// compile with edits, whichever lines go without, or takes too long. Throws as build_lab().
std::optional<SwitchedWorker> build_switched(const std::string& root,
                                             const grader::BuildRequest& request,
                                             const SwitchedFile& student,
                                             const std::filesystem::path& out,
                                             build::CompilerSlots& slots);

/// The student's code with room in its whole numbers.
struct WidenedWorker {
  std::string program;
  std::set<int> lines;  ///< where a type was replaced
};

/// Builds it as build_switched() does, with other types in the lines `only`, or everywhere if there
/// are none. None if there is no such type, or if the file does not compile so.
std::optional<WidenedWorker> build_widened(const std::string& root,
                                           const grader::BuildRequest& request,
                                           const std::filesystem::path& path,
                                           const std::filesystem::path& out, Widening widening,
                                           const std::set<int>& only, build::CompilerSlots& slots);

/// The lines of `file` that a compiler's messages speak of.
std::set<int> lines_in(const std::string& log, const std::string& file);

/// Those of its errors. A template that is made with wrong arguments has errors in lines that are
/// right: such lines count only if there are no others; then those that made the template.
std::set<int> lines_at_fault(const std::string& log, const std::string& file);

}  // namespace kit::repair
