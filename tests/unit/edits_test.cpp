/// @file
/// Edits apply to exactly the text that they were made of, or say where they do not.
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "edits/edit_files.hpp"
#include "edits/source_edit.hpp"
#include "kit/error.hpp"
#include "picture_files.hpp"

namespace kit::edits {
namespace {

namespace fs = std::filesystem;

const std::string kHead = "--- poem.txt\n";

std::string applied(const std::string& edit, const std::string& text) {
  return apply_edit(parse_edit("a.edit", edit), text);
}

/// The message of the InputError that an action throws, "" if it throws none.
template <typename Action>
std::string fault_of(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string fault(const std::string& edit, const std::string& text) {
  return fault_of([&] { applied(edit, text); });
}

TEST_CASE("edits: lines are exchanged, put in and taken out") {
  const std::string text = "one\ntwo\nthree\nfour\n";
  CHECK(applied(kHead + "@@\n-two\n+zwei\n", text) == "one\nzwei\nthree\nfour\n");
  CHECK(applied(kHead + "@@\n-one\n-two\n", text) == "three\nfour\n");
  CHECK(applied(kHead + "@@\n+zero\n one\n", text) == "zero\none\ntwo\nthree\nfour\n");
  CHECK(applied(kHead + "@@\n four\n+five\n+six\n", text) == text + "five\nsix\n");
  CHECK(applied(kHead + "@@\n-one\n@@\n-three\n+drei\n", text) == "two\ndrei\nfour\n");
  CHECK(applied(kHead + "@@\n-one\n two\n+2\n three\n-four", text) == "two\n2\nthree\n");
  CHECK(applied(kHead + "@@\n-one\n-two\n-three\n-four\n", text).empty());
}

TEST_CASE("edits: neighbours without a line between them do not overlap") {
  CHECK(applied(kHead + "@@\n-a\n+A\n@@\n-b\n+B\n", "a\nb\n") == "A\nB\n");
}

TEST_CASE("edits: empty lines and lines that look like marks are lines as any other") {
  CHECK(applied(kHead + "@@\n a\n\n-b\n", "b\na\n\nb\n") == "b\na\n\n");
  CHECK(applied(kHead + "@@\n-\n+\n+\n", "a\n\nb\n") == "a\n\n\nb\n");
  CHECK(applied(kHead + "@@\n-@@\n+--- x\n", "@@\n") == "--- x\n");
  CHECK(applied(kHead + "@@\n---- y\n", "a\n--- y\n") == "a\n");
  CHECK(applied(kHead + "@@\n-+a\n+-a\n", "+a\n") == "-a\n");
}

TEST_CASE("edits: blanks count") {
  CHECK(fault(kHead + "@@\n- a\n", "a\n") == "a.edit:3: does not stand in poem.txt: ' a'");
  CHECK(fault(kHead + "@@\n-a \n", "a\n") == "a.edit:3: does not stand in poem.txt: 'a '");
  CHECK(fault(kHead + "@@\n-\ta\n", "  a\n") == "a.edit:3: does not stand in poem.txt: '\\ta'");
}

TEST_CASE("edits: a comment takes the place of the one that opens the file") {
  const std::string edit = "// Wrong.\n// Very.\n" + kHead + "@@\n-a\n+b\n";
  CHECK(applied(edit, "/// @file\n/// Right.\n\n// c\na\n") == "// Wrong.\n// Very.\n\n// c\nb\n");
  CHECK(applied(edit, "a\n// c\n") == "// Wrong.\n// Very.\nb\n// c\n");
  CHECK(applied(kHead + "@@\n-a\n+b\n", "// Right.\na\n") == "// Right.\nb\n");
}

TEST_CASE("edits: a block may not change the comment that another one replaces") {
  CHECK(fault("// Wrong.\n" + kHead + "@@\n-// Right.\n", "// Right.\na\n") ==
        "a.edit:4: stands in line 1 of poem.txt, but what is above it in the edit reaches to line "
        "1: '// Right.'");
}

TEST_CASE("edits: text that is not there is named, with its line in the edit") {
  CHECK(fault(kHead + "@@\n-five\n", "one\ntwo\n") ==
        "a.edit:3: does not stand in poem.txt: 'five'");
  CHECK(fault(kHead + "@@\n-a\n", "") == "a.edit:3: does not stand in poem.txt: 'a'");
}

TEST_CASE("edits: of several lines the first that differs is named") {
  CHECK(fault(kHead + "@@\n a\n+new\n b\n-c\n", "a\nx\na\nb\nd\n") ==
        "a.edit:6: does not stand in poem.txt behind line 4, as the lines above it do: 'c'");
  CHECK(fault(kHead + "@@\n-a\n-b\n", "a\n") ==
        "a.edit:4: does not stand in poem.txt behind line 1, as the lines above it do: 'b'");
}

TEST_CASE("edits: text that stands twice is no place") {
  CHECK(fault(kHead + "@@\n-a\n", "a\nb\na\na\n") ==
        "a.edit:3: stands 3 times in poem.txt, in lines 1 and 3; keep more lines around it: 'a'");
  CHECK(applied(kHead + "@@\n b\n-a\n", "a\nb\na\na\n") == "a\nb\na\n");
  // Places that share lines are two as well.
  CHECK(fault(kHead + "@@\n-a\n-a\n", "a\na\na\n").find("stands 2 times") != std::string::npos);
}

TEST_CASE("edits: text counts as it was, not as the blocks before have made it") {
  const std::string edit = kHead + "@@\n-a\n+b\n@@\n-b\n+c\n";
  CHECK(applied(edit, "a\nb\n") == "b\nc\n");
  CHECK(fault(edit, "a\nx\n") == "a.edit:6: does not stand in poem.txt: 'b'");
}

TEST_CASE("edits: blocks in another order than the file's are refused") {
  CHECK(fault(kHead + "@@\n-c\n@@\n-a\n", "a\nb\nc\n") ==
        "a.edit:5: stands in line 1 of poem.txt, but what is above it in the edit reaches to line "
        "3: 'a'");
}

TEST_CASE("edits: blocks that share a line are refused, even one that both keep") {
  const std::string text = "a\nb\nc\n";
  CHECK(fault(kHead + "@@\n-a\n b\n@@\n b\n-c\n", text) ==
        "a.edit:6: stands in line 2 of poem.txt, but what is above it in the edit reaches to line "
        "2: 'b'");
  CHECK_FALSE(fault(kHead + "@@\n-b\n@@\n-b\n", text).empty());
}

TEST_CASE("edits: a block without old text has no place") {
  CHECK(fault(kHead + "@@\n+a\n", "b\n") ==
        "a.edit:2: the block has no old text; keep a line beside what is put in");
  CHECK_FALSE(fault(kHead + "@@\n@@\n-b\n", "b\n").empty());
  CHECK_FALSE(fault(kHead + "@@\n-b\n@@\n", "b\n").empty());
}

TEST_CASE("edits: a block that changes nothing is refused") {
  CHECK(fault(kHead + "@@\n b\n", "b\n") == "a.edit:2: the block changes nothing");
  CHECK(fault(kHead + "@@\n-b\n+b\n", "b\n") == "a.edit:2: the block changes nothing");
}

TEST_CASE("edits: what is no edit is refused with its line") {
  CHECK(fault("", "a\n") == "a.edit:1: no line '--- FILE' says what is edited");
  CHECK(fault(kHead, "a\n") == "a.edit:1: no block '@@' says what is changed");
  CHECK(fault("// Wrong.\n@@\n-a\n", "a\n").find("a.edit:2: ") == 0);
  CHECK(fault("Wrong.\n" + kHead + "@@\n-a\n", "a\n").find("a.edit:1: ") == 0);
  CHECK(fault(kHead + kHead + "@@\n-a\n", "a\n").find("a.edit:2: ") == 0);
  CHECK(fault("--- \n@@\n-a\n", "a\n").find("a.edit:1: ") == 0);
  CHECK(fault(kHead + "@@\n-a\nb\n", "a\n") ==
        "a.edit:4: a line begins with ' ', '-', '+' or is '@@'; this is 'b'");
  CHECK(fault(kHead + "@@ -1 +1 @@\n-a\n", "a\n").find("a.edit:2: ") == 0);
}

TEST_CASE("edits: a last line without its end stays so") {
  CHECK(applied(kHead + "@@\n-a\n+b\n", "a\nc") == "b\nc");
  CHECK(applied(kHead + "@@\n-c\n+d\n", "a\nc") == "a\nd");
  CHECK(applied(kHead + "@@\n-c\n+d", "a\nc") == "a\nd");
  CHECK(applied(kHead + "@@\n c\n+d\n", "a\nc") == "a\nc\nd");
  CHECK(applied(kHead + "@@\n-c", "a\nc\n") == "a\n");
}

TEST_CASE("edits: Windows' line ends of the file are kept, those of the edit do not count") {
  const std::string edit = kHead + "@@\n-a\n+x\n+y\n";
  const std::string windows_edit = "--- poem.txt\r\n@@\r\n-a\r\n+x\r\n+y\r\n";
  CHECK(applied(edit, "a\r\nb\r\n") == "x\r\ny\r\nb\r\n");
  CHECK(applied(windows_edit, "a\nb\n") == "x\ny\nb\n");
  CHECK(applied(windows_edit, "a\r\nb") == "x\r\ny\r\nb");
}

TEST_CASE("edits: of a file with both line ends each is matched as it is") {
  const std::string edit = kHead + "@@\n-a\n+x\n";
  CHECK(applied(edit, "a\nb\r\n") == "x\nb\r\n");
  CHECK(fault(edit, "a\r\nb\n") == "a.edit:3: does not stand in poem.txt: 'a'");
  CHECK(fault("--- poem.txt\n@@\n-a\r\n", "a\n") == "a.edit:3: does not stand in poem.txt: 'a\\r'");
}

TEST_CASE("edits: joining lines gives the bytes that were split") {
  for (const std::string text : {"", "\n", "a", "a\n", "a\n\n", "\r", "\r\n", "a\r\nb",
                                 "a\r\nb\r\n", "a\r\nb\n", "a\nb\r", "a\r\n\r\n", "a\r\r\n"})
    CHECK(join(split(text)) == text);
}

/// A kit of one lab in a folder of its own.
class SmallKit {
 public:
  SmallKit() {
    write("solutions/01_a/poem.txt", "one\ntwo\n");
    write("tests/labs/01_a/wrong/loud.edit", "--- solutions/01_a/poem.txt\n@@\n-one\n+ONE\n");
    write("tests/labs/01_a/wrong/wrong.json", R"([{"file": "loud.edit", "replaces": "poem.txt"}])");
  }

  fs::path root() const { return folder_ / ""; }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root() / path).parent_path());
    std::ofstream(root() / path) << text;
  }

