/// @file
/// Who calls whom is read from the objects: a contract says who may, and no two students do alike.
#include "grader/build/stand_ins.hpp"

#include <filesystem>
#include <stdexcept>

#include "elf/elf_file.hpp"
#include "grader/build/kit_inputs.hpp"
#include "grader/build/kit_objects.hpp"
#include "grader/build/lab_build.hpp"
#include "grader/build/student_object.hpp"

namespace kit::build {
namespace {

namespace fs = std::filesystem;

/// The names that one object shares with others.
struct Names {
  std::set<std::string> defined, used;
};

Names names_in(const fs::path& object) {
  Names names;
  try {
    for (const elf::Symbol& symbol : elf::read_object(object.string()).symbols) {
      // What every object may define, such as a template's functions, is no call from one to
      // another.
      if (symbol.binding != STB_GLOBAL || symbol.name.empty()) continue;
      (symbol.section == SHN_UNDEF ? names.used : names.defined).insert(symbol.name);
    }
  } catch (const std::runtime_error&) {
    return {};
  }
  return names;
}

bool meet(const std::set<std::string>& some, const std::set<std::string>& others) {
  for (const std::string& name : some)
    if (others.count(name) > 0) return true;
  return false;
}

}  // namespace

std::set<std::string> files_with_stand_in(const std::string& root, const std::string& lab) {
  std::set<std::string> files;
  std::error_code none;
  for (const auto& entry :
       fs::directory_iterator(fs::path(root) / "tests/labs" / lab / kStandInFolder, none))
    // Headers are what several of them have in common.
    if (entry.path().extension() == ".cu") files.insert(entry.path().filename().string());
  return files;
}

Calls calls_between(const std::string& root, const grader::BuildRequest& request) {
  const BuildPlan plan = make_plan(root, request);
  std::map<std::string, Names> names;
  for (const std::string& file : plan.files) names[file] = names_in(student_object(plan, file));
  Calls calls;
  for (const auto& [caller, of_caller] : names)
    for (const auto& [called, of_called] : names)
      if (caller != called && meet(of_caller.used, of_called.defined)) calls[caller].insert(called);
  return calls;
}

void make_stand_ins(const std::string& root, grader::BuildRequest request) {
  for (const std::string& file : files_with_stand_in(root, request.lab))
    request.stand_ins.push_back(file);
  const BuildPlan plan = make_plan(root, request);
  CompilerSlots slots(request.compilers);
  Toolchain tools(slots, kBuildSeconds);
  make_stand_in_objects(plan, youngest_kit_input(plan), tools);
}

}  // namespace kit::build
