/// @file
/// From a class's folder to each student's files: which are taken, which are not, and why.
#include <fmt/format.h>

#include <sys/stat.h>

#include <filesystem>

#include "catch.hpp"
#include "class_samples.hpp"
#include "classroom/intake/class_intake.hpp"
#include "classroom/intake/take_lab.hpp"
#include "classroom/run/earlier_work.hpp"
#include "error_of.hpp"
#include "grader/support/kit_root.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;
const std::string kNaive = "02_naive";

/// A class's folder, and what is made of it. Archives hold "path=content" lines here.
class Class {
 public:
  explicit Class(const std::string& name) : folder_(name) {
    plan_.labs_folder = grader::kit_root() + "/labs";
    for (const std::string& lab : grader::list_labs(plan_.labs_folder))
      plan_.all_labs.push_back(grader::load_lab(plan_.labs_folder, lab));
    plan_.labs = {grader::load_lab(plan_.labs_folder, kNaive)};
    plan_.unpack = [this](const std::string&, const std::string& bytes,
                          const std::vector<std::string>&, UnpackingTime& left) {
      Reading reading;
      ++unpacked_;
      left.clock -= seconds_;
      if (left.clock < 0) reading.problem = "too long";
      if (left.clock < 0 || bytes == "nothing") return reading;
      const std::size_t cut = bytes.find('=');
      reading.files.push_back({bytes.substr(0, cut), bytes.substr(cut + 1)});
      reading.entries = entries_;
      return reading;
    };
    fs::create_directories(path(""));
  }
  std::string path(const std::string& name) const { return folder_.path("class/" + name); }
  void put(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    folder_.put("class/" + name, text);
  }
  ClassIntake take(const std::vector<Student>& roster = {}) const {
    return take_class({path(""), "", false, ""}, roster, plan_);
  }
  /// What each unpacking takes.
  void takes(double seconds) { seconds_ = seconds; }
  /// How many entries each archive has.
  void holds(std::size_t entries) { entries_ = entries; }
  /// How often an archive was unpacked.
  int unpacked() const { return unpacked_; }
  /// What counts as the student's naive.cu; "-" if there is nothing, "?" if it is unclear.
  std::string naive(const std::string& student, const std::vector<Student>& roster = {}) const {
    const ClassIntake intake = take(roster);
    if (intake.unclear.count({student, kNaive}) > 0) return "?";
    const auto found = intake.labs.find({student, kNaive});
    if (found == intake.labs.end()) return "";
    const LabFiles& files = found->second.files;
    if (!files.problem.empty()) return files.problem;
    if (!files.submitted()) return "- " + files.nothing;
    return files.sources.count("naive.cu") > 0 ? files.files.at("naive.cu") : "not naive.cu";
  }

 private:
  TestFolder folder_;
  IntakePlan plan_;
  int unpacked_ = 0;
  std::size_t entries_ = 1;
  double seconds_ = 0;
};

TEST_CASE("intake: names of files, whatever their capitals and copies") {
  CHECK(means_file("naive.cu", "naive.cu") == 3);
  CHECK(means_file("NAIVE.CU", "naive.cu") == 2);
  for (const char* copy : {"naive-1.cu", "naive (2).cu", "naive(2).cu"})
    CHECK(means_file(copy, "naive.cu") == 1);
  for (const char* other :
       {"naive_old.cu", "naive-.cu", "naive.cpp", "my_naive.cu", "naive-x.cu", "naive (.cu"})
    CHECK(means_file(other, "naive.cu") == 0);
  CHECK(path_inside("./a//b/./c") == "a/b/c");
  CHECK(path_inside("a\\b") == "a/b");
  for (const char* out : {"../a", "a/../../b", "/a", "C:\\a", "a/.."})
    CHECK(path_inside(out).empty());
}

TEST_CASE("intake: wrappers, capitals, archives in archives") {
  const Class one("class_intake_shapes");
  one.put("wrapped/build/02_naive/naive.cu", "a");
  one.put("both/build/02_naive/naive.cu", "old");
  one.put("both/02_naive/naive.cu", "b");
  one.put("capitals/NAIVE.CU", "c");
  one.put("three.zip", "x.zip=y.zip=z.zip=02_naive/naive.cu=d");
  one.put("six.zip", "1.zip=2.zip=3.zip=4.zip=5.zip=6.zip=naive.cu=e");
  one.put("numbered/lab06.zip", "naive.cu=six");
  one.put("eve_naive.cu", "f");
  one.put("two/a/naive.cu", "g");
  one.put("two/b/naive.cu", "h");
  CHECK(one.naive("wrapped") == "a");
  CHECK(one.naive("both") == "b");
  CHECK(one.naive("capitals") == "c");
  CHECK(one.naive("three") == "d");
  CHECK(contains(one.naive("six"), "is packed 5 times"));
  CHECK(one.naive("eve") == "f");
  CHECK(contains(one.naive("two"), "two different files naive.cu: two/a/naive.cu and"));
}