  /// The only fault that a check finds; the number of faults if there is not one.
  std::string only_fault() const {
    const CheckResult result = check_all(root());
    CHECK(result.failed == result.faults.size());
    return result.failed == 1 ? result.faults[0] : std::to_string(result.failed);
  }

 private:
  picture_files::TemporaryFolder folder_;
};

TEST_CASE("edits: a file stands for itself, an edit for the file that it changes") {
  const SmallKit kit;
  CHECK(whole_text(kit.root(), "solutions/01_a/poem.txt") == "one\ntwo\n");
  CHECK(whole_text(kit.root(), "tests/labs/01_a/wrong/loud.edit") == "ONE\ntwo\n");
  CHECK(fault_of([&] { whole_text(kit.root(), "tests/b.edit"); }) == "tests/b.edit cannot be read");
}

TEST_CASE("edits: one of a solution that is not there says so") {
  const SmallKit kit;
  const std::string path = "tests/labs/01_a/wrong/loud.edit";
  kit.write(path, "// Wrong.\n--- solutions/01_a/prose.txt\n@@\n-one\n");
  const std::string message = path + ":2: there is no file solutions/01_a/prose.txt";
  CHECK(fault_of([&] { whole_text(kit.root(), path); }) == message);
  CHECK(kit.only_fault() == message);
}

