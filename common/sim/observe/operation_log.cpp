/// Invariant. Work comes after work with smaller numbers alone, whatever was done first here.
#include "operation_log.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "json_text.hpp"
#include "source_lines.hpp"
#include "used_bytes.hpp"

namespace kit::sim {
namespace {

// As many as leave room in a reply for all that is told of launches.
constexpr std::size_t kMostOperations = 512;

const char* name_of(WorkKind kind) {
  switch (kind) {
    case WorkKind::none:
      break;
    case WorkKind::kernel:
      return "kernel";
    case WorkKind::to_device:
      return "to_device";
    case WorkKind::to_host:
      return "to_host";
    case WorkKind::within_device:
      return "within_device";
    case WorkKind::between_devices:
      return "between_devices";
    case WorkKind::host_function:
      return "host_function";
  }
  return "none";
}

}  // namespace

void OperationLog::add(const StreamWork& work, const WorkPlace& place) {
  if (operations_.size() == kMostOperations) return;
  Operation one{work, place};
  if (work.kind == WorkKind::kernel)
    for (const UsedBytes& written : work.writes)
      one.work.bytes += std::uint64_t(written.end - written.begin);
  operations_.push_back(std::move(one));
}

bool OperationLog::tells_something() const {
  return std::any_of(operations_.begin(), operations_.end(), [&](const Operation& one) {
    return one.place.stream != operations_[0].place.stream ||
           (one.work.kind != WorkKind::none && one.work.kind != WorkKind::kernel);
  });
}

// For each piece of work the last of each stream that comes before it; in place of what takes no
// time, what that needs. Without those that another of them comes after.
std::vector<std::vector<std::size_t>> OperationLog::find_awaited() const {
  std::map<Place, std::size_t> at;
  std::vector<std::vector<std::size_t>> all;
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    const WorkPlace& place = operations_[i].place;
    std::set<std::size_t> found;
    for (std::size_t stream = 0; stream < place.before.size(); ++stream) {
      const auto last = at.find({stream, place.before[stream]});
      if (last == at.end()) continue;
      if (operations_[last->second].work.kind == WorkKind::none)
        found.insert(all[last->second].begin(), all[last->second].end());
      else
        found.insert(last->second);
    }
    const auto comes_before_another = [&](std::size_t one) {
      return std::any_of(found.begin(), found.end(), [&](std::size_t other) {
        return operations_[one].place.comes_before(operations_[other].place.before);
      });
    };
    all.emplace_back();
    std::copy_if(found.begin(), found.end(), std::back_inserter(all.back()),
                 [&](std::size_t one) { return !comes_before_another(one); });
    at[{place.stream, place.number}] = i;
  }
  return all;
}

std::vector<std::vector<std::size_t>> OperationLog::find_needed() const {
  std::vector<std::vector<std::size_t>> all(operations_.size());
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    std::set<std::size_t> streams;  // of which the last one is found
    for (std::size_t earlier = i; earlier-- > 0;) {
      const Operation& other = operations_[earlier];
      if (streams.contains(other.place.stream)) continue;
      if (!find_overlap(other.work, operations_[i].work)) continue;
      streams.insert(other.place.stream);
      all[i].push_back(earlier);
    }
  }
  return all;
}

std::string OperationLog::take() {
  if (!tells_something()) {
    operations_.clear();
    return {};
  }
  std::sort(operations_.begin(), operations_.end(),
            [](const Operation& a, const Operation& b) { return a.work.number < b.work.number; });
  std::map<std::size_t, std::size_t> streams;  // by their places, as they come
  std::vector<CodePlace> places;
  std::vector<std::size_t> listed(operations_.size());  // as what number the list has each
  std::size_t count = 0;
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    const Operation& one = operations_[i];
    listed[i] = count;
    if (one.work.kind == WorkKind::none) continue;
    ++count;
    streams.emplace(one.place.stream, streams.size());
    places.push_back(one.work.where);
  }
  const std::vector<SourceLine> lines = resolve(places);
  const auto awaited = find_awaited(), needed = find_needed();
  const auto list_of = [&](const std::vector<std::size_t>& found) {
    List numbers('[');
    for (const std::size_t one : found) numbers.add(std::to_string(listed[one]));
    return numbers.end();
  };
  List list('[');
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    const StreamWork& one = operations_[i].work;
    if (one.kind == WorkKind::none) continue;
    const SourceLine& line = lines[listed[i]];
    List operation('{');
    operation.add_text("kind", name_of(one.kind));
    operation.add_text("what", one.what);
    operation.add_number("bytes", one.bytes);
    operation.add("pageable", one.pageable ? "true" : "false");
    operation.add_number("stream", streams.at(operations_[i].place.stream));
    operation.add_number("device", one.device);
    operation.add_number("from_device", one.from_device);
    operation.add("after", list_of(awaited[i]));
    operation.add("needs", list_of(needed[i]));
    operation.add_text("file", line.file);
    operation.add_number("line", line.line);
    list.add(operation.end());
  }
  operations_.clear();
  return list.end();
}

}  // namespace kit::sim
