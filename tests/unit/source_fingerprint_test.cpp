/// @file
/// What is compiled again because its content, or that of a file it may include, is another one.
#include "grader/build/source_fingerprint.hpp"

#include "catch.hpp"
#include "fake_kit.hpp"
#include "grader/build/content_hash.hpp"

namespace kit::build {
namespace {

/// A student's folder with two stages, of which the first includes a header.
class Folder : public ScratchFolder {
 public:
  Folder() {
    write("one.cpp", "#include \"mine.hpp\"\nint one = kMine;\n");
    write("two.cpp", "#include \"lab.hpp\"\nint two = 2;\n");
    write("alone.cpp", "int alone = 3;\n");
    write("mine.hpp", "constexpr int kMine = 1;\n");
  }
  std::string of(const std::string& file, const std::string& settings = "") const {
    return source_fingerprint(path(), {"one.cpp", "two.cpp", "alone.cpp"}, file, settings);
  }
  /// Whether writing `text` to `name` gives `file` another fingerprint.
  bool changes(const std::string& file, const std::string& name, const std::string& text) const {
    const std::string before = of(file);
    write(name, text);
    return of(file) != before;
  }
};

TEST_CASE("a content's hash is FNV-1a of 128 bits") {
  CHECK(content_hash("") == "6c62272e07bb014262b821756295c58d");
  CHECK(content_hash("a") == "d228cb696f1a8caf78912b704e4a8964");
  CHECK(content_hash("foobar") == "343e1662793c64bf6f0d3597ba446f18");
  CHECK(content_hash(std::string(1, '\0')) != content_hash(""));
}

TEST_CASE("a fingerprint is that of the content, not of its date") {
  const Folder folder;
  const std::string before = folder.of("one.cpp");
  folder.date("one.cpp", -1000);
  folder.date("mine.hpp", 1000);
  CHECK(folder.of("one.cpp") == before);
  CHECK(folder.changes("one.cpp", "one.cpp", "#include \"mine.hpp\"\nint one = -kMine;\n"));
  folder.write("one.cpp", "#include \"mine.hpp\"\nint one = kMine;\n");
  CHECK(folder.of("one.cpp") == before);
}

TEST_CASE("settings are part of a fingerprint") {
  const Folder folder;
  CHECK(folder.of("alone.cpp", "-O2") != folder.of("alone.cpp", "-O3"));
  CHECK(folder.of("alone.cpp", "-O2") == folder.of("alone.cpp", "-O2"));
}

TEST_CASE("files that the lab does not name may be included by those that include anything") {
  const Folder folder;
  CHECK(folder.changes("one.cpp", "mine.hpp", "constexpr int kMine = 2;\n"));
  CHECK(folder.changes("two.cpp", "mine.hpp", "constexpr int kMine = 3;\n"));
  CHECK(folder.changes("one.cpp", "deep/er/more.hpp", ""));
  CHECK_FALSE(folder.changes("alone.cpp", "mine.hpp", "constexpr int kMine = 4;\n"));
  CHECK_FALSE(folder.changes("one.cpp", "README.md", "Notes.\n"));
  CHECK_FALSE(folder.changes("one.cpp", "deep/er/and/deeper.hpp", ""));
}

TEST_CASE("headers that swap their contents are noticed") {
  const Folder folder;
  folder.write("a.hpp", "int x;\n");
  folder.write("b.hpp", "int y;\n");
  const std::string before = folder.of("one.cpp");
  folder.write("a.hpp", "int y;\n");
  folder.write("b.hpp", "int x;\n");
  CHECK(folder.of("one.cpp") != before);
}

TEST_CASE("another stage's file counts where a directive in the folder names it") {
  const Folder folder;
  CHECK_FALSE(folder.changes("one.cpp", "two.cpp", "#include \"lab.hpp\"\nint two = 3;\n"));
  // Handouts and comments name every stage.
  folder.write("README.md", "#1: write two.cpp.\n");
  folder.write("lab.json", "{\"file\": \"two.cpp\"} #\n");
  folder.write("other.hpp", "// See two.cpp.\n");
  CHECK_FALSE(folder.changes("one.cpp", "two.cpp", "#include \"lab.hpp\"\nint two = 5;\n"));
  folder.write("mine.hpp", "#include \"two.cpp\"\nconstexpr int kMine = 1;\n");
  CHECK(folder.changes("one.cpp", "two.cpp", "#include \"lab.hpp\"\nint two = 4;\n"));
}

TEST_CASE("a directive that names another stage's file may be spelt in many ways") {
  const std::string spelling =
      GENERATE(as<std::string>(), "%:include \"two.cpp\"\n", "?\?=include \"two.cpp\"\n",
               "/* */ # include \"two.cpp\"\n", "#define TWO \\\n  \"two.cpp\"\n#include TWO\n",
               "#define TWO \\  \n  \\\n\"two.cpp\"\n", "#define TWO ?\?/\n\"two.cpp\"\n");
  const Folder folder;
  folder.write("mine.hpp", spelling);
  CAPTURE(spelling);
  CHECK(folder.changes("one.cpp", "two.cpp", "int two = 6;\n"));
}

}  // namespace
}  // namespace kit::build
