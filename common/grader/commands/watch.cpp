/// @file
/// `kit watch`: grades a lab each time one of its files is saved, until q.
#include <fmt/format.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "grader/commands/commands.hpp"
#include "grader/grading/grade.hpp"
#include "grader/process/child.hpp"
#include "grader/process/event_loop.hpp"
#include "grader/process/pipe.hpp"
#include "grader/report/lab_record.hpp"
#include "grader/support/kit_root.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

/// How often the files' times are looked at. Every editor and every file system, also a network's
/// or a container's, shows a save in this way; it takes a few system calls.
constexpr double kSecondsBetweenLooks = 0.3;

/// Keys arrive one by one and are not shown, while there is a terminal; Ctrl-C still works.
class Keyboard {
 public:
  Keyboard() : terminal_(isatty(STDIN_FILENO) != 0 && tcgetattr(STDIN_FILENO, &before_) == 0) {
    apply();
  }
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;
  ~Keyboard() {
    if (terminal_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  bool is_terminal() const { return terminal_; }
  /// Once more after the process was stopped and a shell has set its own modes.
  void apply() const {
    if (!terminal_) return;
    termios keys = before_;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &keys);
  }

 private:
  termios before_{};
  bool terminal_;
};

/// Signals as something to wait for: what ends or resumes the program.
UniqueFd signals_to_wait_for() {
  sigset_t set;
  sigemptyset(&set);
  for (int number : {SIGINT, SIGTERM, SIGHUP, SIGCONT}) sigaddset(&set, number);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  UniqueFd fd(signalfd(-1, &set, SFD_CLOEXEC));
  if (!fd.valid()) throw HarnessError("no signal can be waited for");
  return fd;
}

/// Changes when a source file of the folder is saved, made or removed.
std::string signature(const std::string& folder) {
  std::string text;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string extension = entry.path().extension().string();
    struct stat status = {};
    const bool source = extension == ".cu" || extension == ".cpp" || extension == ".cuh" ||
                        extension == ".hpp" || extension == ".h";
    if (!source || stat(entry.path().c_str(), &status) != 0) continue;
    text += fmt::format("{} {} {} {}.{}\n", entry.path().filename().string(), status.st_ino,
                        status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  }
  return text;
}

class Watcher {
 public:
  Watcher(const WatchCommand& command, const LabConfig& config, std::string folder)
      : command_(command), config_(config), folder_(std::move(folder)) {}

  int run() {
    graded_ = signature(folder_);
    start();
    while (!leave_) wait();
    grading_.stop();
    std::printf("\nstopped watching\n");
    return kExitPassed;
  }

 private:
  /// Grades in a process of its own, so that keys and saves are seen meanwhile.
  void start() {
    // The whole screen and what scrolled off it: the newest report is all that matters.
    if (isatty(STDOUT_FILENO) != 0) std::printf("\033[H\033[2J\033[3J");
    std::printf("Grading %s/%s ...\n\n", command_.source.c_str(), config_.lab.c_str());
    std::fflush(stdout);
    std::vector<std::string> words = {"/proc/self/exe", "grade",       config_.lab, "--src",
                                      command_.source,  "--no-timing", "--live"};
    words[0] = fs::read_symlink("/proc/self/exe").string();
    words.insert(words.end(), command_.options.begin(), command_.options.end());
    const UniqueFd nothing = empty_input();
    ProcessLimits limits;
    limits.file_bytes = std::int64_t(1) << 40;
    grading_ = ChildProcess(words, {nothing.get(), STDOUT_FILENO, STDERR_FILENO}, limits);
  }

  /// What happens next: a key, a signal, the end of a grading, or time to look at the files.
  void wait() {
    bool happened = false;
    EventLoop loop;
    loop.on_readable(signals_.get(), [&] {
      take_signal();
      return !(happened = true);
    });
    if (input_open_) {
      loop.on_readable(STDIN_FILENO, [&] {
        take_key();
        return !(happened = true);
      });
    }
    loop.on_end(grading_, [&] {
      grading_.stop();
      say_what_is_watched();
      happened = true;
    });
    if (!loop.run(Deadline(kSecondsBetweenLooks), [&] { return happened; })) look_at_files();
  }

  void look_at_files() {
    const std::string now = signature(folder_);
    // Saved, and not being written any more.
    if (now != graded_ && now == seen_) {
      grading_.stop();  // what it started dies with it
      graded_ = now;
      start();
    }
    seen_ = now;
  }

  void take_signal() {
    signalfd_siginfo info{};
    if (read(signals_.get(), &info, sizeof info) != sizeof info) return;
    if (info.ssi_signo == SIGCONT)
      keyboard_.apply();
    else
      leave_ = true;
  }

  void take_key() {
    char key = 0;
    if (read(STDIN_FILENO, &key, 1) != 1) {
      input_open_ = false;
    } else if (key == 'q' || key == 'Q') {
      leave_ = true;
    } else if (keyboard_.is_terminal() && key == '\n') {
      grading_.stop();
      start();
    }
  }

  void say_what_is_watched() const {
    std::printf("\nWatching %s/%s; every save is graded. %s\n", command_.source.c_str(),
                config_.lab.c_str(),
                keyboard_.is_terminal() ? "q leaves, Enter grades again."
                                        : "The input is no terminal:\nstop with Ctrl-C.");
    std::fflush(stdout);
  }

  const WatchCommand& command_;
  const LabConfig& config_;
  std::string folder_;
  std::string graded_, seen_;  ///< the files as last graded, and as last looked at
  Keyboard keyboard_;
  UniqueFd signals_ = signals_to_wait_for();
  ChildProcess grading_;
  bool input_open_ = true, leave_ = false;
};

}  // namespace

int run_watch(const WatchCommand& command) {
  GradeOptions options;
  options.root = kit_root();
  options.source = command.source;
  options.lab =
      command.lab.empty() ? next_lab(options.root) : find_lab(options.root + "/labs", command.lab);
  if (options.lab.empty()) throw InputError("every lab has passed; name one, as in LAB=02");
  const LabConfig config = load_lab(options.root + "/labs", options.lab);
  const std::string folder = source_folder(options) + "/" + options.lab;
  if (!fs::is_directory(folder)) throw InputError("there is no folder " + folder);
  return Watcher(command, config, folder).run();
}

}  // namespace kit::grader
