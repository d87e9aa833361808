/// @file
/// What tests of the class grader's tables and reports have in common: a folder for files, and
/// grades made by hand.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "classroom/reports/reports.hpp"

namespace kit::classroom {

inline const std::string kLab = "01_cpu_baseline";

/// A folder that goes away with the object.
class TestFolder {
 public:
  explicit TestFolder(const std::string& name)
      : path_(std::filesystem::temp_directory_path() / (name + "_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  std::string put(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path(name);
  }

 private:
  std::filesystem::path path_;
};

inline Work work_of(const std::string& student, const std::string& lab) {
  Work work;
  work.student = student;
  work.lab = lab;
  work.key = "key of " + student;
  work.files = {{"convolve.cpp", "int a;\nint b;\n"}};
  work.time = "2026-11-20T22:59:00Z";
  return work;
}

/// A grade of a lab with 100 points and no detail.
inline Grade grade_of(const std::string& student, const std::string& lab, double points) {
  Grade grade;
  grade.work = work_of(student, lab);
  grade.graded = true;
  grade.verdict = points < 100 ? grader::Verdict::wrong : grader::Verdict::passed;
  grade.headline = "headline";
  grade.points = points;
  grade.max_points = 100;
  return grade;
}

}  // namespace kit::classroom
