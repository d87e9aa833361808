/// Steps are arrays of numbers: a thousand of them stand in a page, and a name for each field would
/// be most of it.
#include "recording_json.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>
#include <vector>

#include "json_text.hpp"
#include "source_lines.hpp"

namespace kit::sim {
namespace {

using Accesses = const RecordedAccess*;

std::string base64(const std::vector<std::uint8_t>& bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8 | (at + i < bytes.size() ? bytes[at + i] : 0u);
    for (std::size_t i = 0; i < 4; ++i)
      text += at + i <= bytes.size() ? kDigits[group >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

/// Distances from `begin`: of all lanes or, where they are the same from lane to lane, the first
/// and that.
std::string offsets_json(Accesses accesses, unsigned lanes, std::uint64_t begin) {
  const auto offset = [&](unsigned n) { return std::int64_t(accesses[n].address - begin); };
  const std::int64_t stride = lanes > 1 ? offset(1) - offset(0) : 0;
  bool even = true;
  for (unsigned n = 1; n < lanes; ++n) even &= offset(n) - offset(n - 1) == stride;
  List list('[');
  if (even) {
    list.add(std::to_string(offset(0)));
    list.add(std::to_string(stride));
  } else {
    for (unsigned n = 0; n < lanes; ++n) list.add(std::to_string(offset(n)));
  }
  return list.end();
}

/// The values' bytes one after another; of one lane alone if all have the same, and none if one of
/// them is unknown.
std::string values_json(Accesses accesses, unsigned lanes, unsigned bytes) {
  bool known = true, same = true;
  for (unsigned n = 0; n < lanes; ++n) {
    known &= accesses[n].known;
    same &= accesses[n].value == accesses[0].value;
  }
  std::vector<std::uint8_t> all;
  for (unsigned n = 0; known && n < (same ? 1 : lanes); ++n)
    all.insert(all.end(), accesses[n].value.begin(), accesses[n].value.begin() + bytes);
  return quoted(base64(all));
}

class Writer {
 public:
  explicit Writer(const RecordedBlock& recorded) : recorded_(recorded) {}

  std::string text() {
    List steps('['), folded('[');
    for (const RecordedStep& step : recorded_.steps) steps.add(step_json(step));
    for (const auto& [kind, left_out] : recorded_.folded) {
      List one('[');
      for (const std::uint64_t number :
           {std::uint64_t(kind.first), std::uint64_t(place(pc_of(kind.second))),
            std::uint64_t(space_of(kind.second)), std::uint64_t(access_of(kind.second)),
            left_out.requests, left_out.units})
        one.add(std::to_string(number));
      folded.add(one.end());
    }
    List result('{');
    result.add_number("block", recorded_.block);
    result.add_number("threads", recorded_.threads);
    result.add("places", places_json());
    result.add("buffers", buffers_json());
    result.add("steps", steps.end());
    result.add("folded", folded.end());
    return result.end();
  }

 private:
  std::size_t place(std::uint32_t pc) {
    const auto [found, is_new] = places_.try_emplace(pc, pcs_.size());
    if (is_new) pcs_.emplace_back(pc);
    return found->second;
  }

  std::string step_json(const RecordedStep& step) {
    List list('[');
    list.add(std::to_string(int(step.kind)));
    list.add(std::to_string(step.warp));
    list.add(std::to_string(place(step.pc)));
    list.add(std::to_string(step.lanes));
    if (step.kind == RecordedStep::Kind::request) add_request(list, step);
    return list.end();
  }

  void add_request(List& list, const RecordedStep& step) const {
    const Accesses accesses = &recorded_.accesses[step.first];
    const auto lanes = unsigned(std::popcount(step.lanes));
    const unsigned bytes = std::min(bytes_of(step.key), 16u);
    const auto& buffers = recorded_.buffers;
    const auto in = std::find_if(buffers.begin(), buffers.end(), [&](const RecordedBuffer& buffer) {
      return buffer.space == space_of(step.key) && accesses->address - buffer.begin < buffer.bytes;
    });
    const bool found = in != buffers.end();
    for (const int number : {int(space_of(step.key)), int(access_of(step.key)), int(bytes),
                             int(step.units), found ? int(in - buffers.begin()) : -1})
      list.add(std::to_string(number));
    // Of other memory, such as a thread's own variables, the lanes' distances tell enough.
    list.add(offsets_json(accesses, lanes, found ? in->begin : accesses->address));
    list.add(values_json(accesses, lanes, bytes));
  }

  std::string places_json() const {
    List list('[');
    for (const SourceLine& line : resolve(pcs_)) {
      List one('{');
      one.add_text("file", line.file);
      one.add_number("line", line.line);
      list.add(one.end());
    }
    return list.end();
  }

  std::string buffers_json() const {
    constexpr std::uint64_t kBeginModulo = 256;  // more than sectors and banks need
    List list('[');
    for (const RecordedBuffer& buffer : recorded_.buffers) {
      List one('{');
      one.add_text("name", buffer.name);
      one.add_text("space", name_of(buffer.space));
      one.add_number("bytes", buffer.bytes);
      one.add_number("begin", buffer.begin % kBeginModulo);
      list.add(one.end());
    }
    return list.end();
  }

  const RecordedBlock& recorded_;
  std::map<std::uint32_t, std::size_t> places_;
  std::vector<CodePlace> pcs_;
};

}  // namespace

std::string recording_json(const RecordedBlock& recorded) {
  return Writer(recorded).text();
}

}  // namespace kit::sim
