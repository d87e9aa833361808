#include "results.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "kit/error.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;

std::string key_of(const json& point, bool quick) {
  return (quick ? "quick " : "") + point.dump();
}

bool ends_in_mid_line(int file) {
  char last = '\n';
  return lseek(file, -1, SEEK_END) >= 0 && ::read(file, &last, 1) == 1 && last != '\n';
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
  const int file = open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) throw InputError("cannot write " + path_);
  if (ends_in_mid_line(file)) line.insert(0, "\n");
  const bool written = write(file, line.data(), line.size()) == ssize_t(line.size());
  const bool kept = fsync(file) == 0;
  close(file);
  if (!written || !kept) throw InputError("cannot write " + path_ + ": is the disk full?");
  known_[key_of(point, quick)] = result;
}

}  // namespace kit::bench
