/// @file
/// Lines that stay and a bar that is drawn over. The bar goes to standard error, so that a log of
/// standard output holds only grades.
#include "classroom/run/progress.hpp"

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
  if (whole < 90) return std::to_string(whole) + " s";
  if (whole < 5400) return std::to_string((whole + 30) / 60) + " min";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
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
  const std::string points =
      short_number(grade.points + grade.bonus) + " of " + short_number(grade.max_points) + ": ";
  line(grade.verdict, work, points + grade.headline.substr(0, 100));
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
  std::string text = "[" + std::string(filled, '#') + std::string(kBarColumns - filled, '.') +
                     "] " + std::to_string(done_) + "/" + std::to_string(total_);
  for (const auto& [verdict, count] : counts_) text += ", " + std::to_string(count) + " " + verdict;
  text += ", " + std::to_string(running) + " at work";
  if (done_ > before_)
    text += ", " + duration(timer_.seconds() / double(done_ - before_) * double(total_ - done_)) +
            " left";
  std::fprintf(stderr, "\r\033[K%s", text.substr(0, 150).c_str());
  std::fflush(stderr);
}

void Progress::clear() {
  if (bar_) std::fprintf(stderr, "\r\033[K");
}

}  // namespace kit::classroom