TEST_CASE("intake: archives of one content are unpacked once, and all have one limit of time") {
  Class one("class_intake_time");
  one.takes(25);
  for (const char* copy : {"a", "b", "c", "d"})
    one.put(std::string("same/") + copy + ".zip", "02_naive/naive.cu=s");
  CHECK(one.naive("same") == "s");
  CHECK(one.unpacked() == 1);
  for (const char* copy : {"a", "b", "c"})
    one.put(std::string("slow/") + copy + ".zip", std::string("02_naive/naive.cu=") + copy);
  CHECK(one.naive("slow") == "c.zip: too long");
}

TEST_CASE("intake: links, pipes and the like give nothing, and why") {
  const Class one("class_intake_links");
  one.put("real/naive.cu", "secret");
  one.put("symbolic/note.txt", "");
  fs::create_symlink(one.path("real/naive.cu"), one.path("symbolic/naive.cu"));
  one.put("inner/note.txt", "");
  fs::create_directory_symlink(one.path("real"), one.path("inner/02_naive"));
  fs::create_directory_symlink(one.path("real"), one.path("outer"));
  one.put("hard/note.txt", "");
  one.put("hidden/x", "");
  fs::create_hard_link(one.path("hidden/x"), one.path("hard/naive.cu"));
  one.put("pipe/note.txt", "");
  REQUIRE(mkfifo(one.path("pipe/naive.cu").c_str(), 0600) == 0);
  one.put("single.cu.gz", "");
  one.put("text/report.pdf", "");
  fs::create_directory(one.path("empty"));
  CHECK(one.naive("real") == "secret");
  CHECK(contains(one.naive("symbolic"), "- naive.cu is a symbolic link"));
  CHECK(contains(one.naive("inner"), "- 02_naive is a symbolic link"));
  CHECK(contains(one.naive("outer"), "- outer is a symbolic link"));
  CHECK(contains(one.naive("hard"), "- naive.cu is a hard link"));
  CHECK(contains(one.naive("pipe"), "- naive.cu is a named pipe"));
  CHECK(contains(one.naive("single.cu.gz"), "one compressed file"));
  CHECK(one.naive("text") == "- it holds report.pdf");
  CHECK(one.naive("empty") == "- it is empty");
  CHECK(one.take().labs.at({"empty", kNaive}).submission.time.empty());
}

TEST_CASE("intake: a tar stream's links and paths that lead out are refused") {
  const auto entry = [](const std::string& name, char type) {
    std::string head(512, '\0');
    head.replace(0, name.size(), name);
    head.replace(124, 11, "00000000001");
    head[156] = type;
    return head + (type == '0' ? std::string("x") + std::string(511, '\0') : "");
  };
  const Reading reading = read_tar(entry("./a/naive.cu", '0') + entry("../naive.cu", '0') +
                                   entry("/tmp/naive.cu", '0'));
  REQUIRE(reading.files.size() == 1);
  CHECK(reading.files[0].path == "a/naive.cu");
  CHECK(reading.refused.size() == 2);
}

/// A tar stream of empty files.
std::string tar_of(const std::vector<std::string>& names) {
  std::string stream;
  const auto add = [&](const std::string& name, char type, const std::string& content) {
    std::string head(512, '\0');
    head.replace(0, std::min<std::size_t>(name.size(), 100), name.substr(0, 100));
    head.replace(124, 11, fmt::format("{:011o}", content.size()));
    head[156] = type;
    stream += head + content + std::string((512 - content.size() % 512) % 512, '\0');
  };
  for (const std::string& name : names) {
    if (name.size() > 100) add("././@LongLink", 'L', name);
    add(name, '0', "");
  }
  return stream;
}

