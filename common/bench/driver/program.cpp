// A request and its answer are one line of JSON each. Standard error stays ours, so that what a
// program complains about is seen.
#include "bench/driver/program.hpp"

#include <fmt/format.h>

#include <signal.h>
#include <unistd.h>

#include <span>

#include "grader/process/event_loop.hpp"
#include "grader/process/pipe.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxAnswerBytes = std::size_t(64) << 20;
constexpr double kSecondsToExit = 1;  // of a program that has closed its pipe

}  // namespace

void Program::start() {
  // One that dies while a request is sent must not take the bench with it.
  signal(SIGPIPE, SIG_IGN);
  grader::Pipe request = grader::make_pipe(), answer = grader::make_pipe();
  process_ = grader::ChildProcess(
      command_, {request.read_end.get(), answer.write_end.get(), STDERR_FILENO}, {});
  to_ = std::move(request.write_end);
  from_ = std::move(answer.read_end);
  grader::set_nonblocking(to_);
  grader::set_nonblocking(from_);
}

json Program::ask(const json& request, double seconds) {
  if (!process_.running()) start();
  const std::string line = request.dump() + "\n";
  grader::PipeWriter writer({}, {std::as_bytes(std::span(line))});
  std::string answer;
  std::uint64_t bytes = 0;
  bool open = true;
  const auto answered = [&] { return answer.ends_with('\n'); };
  grader::EventLoop loop;
  loop.on_writable(to_.get(), [&] { return writer.send(to_) && !writer.done(); });
  loop.on_readable(from_.get(),
                   [&] { return open = grader::drain(from_, answer, kMaxAnswerBytes, bytes); });
  const bool in_time = loop.run(grader::Deadline(seconds), [&] { return !open || answered(); });
  if (!in_time) {
    process_.stop();
    return {{"error", fmt::format("stopped after {} s", int(seconds))}};
  }
  if (!answered()) return {{"error", "the program ended: " + process_.finish(kSecondsToExit).text}};
  json reply = json::parse(answer, nullptr, false);
  if (!reply.is_object()) return {{"error", "not an answer: " + answer.substr(0, 80)}};
  return reply;
}

}  // namespace kit::bench
