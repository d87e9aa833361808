#include "fake_kit.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace kit::build {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDescription =
    R"({"lab": "01_fake", "title": "", "language": "cpp", "stages": [
  {"id": "one", "file": "one.cpp", "title": "", "points": 1},
  {"id": "two", "file": "two.cpp", "title": "", "points": 1},
  {"id": "again", "file": "two.cpp", "title": "", "points": 1}]})";

// Every option before the source has a value.
constexpr const char* kCompiler = R"sh(
while [ "$1" != -- ]; do
  case $1 in
    --out) out=$2; shift ;;
    -*) shift ;;
    *) source=$1 ;;
  esac
  shift
done
echo "$(basename "$source")" >>"$(dirname "$0")/../../calls"
sleep 0.05
if grep -q ERROR "$source"; then
  echo "$source is wrong" >&2
  exit 1
fi
cp "$source" "$out"
)sh";

constexpr const char* kLinker = R"sh(
echo link >>"$(dirname "$0")/../calls"
objects=''
while [ $# -gt 0 ]; do
  case $1 in
    -o) out=$2; shift ;;
    *.o) objects="$objects $1" ;;
  esac
  shift
done
cat $objects >"$out"
)sh";

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string pattern = (fs::temp_directory_path() / "kit_build_XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder " + pattern);
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void ScratchFolder::write(const std::string& name, const std::string& text) const {
  fs::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name) << text;
}

std::string ScratchFolder::read(const std::string& name) const {
  std::ifstream file(path_ / name);
  return {std::istreambuf_iterator<char>(file), {}};
}

void ScratchFolder::date(const std::string& name, int seconds) const {
  fs::last_write_time(path_ / name,
                      fs::file_time_type::clock::now() + std::chrono::seconds(seconds));
}

FakeKit::FakeKit() {
  write("labs/01_fake/lab.json", kDescription);
  write("labs/01_fake/lab.hpp", "");
  write("tests/labs/01_fake/worker.cpp", "adapter ");
  write("build/deps.mk",
        "DEPS_CPPFLAGS := \nBOOST_CONTEXT_LIB := " + path().string() + "/boost.a\n");
  for (const char* const library :
       {"boost.a", "build/lib/reference_01_fake.a", "build/lib/libworker.a", "build/lib/libsim.a",
        "build/lib/libkit.a"})
    write(library, "");
  program("common/tools/compile", kCompiler);
  program("bin/linker", kLinker);
  program("build/bin/check_objects", "exit 0");
  write("students/ann/01_fake/one.cpp", "one ");
  write("students/ann/01_fake/two.cpp", "two ");
  ::setenv("CXX", (path() / "bin/linker").c_str(), 1);
  ::unsetenv("KIT_BUILD");
  ::unsetenv("KIT_UNCHECKED");
}

FakeKit::~FakeKit() {
  ::unsetenv("CXX");
}

LabBuild FakeKit::build(const std::string& out, const std::string& student, int compilers) const {
  grader::BuildRequest request;
  request.lab = "01_fake";
  request.source = (path() / "students" / student).string();
  request.backend = "sim";
  request.out = (path() / out).string();
  CompilerSlots slots(compilers);
  return build_lab(path().string(), request, slots);
}

std::vector<std::string> FakeKit::calls() const {
  std::ifstream file(path() / "calls");
  return {std::istream_iterator<std::string>(file), {}};
}

int FakeKit::calls(const std::string& name) const {
  const std::vector<std::string> all = calls();
  return static_cast<int>(std::count(all.begin(), all.end(), name));
}

void FakeKit::program(const std::string& name, const std::string& script) const {
  write(name, "#!/bin/sh\n" + script + "\n");
  fs::permissions(path() / name, fs::perms::owner_all);
  if (name.starts_with("common/") || name.starts_with("build/")) date(name, -100);
}

}  // namespace kit::build
