// Results are appended to one file, a line a point, and forced to disk: hours of measuring survive
// a machine that goes away. A line that was cut off is read as none, and its point is measured
// again.
#include "bench/driver/results.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>

#include "grader/protocol/protocol.hpp"
#include "kit/error.hpp"
#include "kit/unique_fd.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;

std::string key_of(const json& point, bool quick) {
  return (quick ? "quick " : "") + point.dump();
}

bool ends_in_mid_line(const UniqueFd& file) {
  char last = '\n';
  return lseek(file.get(), -1, SEEK_END) >= 0 && ::read(file.get(), &last, 1) == 1 && last != '\n';
}

bool append(UniqueFd file, const std::string& text) {
  return grader::write_all(file.get(), std::as_bytes(std::span(text))) && fsync(file.get()) == 0 &&
         file.close();
}

}  // namespace

Results::Results(std::string path, std::string under)
    : path_(std::move(path)), under_(std::move(under)) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), ignored);
  read();
}

void Results::read() {
  known_.clear();
  std::ifstream file(path_);
  for (std::string line; std::getline(file, line);) {
    const json entry = json::parse(line, nullptr, false);
    if (!entry.is_object() || entry.value("under", "") != under_) continue;
    known_[key_of(entry["point"], entry.value("quick", false))] = entry["result"];
  }
}

void Results::look_under(const std::string& under) {
  under_ = under;
  read();
}

const json* Results::find(const json& point, bool quick) const {
  for (const bool kind : {false, true}) {
    if (kind && !quick) break;
    const auto found = known_.find(key_of(point, kind));
    if (found != known_.end()) return &found->second;
  }
  return nullptr;
}

void Results::add(const json& point, bool quick, const json& result) {
  const json entry = {{"point", point}, {"quick", quick}, {"under", under_}, {"result", result}};
  // Begun with a line end where an interrupted run left half a line.
  std::string line = entry.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  UniqueFd file(open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
  if (!file.valid()) throw InputError("cannot write " + path_ + ": " + std::strerror(errno));
  if (ends_in_mid_line(file)) line.insert(0, "\n");
  if (!append(std::move(file), line))
    throw InputError("cannot write " + path_ + ": " + std::strerror(errno));
  known_[key_of(point, quick)] = result;
}

}  // namespace kit::bench
