// Files that are there whole or not at all.
#include "kit/atomic_file.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "error_of.hpp"

using kit::Survives;
using kit::try_write_atomically;
using kit::write_atomically;

namespace {

namespace fs = std::filesystem;

/// A folder of its own, which goes away with it.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("kit_atomic_" + std::to_string(getpid()))) {
    fs::remove_all(path_);
    fs::create_directory(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  auto entries() const {
    return std::distance(fs::directory_iterator(path_), fs::directory_iterator());
  }

 private:
  fs::path path_;
};

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool is_one_letter(const std::string& text, std::size_t length) {
  return text.size() == length && text.find_first_not_of(text[0]) == std::string::npos;
}

}  // namespace

TEST_CASE("an atomic write replaces what was there, and leaves nothing beside it") {
  const Folder folder;
  for (const Survives what : {Survives::program, Survives::machine}) {
    write_atomically(folder / "a", "old", what);
    const std::string content("new\0one", 7);
    write_atomically(folder / "a", content, what);
    CHECK(text_of(folder / "a") == content);
    CHECK(folder.entries() == 1);
  }
}

TEST_CASE(
    "an atomic write gives the permissions of the umask, and replaces a link, not its target") {
  const Folder folder;
  std::ofstream(folder / "plain") << "target";
  write_atomically(folder / "a", "x");
  CHECK(fs::status(folder / "a").permissions() == fs::status(folder / "plain").permissions());
  fs::create_symlink(folder / "plain", folder / "link");
  write_atomically(folder / "link", "y");
  CHECK(text_of(folder / "plain") == "target");
  CHECK(text_of(folder / "link") == "y");
}

TEST_CASE("an atomic write that fails says which file and why") {
  const Folder folder;
  const std::string path = folder / "missing/a";
  CHECK(error_of([&] { write_atomically(path, "x"); }) ==
        "cannot write " + path + ": No such file or directory");
  fs::create_directory(folder / "folder");
  CHECK(try_write_atomically(folder / "folder", "x") == std::errc::is_a_directory);
  CHECK(folder.entries() == 1);
}

TEST_CASE("an atomic write that finds no space keeps the old file") {
  const Folder folder;
  write_atomically(folder / "a", "old");
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{1000, limit.rlim_max};
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::error_code why = try_write_atomically(folder / "a", std::string(5000, 'x'));
  setrlimit(RLIMIT_FSIZE, &limit);
  signal(SIGXFSZ, handler);
  CHECK(why == std::errc::file_too_large);
  CHECK(text_of(folder / "a") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("several writers of one file leave one of their files, whole") {
  const Folder folder;
  constexpr std::size_t kLength = 200'000;
  std::vector<std::thread> writers;
  for (const char letter : {'a', 'b', 'c', 'd'}) {
    writers.emplace_back([&folder, letter] {
      for (int i = 0; i < 25; ++i) write_atomically(folder / "a", std::string(kLength, letter));
    });
  }
  for (std::thread& writer : writers) writer.join();
  CHECK(is_one_letter(text_of(folder / "a"), kLength));
  CHECK(folder.entries() == 1);
}

TEST_CASE("a writer that is killed at any moment leaves the old file or the new one") {
  const Folder folder;
  constexpr std::size_t kLength = 300'000;
  write_atomically(folder / "a", std::string(kLength, 'a'));
  for (int round = 0; round < 20; ++round) {
    const pid_t writer = fork();
    REQUIRE(writer >= 0);
    if (writer == 0) {
      for (char letter = 'b';; letter = letter == 'z' ? 'b' : char(letter + 1))
        try_write_atomically(folder / "a", std::string(kLength, letter));
    }
    usleep(useconds_t(500 + 700 * round));
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
    INFO("round " << round);
    CHECK(is_one_letter(text_of(folder / "a"), kLength));
  }
}
