/// @file
/// Lines that stay and a bar that is drawn over. The bar goes to standard error, so that a log of
/// standard output holds only grades.
#include "classroom/run/progress.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "grader/support/terminal.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

constexpr std::size_t kBarColumns = 24;

std::string duration(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 90) return fmt::format("{} s", whole);
  if (whole < 5400) return fmt::format("{} min", (whole + 30) / 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace

Progress::Progress(std::size_t total, std::size_t done_before)
    : total_(total), done_(done_before), before_(done_before), bar_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  clear();
}

void Progress::line(grader::Verdict verdict, const Work& work, const std::string& text) {
  clear();
  ++done_;
  ++counts_[to_string(verdict)];
  std::printf("%4zu/%zu  %-13s %-15s %s  %s\n", done_, total_, to_string(verdict), work.lab.c_str(),
              grader::printable(work.student).c_str(), grader::printable(text).c_str());
  std::fflush(stdout);
}

void Progress::graded(const Work& work, const Grade& grade) {
  line(grade.verdict, work,
       fmt::format("{} of {}: {}", short_number(grade.points + grade.bonus),
                   short_number(grade.max_points), grade.headline.substr(0, 100)));
}

void Progress::failed(const Work& work, const std::string& fault) {
  line(grader::Verdict::grader_fault, work,
       fault.substr(0, 200) + "; not scored, run again to retry");
}

void Progress::tick(std::size_t running) {
  running_ = running;
  if (bar_) draw(running);
}

void Progress::draw(std::size_t running) {
  const std::size_t filled = total_ == 0 ? 0 : kBarColumns * done_ / total_;
  std::string text = fmt::format("[{}{}] {}/{}", std::string(filled, '#'),
                                 std::string(kBarColumns - filled, '.'), done_, total_);
  for (const auto& [verdict, count] : counts_) text += fmt::format(", {} {}", count, verdict);
  text += fmt::format(", {} at work", running);
  // Grades of an earlier run cost no time now, and tell nothing about what is left.
  if (done_ > before_) {
    const double each = timer_.seconds() / double(done_ - before_);
    text += fmt::format(", {} left", duration(each * double(total_ - done_)));
  }
  std::fprintf(stderr, "\r\033[K%s", text.substr(0, 150).c_str());
  std::fflush(stderr);
}

void Progress::clear() {
  if (bar_) std::fprintf(stderr, "\r\033[K");
}

}  // namespace kit::classroom