TEST_CASE("intake: an archive of very many files is told as such") {
  const Reading many = read_tar(tar_of(std::vector<std::string>(kMaxPacked + 1, "naive.cu")));
  CHECK(contains(many.problem, "too many files"));
  CHECK(read_tar(tar_of(std::vector<std::string>(100, "naive.cu"))).problem.empty());
  // Several archives, which together hold too many.
  Class one("class_intake_many");
  one.holds(kMaxPacked / 2);
  for (const char* copy : {"a", "b", "c"})
    one.put(std::string("ann/") + copy + ".zip", std::string("02_naive/naive.cu=") + copy);
  CHECK(contains(one.naive("ann"), "too many files"));
  // What is not taken is not listed without end.
  for (int i = 0; i < 100; ++i) one.put(fmt::format("bob/{}/naive.cu", i), "b");
  const ClassIntake intake = one.take();
  CHECK(intake_text(intake).size() < 10000);
  CHECK(contains(intake_text(intake), " more are not listed"));
}

TEST_CASE("intake: paths that no file system holds are refused") {
  std::string deep;
  for (std::size_t i = 0; i <= kMaxPathDepth; ++i) deep += "a/";
  std::string long_path;
  while (long_path.size() <= kMaxPathBytes) long_path += std::string(200, 'a') + "/";
  const Reading reading = read_tar(tar_of({std::string(300, 'a') + ".hpp", long_path + "a.hpp",
                                           deep + "a.hpp", std::string(120, 'a') + "/naive.cu"}));
  REQUIRE(reading.refused.size() == 3);
  CHECK(contains(reading.refused[0].why, "a name of more than 255 bytes"));
  CHECK(contains(reading.refused[1].why, "a path of more than 1024 bytes"));
  CHECK(contains(reading.refused[2].why, "in more than 31 folders"));
  for (const Refused& refused : reading.refused) CHECK(refused.path.size() < 200);
  CHECK(reading.files.size() == 1);
}

TEST_CASE("intake: a header's name leaves room for what is made of it") {
  Class one("class_intake_long");
  one.put("ann/naive.cu", "n");
  one.put("ann/" + std::string(97, 'a') + ".hpp", "");
  CHECK(contains(one.naive("ann"), "has 101 bytes; it may have 100"));
  one.put("bob/naive.cu", "n");
  one.put("bob/" + std::string(96, 'a') + ".hpp", "");
  CHECK(one.naive("bob") == "n");
}

TEST_CASE("intake: an archive is unpacked by its format alone, which its last line says") {
  const auto fault = [](const std::string& format) {
    return format_fault("-rw-r--r--  0 0 0 9 Jan  1  1970 a.cu\nArchive Format: " + format +
                        ",  Compression: gzip\n");
  };
  for (const char* taken : {"tar", "tar (non-POSIX)", "GNU tar format", "POSIX ustar format",
                            "POSIX pax interchange format", "ZIP 2.0 (deflation)", "7-Zip", "RAR5"})
    CHECK(fault(taken).empty());
  for (const char* other : {"mtree", "POSIX octet-oriented cpio", "ISO9660", "xar", "(null)"})
    CHECK(contains(fault(other), "(" + std::string(other) + "); hand in .zip"));
  const std::string forged = "Archive Format: ZIP 2.0 (deflation),  Compression: none\n";
  CHECK(contains(format_fault(forged + "Archive Format: mtree,  Compression: none\n"), "(mtree)"));
  for (const std::string none : {"", "\n", "bsdtar: no\n", "Archive Format: 7-Zip, "})
    CHECK(format_fault(none) == kNotUnpacked);
  CHECK(format_fault(forged + "-rw-r--r-- a.cu\n") == kNotUnpacked);
}

TEST_CASE("intake: of Canvas's files of one name the newest, whatever their dates") {
  const Class one("class_intake_canvas");
  one.put("doejane_11_101_naive.cu", "old");
  one.put("doejane_11_99_naive-3.cu", "oldest");
  one.put("doejane_LATE_11_205_naive-1.cu", "new");
  one.put("roerick_12_50_naive.cu", "rick");
  one.put("naive.cu", "whose?");
  CHECK(one.naive("11") == "new");
  CHECK(one.naive("12") == "rick");
  const ClassIntake intake = one.take();
  CHECK(intake.summary == "Read as Canvas: 4 entries of 2 students");
  CHECK(intake.list.at(0).fate == Fate::ignored);
  CHECK(
      contains(intake.labs.at({"11", kNaive}).files.notes.at(0), "the newest naive.cu was taken"));
}