TEST_CASE("edits: the check counts edits and lists, and finds those that no longer apply") {
  const SmallKit kit;
  CHECK(check_all(kit.root()).passed == 2);
  CHECK(kit.only_fault() == "0");
  kit.write("solutions/01_a/poem.txt", "eins\ntwo\n");
  CHECK(check_all(kit.root()).passed == 1);
  CHECK(kit.only_fault() ==
        "tests/labs/01_a/wrong/loud.edit:3: does not stand in "
        "solutions/01_a/poem.txt: 'one'");
}

TEST_CASE("edits: the check compares a list of wrong versions with its folder") {
  const SmallKit kit;
  const std::string folder = "tests/labs/01_a/wrong/", list = folder + "wrong.json";
  kit.write(folder + "whole.txt", "one\n");
  CHECK(kit.only_fault() == list + ": does not list whole.txt");
  fs::remove(kit.root() / folder / "whole.txt");
  kit.write(list, R"([{"file": "loud.edit"}, {"file": "quiet.edit"}])");
  CHECK(kit.only_fault() == list + ": lists quiet.edit, which is missing");
  kit.write(list, R"([{"file": "loud.edit"}, {"file": "loud.edit"}])");
  CHECK(kit.only_fault() == list + ": lists loud.edit twice");
  kit.write(folder + "mine.cuh", "");
  kit.write(list, R"([{"file": "loud.edit"}])");
  CHECK(kit.only_fault() == list + ": does not list mine.cuh");
  kit.write(list, R"([{"file": "loud.edit", "with": ["mine.cuh"]}])");
  CHECK(kit.only_fault() == "0");
  kit.write(list, R"([{"file": "loud.edit", "with": ["mine.cuh", "yours.cuh"]}])");
  CHECK(kit.only_fault() == list + ": loud.edit comes with yours.cuh, which is missing");
  kit.write(list, "[{]");
  CHECK(kit.only_fault().find(list + ": ") == 0);
}

TEST_CASE("edits: a wrong version is an edit of its own lab's solution") {
  const SmallKit kit;
  kit.write("solutions/02_b/poem.txt", "one\n");
  kit.write("tests/labs/01_a/wrong/loud.edit", "--- solutions/02_b/poem.txt\n@@\n-one\n");
  CHECK(kit.only_fault() ==
        "tests/labs/01_a/wrong/wrong.json: loud.edit edits solutions/02_b/poem.txt, which is "
        "neither in solutions/01_a nor among the lab's right versions");
}

}  // namespace
}  // namespace kit::edits
