/// @file
/// What is asked of whoever builds a worker.
#pragma once

#include <string>
#include <vector>

namespace kit::grader {

/// One worker to build: the options of `kit build-lab`.
struct BuildRequest {
  std::string lab;             ///< the folder's name, "02_naive"
  std::string source;          ///< the folder that holds the lab's folder with the student's files
  std::string backend;         ///< "sim" or "cuda"
  std::string mode = "plain";  ///< "plain" or "observed"
  std::string out;             ///< where worker and build.log go
  int compilers = 0;           ///< at most so many at once; 0: one for each core
  /// Files of the student's whose functions the kit's stand-ins replace
  /// (grader/build/stand_ins.hpp). The student's objects are those that `out` holds since an
  /// earlier build.
  std::vector<std::string> stand_ins = {};
};

}  // namespace kit::grader
