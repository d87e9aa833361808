/// @file
/// To observe a lab without kernels takes a build of its own, which a program without threads need
/// not wait for. A word in the source decides: who hides it from a grading loses only the hint.
#include "grader/grading/observed_stages.hpp"

#include <algorithm>
#include <cctype>

#include "grader/lab/own_headers.hpp"
#include "grader/support/environment_variable.hpp"
#include "grader/support/text_file.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

/// Whether a file has the word by which code asks for OpenMP: omp, omp.h, omp_...
bool speaks_of_openmp(const fs::path& file) {
  const std::string text = build::read_text(file), word = "omp";
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const char before = at > 0 ? text[at - 1] : ' ';
    const char after = at + word.size() < text.size() ? text[at + word.size()] : ' ';
    if (!in_name(before) && before != '_' && !in_name(after)) return true;
  }
  return false;
}

}  // namespace

std::set<std::string> unobserved_stages(const GradeOptions& options, const LabConfig& config) {
  std::set<std::string> stages;
  if (config.needs_cuda()) return stages;
  const fs::path folder = fs::path(source_folder(options)) / config.lab;
  const std::vector<std::string> headers = own_headers(folder);
  const bool confined = !environment_variable("KIT_CONFINE").empty();
  const bool everywhere = std::any_of(headers.begin(), headers.end(), [&](const std::string& name) {
    return speaks_of_openmp(folder / name);
  });
  for (const StageConfig& stage : config.stages)
    if (confined || (!everywhere && !speaks_of_openmp(stage_path(options, config, stage))))
      stages.insert(stage.id);
  return stages;
}

}  // namespace kit::grader
