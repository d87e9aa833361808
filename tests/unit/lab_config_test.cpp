/// @file
/// lab.json: steps, bugs to find, and which files a submission may lack.
#include "grader/lab/lab_config.hpp"

#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "error_of.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

/// A folder of labs with one whose stages are these.
class Labs {
 public:
  explicit Labs(const std::string& stages, const std::string& more = "") {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "09_new");
    std::ofstream(folder_ / "09_new/lab.json")
        << R"({"lab": "09_new", "title": "New", "language": "cuda", "stages": [)" << stages << "]"
        << more << "}";
  }
  ~Labs() { fs::remove_all(folder_); }
  LabConfig load() const { return load_lab(folder_.string(), "09_new"); }
  const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_ = fs::temp_directory_path() / "kit_lab_config_test";
};

const std::string kKernel =
    R"({"id": "kernel", "file": "kernel.cu", "title": "Kernel", "points": 90})";
const std::string kBug =
    R"({"id": "bug", "file": "bug.cu", "title": "Bug", "points": 2, "find_the_bug": true})";

std::string step(const std::string& of) {
  return R"({"id": "step", "file": "step.cu", "title": "Step", "points": 10, "step_of": ")" + of +
         "\"}";
}

TEST_CASE("lab.json: steps and bugs to find may be missing, and a bug is a challenge") {
  const Labs labs(step("kernel") + "," + kKernel + "," + kBug);
  const LabConfig config = labs.load();
  CHECK(config.stages[0].step_of == "kernel");
  CHECK(config.stages[2].challenge);
  CHECK(config.max_points() == 100);
  CHECK(config.max_bonus() == 2);
  CHECK(config.is_optional("step.cu"));
  CHECK(config.is_optional("bug.cu"));
  CHECK_FALSE(config.is_optional("kernel.cu"));

  const fs::path student = labs.folder() / "student";
  fs::create_directories(student);
  CHECK(folder_of(labs.folder(), config, student, "step.cu") == labs.folder() / "09_new");
  CHECK(folder_of(labs.folder(), config, student, "kernel.cu") == student);
  std::ofstream(student / "step.cu") << "int n;";
  CHECK(folder_of(labs.folder(), config, student, "step.cu") == student);
}

TEST_CASE("lab.json: the simulator plays as many devices as it says, 1 to 8") {
  CHECK(Labs(kKernel).load().devices == 1);
  CHECK(Labs(kKernel, R"(, "devices": 8)").load().devices == 8);
  for (const char* const devices : {"0", "9", "-1"}) {
    const Labs labs(kKernel, std::string(R"(, "devices": )") + devices);
    CHECK(error_of<HarnessError>([&] { labs.load(); }).find("\"devices\" must be 1 to 8") !=
          std::string::npos);
  }
}

TEST_CASE("lab.json: a step that leads to no later stage is a fault of the kit") {
  for (const std::string& stages : {step("kernels") + "," + kKernel, kKernel + "," + step("kernel"),
                                    step("bug") + "," + kKernel + "," + kBug}) {
    const Labs labs(stages);
    CHECK(error_of<HarnessError>([&] { labs.load(); }).find("stage step is a step of") !=
          std::string::npos);
  }
}

}  // namespace
}  // namespace kit::grader
