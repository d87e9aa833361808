/// @file
/// What the class grader's keys and limits are made of: hashes, the kit's version, control groups.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "classroom/run/version.hpp"
#include "classroom/sandbox/control_groups.hpp"
#include "classroom/support/file_name.hpp"
#include "classroom/support/sha256.hpp"
#include "error_of.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;

/// A small kit of one lab, which goes away with it.
class SmallKit {
 public:
  SmallKit() : root_(fs::temp_directory_path() / ("kit_version_" + std::to_string(getpid()))) {
    fs::remove_all(root_);
    for (const char* file : {"common/image/include/kit/image.hpp",
                             "common/image/src/image.cpp",
                             "common/sim/src/block.cpp",
                             "common/grader/judge/judge.cpp",
                             "common/grader/objects/rules.cpp",
                             "common/classroom/reports/overview.cpp",
                             "common/grader/commands/demo.cpp",
                             "tests/labs/01_x/cases.cpp",
                             "tests/labs/01_x/wrong/shifted.cpp",
                             "tests/labs/01_x/right/pointers.cpp",
                             "tests/labs/02_y/cases.cpp",
                             "labs/01_x/lab.hpp",
                             "labs/01_x/lab.json",
                             "common/elf/elf_file.cpp",
                             "common/scan/scanner.cpp",
                             "common/symbols/main.cpp",
                             "common/grader/pages/page.cpp",
                             "tests/labs/01_x/unit/test.cpp",
                             "tests/labs/convolution/convolution_cases.cpp",
                             "common/tools/compile"})
      put(file, file);
  }
  ~SmallKit() { fs::remove_all(root_); }

  void put(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  void move(const std::string& from, const std::string& to) const {
    fs::create_directories((root_ / to).parent_path());
    fs::rename(root_ / from, root_ / to);
  }
  void remove(const std::string& path) const { fs::remove_all(root_ / path); }
  std::string version() const { return version_of(root_.string(), "01_x"); }
  /// True if the version is another once this file's content is.
  bool depends_on(const std::string& file) const {
    const std::string before = version();
    put(file, "changed " + file);
    return version() != before;
  }

 private:
  fs::path root_;
};

TEST_CASE("class: SHA-256 of the standard's examples") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("class: names that had to be changed stay different") {
  CHECK(file_name("ada") == "ada");
  CHECK(file_name("a/b") != file_name("a:b"));
  CHECK(file_name("../x").find('/') == std::string::npos);
}

TEST_CASE("class: the version depends on every file that decides a grade, however deep") {
  const SmallKit kit;
  for (const char* file :
       {"common/image/include/kit/image.hpp", "common/image/src/image.cpp",
        "common/sim/src/block.cpp", "common/grader/judge/judge.cpp",
        "common/grader/objects/rules.cpp", "common/grader/new/deep/folder/judge.cpp",
        "common/image/src/deep/er/image.cpp", "tests/labs/01_x/cases.cpp",
        "tests/labs/01_x/deep/cases.cpp", "labs/01_x/lab.hpp", "labs/01_x/lab.json",
        "common/elf/elf_file.cpp", "common/scan/scanner.cpp", "common/symbols/main.cpp",
        "tests/labs/convolution/convolution_cases.cpp", "common/tools/compile"}) {
    INFO(file);
    CHECK(kit.depends_on(file));  // by being there, the first time
    kit.put(file, "and again");
    CHECK(kit.depends_on(file));  // by its content
  }
}

TEST_CASE("class: a file that moves to a new folder stays in the version") {
  const SmallKit kit;
  const std::string before = kit.version();
  kit.move("common/grader/judge/judge.cpp", "common/grader/verdicts/judge.cpp");
  CHECK(kit.version() != before);  // names count
  CHECK(kit.depends_on("common/grader/verdicts/judge.cpp"));
}

TEST_CASE("class: the version does not depend on what decides no grade") {
  const SmallKit kit;
  for (const char* file : {"common/classroom/reports/overview.cpp",
                           "common/grader/commands/demo.cpp", "tests/labs/01_x/wrong/shifted.cpp",
                           "tests/labs/01_x/right/pointers.cpp", "tests/labs/02_y/cases.cpp",
                           "tests/labs/01_x/unit/test.cpp", "common/grader/pages/page.cpp",
                           "tests/labs/01_x/notes.md", "common/image/src/.image.cpp.swp"}) {
    INFO(file);
    CHECK_FALSE(kit.depends_on(file));
  }
}

TEST_CASE("class: a folder that is not where the version looks for it is an error") {
  const SmallKit kit;
  kit.remove("common/grader");
  CHECK(contains(error_of<HarnessError>([&] { kit.version(); }), "common/grader is missing"));
}

TEST_CASE("class: control groups hold memory to mebibytes, in both versions") {
  using Settings = std::vector<std::pair<std::string, std::string>>;
  const std::string limit = "6442450944";  // 6 GiB
  const auto second = plan_cgroups("0::/user.slice/me\n", "job", 6 * 1024, 100);
  REQUIRE(second.size() == 1);
  CHECK(second[0].folder == "/sys/fs/cgroup/user.slice/me/job");
  CHECK(second[0].settings ==
        Settings{{"memory.max", limit}, {"memory.swap.max", "0"}, {"pids.max", "100"}});
  const auto first = plan_cgroups("9:name=systemd:/\n8:pids:/\n4:memory:/a:b\n", "job", 6144, 100);
  REQUIRE(first.size() == 2);
  CHECK(first[0].folder == "/sys/fs/cgroup/pids/job");
  CHECK(first[0].settings == Settings{{"pids.max", "100"}});
  CHECK(first[1].folder == "/sys/fs/cgroup/memory/a:b/job");
  CHECK(first[1].settings == Settings{{"memory.limit_in_bytes", limit}});
}

}  // namespace
}  // namespace kit::classroom
