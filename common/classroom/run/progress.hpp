/// @file
/// What an instructor sees while a class is graded: a line for each verdict and, on a terminal, a
/// bar below them.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "classroom/gradebook/gradebook.hpp"
#include "kit/timer.hpp"

namespace kit::classroom {

class Progress {
 public:
  Progress(std::size_t total, std::size_t done_before);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void graded(const Work& work, const Grade& grade);
  void failed(const Work& work, const std::string& fault);
  void tick(std::size_t running);

 private:
  void line(grader::Verdict verdict, const Work& work, const std::string& text);
  void draw(std::size_t running);
  void clear();

  std::size_t total_, done_, before_;
  std::size_t running_ = 0;
  bool bar_;
  std::map<std::string, int> counts_;
  Timer timer_;
};

}  // namespace kit::classroom
