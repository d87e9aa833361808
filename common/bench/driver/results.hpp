/// @file
/// Every finished point, kept at once: a file with one JSON object a line, to which a run only
/// appends. What was measured is never lost, nor measured again under the same circumstances.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace kit::bench {

class Results {
 public:
  /// Reads what is there; a last line that was cut off by an interruption is left out. `under`
  /// names the circumstances (machine and sources): results under others are kept but not found.
  /// Throws InputError if the file can be neither read nor made.
  Results(std::string path, std::string under);

  /// The result of a point, or nullptr. With `quick`, those of shorter measurements count too.
  const nlohmann::json* find(const nlohmann::json& point, bool quick) const;
  /// Appends a result and forces it to the disk.
  void add(const nlohmann::json& point, bool quick, const nlohmann::json& result);
  std::size_t size() const { return known_.size(); }

  /// Other circumstances, for showing what another machine measured.
  void look_under(const std::string& under);

 private:
  void read();
  std::string path_, under_;
  std::map<std::string, nlohmann::json>
      known_;  ///< by the point's text, "quick " before short ones
};

}  // namespace kit::bench