TEST_CASE("intake: two submissions of a student that nothing orders are left to a person") {
  const Class one("class_intake_twice");
  one.put("ann/naive.cu", "1");
  one.put("lab02_ann/naive.cu", "2");
  one.put("bob/naive.cu", "1");
  one.put("bob (1)/naive.cu", "2");
  one.put("cem/naive.cu", "same");
  one.put("lab02_cem/naive.cu", "same");
  std::vector<Student> roster;
  for (const char* id : {"ann", "bob", "cem"}) roster.push_back({id, "", "", "", "", true});
  CHECK(one.naive("ann", roster) == "?");
  CHECK(one.naive("bob", roster) == "2");
  CHECK(one.naive("cem", roster) == "same");
  CHECK(one.take(roster).without_student() == 2);
  roster[0].submission = "ann";
  CHECK(one.naive("ann", roster) == "?");  // the other one is still hers
}

TEST_CASE("intake: names that look the same are one student's") {
  const Class one("class_intake_unseen");
  one.put("ann/naive.cu", "1");
  one.put("ann\xEF\xB8\x8F/naive.cu", "2");
  one.put("bob\xF3\xA0\x84\x80/naive.cu", "1");
  const ClassIntake intake = one.take();
  REQUIRE(intake.students.size() == 2);
  CHECK((intake.students.count("ann") == 1 && intake.students.count("bob") == 1));
  CHECK(contains(intake.unclear.at({"ann", kNaive}), ": ann and ann\\ufe0f"));
}

TEST_CASE("intake: of Brightspace's submissions the latest counts, and the list says so") {
  const Class one("class_intake_brightspace");
  one.put("11-5 - Jane Doe - Nov 20, 2026 1159 PM/naive.cu", "new");
  one.put("11-5 - Jane Doe - Nov 20, 2026 1115 AM/naive.cu", "old");
  one.put("index.html", "");
  const ClassIntake intake = one.take();
  CHECK(one.naive("11") == "new");
  CHECK(intake.labs.at({"11", kNaive}).submission.time_from == kTimeOfSystem);
  CHECK(contains(submissions_csv(intake.list), "1115 AM\",older,11,"));
  CHECK(contains(intake.labs.at({"11", kNaive}).files.notes.at(0), "handed in several times"));
}

TEST_CASE("intake: who is not in the roster is listed and not graded") {
  const Class one("class_intake_roster");
  one.put("x_11_1_naive.cu", "1");
  one.put("zed_12_2_naive.cu", "2");
  const std::vector<Student> roster = {{"12", "Doe", "Jane", "", "", true},
                                       {"13", "Roe", "Rick", "", "x_11_1_naive.cu", true}};
  const ClassIntake intake = one.take(roster);
  CHECK(one.naive("13", roster) == "1");
  CHECK(one.naive("12", roster) == "?");
  CHECK((intake.without_student() == 1 && intake.labs.size() == 1));
  CHECK(contains(intake.unclear.at({"12", kNaive}), "it is not clear whose zed_12_2_naive.cu is"));
}

TEST_CASE("intake: a folder of labs is one submission, beside others it is none") {
  const Class one("class_intake_one");
  one.put("02_naive/naive.cu", "mine");
  CHECK(one.naive("class") == "mine");
  one.put("ann/naive.cu", "ann");
  CHECK(one.naive("ann") == "ann");
  CHECK(one.naive("class") == "");
}

TEST_CASE("earlier work: nothing new takes away nothing, penalties stay with their labs") {
  Work none = work_of("ann", kNaive), other = work_of("bob", kNaive);
  none.submitted = false;
  std::vector<Work> works = {none, other};
  CHECK(keep_earlier(works, {grade_of("ann", kNaive, 50)}) == 1);
  REQUIRE(works.size() == 1);
  const Students students = {{"bob", {"bob", "", "", "", "", true, "Red"}},
                             {"cem", {"cem", "", "", "", "", true, "Red"}}};
  add_group_members(works, {grade_of("cem", kNaive, 50), grade_of("dee", kNaive, 50)}, students);
  REQUIRE(works.size() == 2);
  CHECK(works[1].student == "cem");
  const Penalties merged = merged_penalties({{{"ann", "01"}, {5}}, {{"bob", kNaive}, {5}}},
                                            {{{"ann", "01"}, {0}}, {{"bob", kNaive}, {0}}}, works);
  CHECK(merged.at({"ann", "01"}).value == 5);
  CHECK(merged.at({"bob", kNaive}).value == 0);
}

}  // namespace
}  // namespace kit::classroom
