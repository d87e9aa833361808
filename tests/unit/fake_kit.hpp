/// @file
/// A kit in a folder of its own whose compiler, linker and check are scripts: what a build does
/// with them is seen in milliseconds.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/build/lab_build.hpp"

namespace kit::build {

/// A folder below the temporary one, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();
  const std::filesystem::path& path() const { return path_; }
  /// Writes a file, and the folders that it needs.
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  /// Gives a file a date so many seconds from now.
  void date(const std::string& name, int seconds) const;

 private:
  std::filesystem::path path_;
};

/// Lab 01_fake with the stages one.cpp and two.cpp. An object is a copy of its source and a worker
/// all objects in a row. A source with the word ERROR does not compile.
class FakeKit : public ScratchFolder {
 public:
  FakeKit();
  ~FakeKit();

  /// Builds students/STUDENT into the folder OUT with at most so many compilers at once.
  LabBuild build(const std::string& out, const std::string& student = "ann",
                 int compilers = 2) const;
  /// The sources that were compiled, in order, by name; "link" for a link.
  std::vector<std::string> calls() const;
  /// How often this was compiled or linked.
  int calls(const std::string& name) const;
  /// A script that stands for a program of the kit.
  void program(const std::string& name, const std::string& script) const;
};

}  // namespace kit::build
