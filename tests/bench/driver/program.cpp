#include "program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "child.hpp"
#include "kit/timer.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;

bool write_all(int fd, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = write(fd, text.data() + done, text.size() - done);
    if (count <= 0) return false;
    done += std::size_t(count);
  }
  return true;
}

}  // namespace

void Program::start() {
  signal(SIGPIPE, SIG_IGN);
  const auto [request_read, request_write] = grader::make_pipe();
  const auto [answer_read, answer_write] = grader::make_pipe();
  pid_ = grader::start_child(command_, {request_read, answer_write, STDERR_FILENO}, {}, {});
  close(request_read);
  close(answer_write);
  to_ = request_write;
  from_ = answer_read;
}

std::string Program::stop() {
  if (pid_ < 0) return "";
  close(to_);
  close(from_);
  kill(-pid_, SIGKILL);
  const std::string text = grader::wait_for(pid_).text;
  pid_ = -1;
  return text;
}

json Program::ask(const json& request, double seconds) {
  if (pid_ < 0) start();
  std::string answer;
  const Timer timer;
  bool alive = write_all(to_, request.dump() + "\n");
  while (alive && (answer.empty() || answer.back() != '\n')) {
    pollfd waiting{from_, POLLIN, 0};
    const double left = seconds - timer.seconds();
    if (left <= 0 || poll(&waiting, 1, int(left * 1000) + 1) == 0) {
      stop();
      return {{"error", "stopped after " + std::to_string(int(seconds)) + " s"}};
    }
    char buffer[65536];
    const ssize_t count = read(from_, buffer, sizeof buffer);
    if (count > 0) answer.append(buffer, std::size_t(count));
    alive = count > 0;
  }
  if (!alive) return {{"error", "the program ended: " + stop()}};
  json reply = json::parse(answer, nullptr, false);
  if (!reply.is_object()) return {{"error", "not an answer: " + answer.substr(0, 80)}};
  return reply;
}

}  // namespace kit::bench
