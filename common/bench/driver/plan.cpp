// Which points a run measures: each once, however many tables show it. Points of one program stand
// together, so that its memory and the caches of its inputs are made once.
#include "bench/driver/plan.hpp"

#include <algorithm>
#include <set>

#include "kit/error.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;

/// Sides of the images whose accesses the simulator counts.
constexpr int kCountedSide = 256;

bool on_gpu(const json& point) {
  const std::string program = point.at("program");
  return program != "cpu" && program.rfind("peer_", 0) != 0;
}

}  // namespace

json on_this_machine(json point, bool cuda) {
  if (point.is_null() || !on_gpu(point)) return point;
  if (!cuda && point["measure"] == "study") return json();
  if (!cuda && point["measure"] == "time") point["measure"] = "count";
  point["on"] = cuda && point["measure"] != "count" ? "cuda" : "sim";
  if (point["measure"] == "count") {
    for (const char* side : {"width", "height"}) {
      if (point.value(side, 0) > kCountedSide) point[side] = kCountedSide;
    }
  }
  return point;
}

bool shown(const Table& table, const Row& row, const Choice& choice) {
  if (choice.lab.empty()) return true;
  for (const AxisValue* value : row.values) {
    if (value->let.contains("lab")) return value->let["lab"] == choice.lab;
  }
  return std::find(table.labs.begin(), table.labs.end(), choice.lab) != table.labs.end();
}

std::vector<Row> chosen_rows(const Table& table, const Choice& choice) {
  std::vector<Row> rows = rows_of(table, choice.quick);
  std::erase_if(rows, [&](const Row& row) { return !shown(table, row, choice); });
  return rows;
}

std::vector<json> points_of(const std::vector<Table>& tables, const Choice& choice) {
  std::vector<std::string> programs;
  std::map<std::string, std::vector<json>> groups;
  std::set<std::string> known;
  const auto add = [&](json point) {
    point = on_this_machine(std::move(point), choice.cuda);
    if (point.is_null() || !known.insert(point.dump()).second) return;
    const std::string program = program_of(point);
    if (groups.count(program) == 0) programs.push_back(program);
    groups[program].push_back(std::move(point));
  };
  for (const Table& table : tables) {
    for (const Row& row : chosen_rows(table, choice)) {
      for (const Column& column : table.columns) {
        if (column.point.is_null()) continue;
        if (!table.best) {
          add(point_of(table, column, row, nullptr));
          continue;
        }
        for (const AxisValue& value : table.best->values) {
          // Counts do not depend on the block so much that all of them would be worth the time.
          if (!choice.cuda && &value != &table.best->values[table.best->values.size() / 2])
            continue;
          if (choice.quick && !value.quick) continue;
          add(point_of(table, column, row, &value));
        }
      }
    }
  }
  // The GPU's first, which take the least time; the CPU's slow ones last.
  const auto rank = [](const std::string& program) {
    if (program.rfind("cuda/", 0) == 0) return 0;
    if (program.rfind("sim/", 0) == 0) return 1;
    return program == "cpu" ? 3 : 2;
  };
  std::stable_sort(programs.begin(), programs.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  std::vector<json> points;
  for (const std::string& program : programs) {
    for (json& point : groups[program]) points.push_back(std::move(point));
  }
  return points;
}

std::vector<Table> choose_tables(const std::vector<Table>& all, const std::string& id,
                                 const std::string& lab) {
  std::vector<Table> chosen;
  std::string ids;
  for (const Table& table : all) {
    ids += (ids.empty() ? "" : ", ") + table.id;
    const bool of_lab =
        lab.empty() || std::find(table.labs.begin(), table.labs.end(), lab) != table.labs.end();
    if (of_lab && (id.empty() || table.id == id)) chosen.push_back(table);
  }
  if (!chosen.empty()) return chosen;
  if (!id.empty()) throw InputError("no table '" + id + "'; there are: " + ids);
  throw InputError("no table of lab '" + lab + "'; labs have two digits, such as LAB=04");
}

std::string program_of(const json& point) {
  const std::string program = point.at("program");
  return point.contains("on") ? point["on"].get<std::string>() + "/" + program : program;
}

}  // namespace kit::bench
