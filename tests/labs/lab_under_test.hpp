/// @file
/// One lab under test: its solution, its skeleton and the versions of its folders wrong and right,
/// graded as the tests ask for them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "grader/grading/grade.hpp"
#include "grader/lab/backend.hpp"
#include "grader/lab/suite.hpp"

namespace kit::grader {

/// The settings of this run of the tests.
struct Settings {
  std::string root;
  Backend backend = Backend::sim;
  std::uint64_t seed = 0;
  std::uint64_t share = 1;  ///< one in so many wrong and right versions is graded
};

/// Whether a cause is this one, or in this list.
bool named(const nlohmann::json& causes, const std::string& cause);

/// One lab under test; its solution is graded when a test first asks for it.
class LabUnderTest {
 public:
  LabUnderTest(Settings settings, std::string lab);

  const std::string& lab() const { return lab_; }
  const LabConfig& config() const { return config_; }
  const Settings& settings() const { return settings_; }

  const nlohmann::json& solution();

  /// The students' archive has no solutions; there only skeletons can be graded.
  bool has_solution() const;

  /// The skeletons in labs/ may be somebody's work; the students' archive has them twice.
  nlohmann::json skeleton() const;

  /// Grades the solution with one file replaced; what replaces it may be an edit, and may bring own
  /// headers ("with"). `entry` is one of `versions(folder)`.
  nlohmann::json version(const nlohmann::json& entry, const std::string& folder) const;

  /// The entries of wrong.json or right.json; none if the lab has no such file.
  nlohmann::json versions(const std::string& folder) const;

  /// Which stage the file belongs to.
  const nlohmann::json& stage_of(const nlohmann::json& verdict, const std::string& file) const;

 private:
  std::filesystem::path versions_folder(const std::string& name) const;
  std::filesystem::path scratch() const;
  std::filesystem::path place_files(
      const std::map<std::string, std::filesystem::path>& replaced) const;
  void place_headers(const std::filesystem::path& tree, const std::filesystem::path& from,
                     const nlohmann::json& headers) const;
  GradeOptions options(const std::string& source, const std::string& out, bool timing) const;

  Settings settings_;
  std::string lab_;
  LabConfig config_;
  std::optional<nlohmann::json> solution_;
};

}  // namespace kit::grader
