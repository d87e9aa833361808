#include "estimate/card.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "kit/error.hpp"

namespace kit::estimate {
namespace {

namespace fs = std::filesystem;

std::string known_cards(const std::string& root) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root + "/common/grader/cards")) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

struct Field {
  const char* name;
  double& value;
};

}  // namespace

Card load_card(const std::string& root, const std::string& name) {
  const bool is_path = name.find('/') != std::string::npos || name.ends_with(".json");
  const std::string path = is_path ? name : root + "/common/grader/cards/" + name + ".json";
  std::ifstream file(path);
  if (!file) {
    throw InputError("no card '" + name + "'; there are " + known_cards(root) +
                     ", or give the path of a file like common/grader/cards/t4.json");
  }
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  const auto read = [&](const nlohmann::json& object, const Field& field, bool needed) {
    const auto found = object.is_object() ? object.find(field.name) : object.end();
    if (!needed && (!object.is_object() || found == object.end())) return;
    if (!object.is_object() || found == object.end() || !found->is_number() ||
        !(found->get<double>() > 0)) {
      throw InputError(path + ": '" + field.name + "' must be a positive number");
    }
    field.value = found->get<double>();
  };
  Card card;
  card.name = json.is_object() ? json.value("name", name) : name;
  if (json.is_object()) card.architecture = json.value("arch", card.architecture);
  for (const Field& field :
       {Field{"multiprocessors", card.multiprocessors}, Field{"clock_ghz", card.clock_ghz},
        Field{"dram_gb_per_s", card.dram_gb_per_s},
        Field{"fp32_tflop_per_s", card.fp32_tflop_per_s}})
    read(json, field, true);
  // What two units of 32 lanes and so on come to follows from the peak.
  card.fma = card.fp32_tflop_per_s * 1e3 / (card.multiprocessors * card.clock_ghz * 64);
  card.l2_mib = 4;
  card.blocks_per_ns = 0.8 * card.clock_ghz;
  card.l2_gb_per_s = 64 * card.multiprocessors * card.clock_ghz / 2;
  card.l2_write_gb_per_s = card.l2_gb_per_s / 2;
  for (const Field& field : {Field{"l2_mib", card.l2_mib}, Field{"registers", card.registers},
                             Field{"shared_kib", card.shared_kib}, Field{"threads", card.threads},
                             Field{"blocks", card.blocks}})
    read(json, field, false);
  const auto found = json.find("measured");
  card.measured = found != json.end();
  if (!card.measured) return card;
  Latencies& clocks = card.latencies;
  for (const Field& field : {Field{"fma_per_clock", card.fma},
                             Field{"alu_per_clock", card.alu},
                             Field{"sfu_per_clock", card.sfu},
                             Field{"fp64_per_clock", card.fp64},
                             Field{"l1_sectors_per_clock", card.l1_sectors},
                             Field{"l1_lines_per_clock", card.l1_lines},
                             Field{"shared_wavefronts_per_clock", card.shared_wavefronts},
                             Field{"constant_words_per_clock", card.constant_words},
                             Field{"shuffles_per_clock", card.shuffles},
                             Field{"dram_share", card.dram_share},
                             Field{"l2_gb_per_s", card.l2_gb_per_s},
                             Field{"l2_write_gb_per_s", card.l2_write_gb_per_s},
                             Field{"atomics_per_ns", card.atomics_per_ns},
                             Field{"floor_us", card.floor_us},
                             Field{"blocks_per_ns", card.blocks_per_ns},
                             Field{"l1_clocks", card.l1_clocks},
                             Field{"l2_clocks", card.l2_clocks},
                             Field{"dram_clocks", card.dram_clocks},
                             Field{"arithmetic_clocks", clocks.arithmetic},
                             Field{"sfu_clocks", clocks.sfu},
                             Field{"fp64_clocks", clocks.fp64},
                             Field{"shared_clocks", clocks.shared_load},
                             Field{"constant_clocks", clocks.constant_load},
                             Field{"shuffle_clocks", clocks.shuffle},
                             Field{"atomic_clocks", clocks.atomic},
                             Field{"barrier_clocks", clocks.barrier},
                             Field{"barrier_warp_clocks", clocks.barrier_warp},
                             Field{"branch_clocks", clocks.branch},
                             Field{"jump_clocks", clocks.jump},
                             Field{"line_clocks", card.line_clocks}})
    read(*found, field, false);
  clocks.local_load = card.l1_clocks;
  return card;
}

}  // namespace kit::estimate
