/// @file
/// What is asked of whoever builds a worker.
#pragma once

#include <string>

namespace kit::grader {

/// One worker to build: the options of `kit build-lab`.
struct BuildRequest {
  std::string lab;             ///< the folder's name, "02_naive"
  std::string source;          ///< the folder that holds the lab's folder with the student's files
  std::string backend;         ///< "sim" or "cuda"
  std::string mode = "plain";  ///< "plain" or "observed"
  std::string out;             ///< where worker and build.log go
  int compilers = 0;           ///< at most so many at once; 0: one for each core
};

}  // namespace kit::grader
