// The benchmarks' driver: descriptions of tables, points, results that survive interruptions.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "bench/driver/grid.hpp"
#include "bench/driver/show.hpp"
#include "bench/harness/bench.hpp"
#include "bench/harness/measure.hpp"
#include "catch.hpp"
#include "kit/error.hpp"
#include "kit/statistics.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// A file of its own in a folder that goes away with it.
class Scratch {
 public:
  Scratch() : folder_(fs::temp_directory_path() / ("kit_bench_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
  }
  ~Scratch() { fs::remove_all(folder_); }
  std::string file() const { return (folder_ / "points.jsonl").string(); }

 private:
  fs::path folder_;
};

json small_table() {
  return json::parse(R"({
    "id": "T", "title": "t", "source": "s", "labs": ["02"],
    "common": {"program": "02_naive", "variant": "convolve", "filter": "gaussian3"},
    "axes": [{"title": "side", "key": "width", "values": [64, 128], "quick": ["64"]}],
    "columns": [
      {"name": "gpu", "point": {"block": "$shape"}},
      {"name": "cpu", "point": {"program": "cpu", "filter": null}},
      {"name": "ratio", "ratio": ["cpu", "gpu"]},
      {"name": "gap", "gap": ["gpu"]},
      {"name": "step", "previous": "gpu"}],
    "best": {"title": "block", "among": ["b", "c"], "values": [
      {"label": "a", "let": {"shape": "32x1"}}, {"label": "b", "let": {"shape": "32x2"}},
      {"label": "c", "let": {"shape": "32x4"}}]},
    "published": [{"card": "X", "columns": ["gpu"], "rows": {"64": [2.5]}}]})");
}

Table read(const json& text) {
  return read_table("here.json", text, {});
}

TEST_CASE("Every table's description parses", "[bench]") {
  const std::vector<Table> tables = read_tables("common/bench/tables");
  std::set<std::string> ids;
  for (const Table& table : tables) ids.insert(table.id);
  for (const char* id :
       {"S0-6",   "S0-8c",   "S0-8d", "S1-5.4",  "S1-5.5",  "S1-5.6",  "S1-5.7", "S1-5.8",
        "S1-5.9", "S1-5.10", "S2-1",  "S2-2",    "S2-3",    "S2-4",    "S2-5",   "S2-6",
        "S2-7",   "S2-8",    "S2-9",  "S2-fig5", "S2-fig6", "S2-fig7", "S3-2",   "S3-9",
        "S3-10",  "S3-11",   "S3-12", "S4-1",    "ladder",  "peers"}) {
    CHECK(ids.count(id) == 1);
  }
}

TEST_CASE("Every variant that a table names is registered by its program", "[bench]") {
  std::string cpu;  // its sources
  for (const auto& lab : fs::directory_iterator("tests/labs"))
    for (const char* source : {"host.cpp", "study.cpp"})
      if (fs::exists(lab.path() / "bench" / source)) cpu += text_of(lab.path() / "bench" / source);
  std::set<std::string> seen;
  for (const json& point : points_of(read_tables("common/bench/tables"), {true, false, ""})) {
    const std::string program = point["program"], variant = point["variant"];
    if (!seen.insert(program + " " + variant).second) continue;
    INFO(program << " " << variant);
    if (program.rfind("peer_", 0) == 0) {
      if (!fs::exists("common/bench/peers")) continue;  // the students' archive
      const bool npp = program == "peer_npp";
      const std::string source =
          text_of(npp ? "common/bench/peers/npp.cu" : "common/bench/peers/peers.py");
      CHECK(contains(source, npp ? "(\"" + variant + "\"" : "def " + variant + "(self"));
    } else if (program == "cpu") {
      CHECK(contains(cpu, "(\"" + variant + "\", " + variant + ")"));
    } else {
      CHECK(contains(text_of("tests/labs/" + program + "/bench/device.cu"),
                     "(\"" + variant + "\", " + variant + ")"));
    }
  }
  CHECK(seen.size() > 40);
}

TEST_CASE("A mistake in a description is named with its file", "[bench]") {
  const auto refused = [](const char* patch) {
    json text = small_table();
    text.merge_patch(json::parse(patch));
    try {
      read(text);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(contains(refused(R"({"titel": "x"})"), "here.json: table: unknown key 'titel'"));
  CHECK(contains(refused(R"({"title": null})"), "title"));
  CHECK(contains(refused(R"({"plot": {"columns": ["none"], "x": "x", "y": "y"}})"), "none"));
  CHECK(contains(
      refused(R"({"published": [{"card": "X", "columns": ["gpu"], "rows": {"65": [1]}}]})"),
      "'65'"));
  CHECK(
      contains(refused(R"({"published": [{"card": "X", "columns": ["gpu"], "rows": {"64": []}}]})"),
               "0 values for 1"));
  CHECK(contains(refused(R"({"columns": [{"name": "a"}]})"), "needs one of"));
  CHECK(contains(refused(R"({"like": "U"})"), "U"));
}

TEST_CASE("A table like another takes over all but its own keys", "[bench]") {
  json first = small_table();
  first["finding"] = "of the first";
  const Table second = read_table(
      "u.json", {{"id", "U"}, {"like", "T"}, {"published", json::array()}}, {{"T", first}});
  CHECK(second.id == "U");
  CHECK(second.columns.size() == 5);
  CHECK(second.published.empty());
  CHECK(second.finding.empty());
}

TEST_CASE("A point takes settings from table, row, block and column", "[bench]") {
  const Table table = read(small_table());
  const std::vector<Row> rows = rows_of(table, false);
  REQUIRE(rows.size() == 2);
  CHECK(rows_of(table, true).size() == 1);
  const json gpu = point_of(table, table.columns[0], rows[1], &table.best->values[2]);
  CHECK(gpu == json::parse(R"({"program": "02_naive", "variant": "convolve", "measure": "time",
                               "filter": "gaussian3", "width": 128, "block": "32x4"})"));
  const json cpu = point_of(table, table.columns[1], rows[0], &table.best->values[2]);
  CHECK(cpu == json::parse(R"({"program": "cpu", "variant": "convolve", "measure": "time",
                               "width": 64})"));
  CHECK_THROWS_AS(point_of(table, table.columns[0], rows[0], nullptr), InputError);
}

TEST_CASE("Points are measured once, whatever the number of tables that ask", "[bench]") {
  const Table table = read(small_table());
  const Choice choice{true, false, ""};
  // Two sides in three blocks, and twice on the CPU.
  CHECK(points_of({table}, choice).size() == 8);
  CHECK(points_of({table, table}, choice).size() == 8);
}

TEST_CASE("Without a GPU a time becomes a count on a small image", "[bench]") {
  const json point = {
      {"program", "02_naive"}, {"measure", "time"}, {"width", 4096}, {"height", 128}};
  const json counted = on_this_machine(point, false);
  CHECK(counted["measure"] == "count");
  CHECK(counted["width"] == 256);
  CHECK(counted["height"] == 128);
  CHECK(program_of(counted) == "sim/02_naive");
  CHECK(on_this_machine(point, true)["measure"] == "time");
  CHECK(program_of(on_this_machine(point, true)) == "cuda/02_naive");
  json study = point;
  study["measure"] = "study";
  CHECK(on_this_machine(study, false).is_null());
  json cpu = point;
  cpu["program"] = "cpu";
  CHECK(on_this_machine(cpu, false) == cpu);
}

TEST_CASE("The best block, ratios, gaps and steps follow from the times", "[bench]") {
  const Scratch scratch;
  const Table table = read(small_table());
  const Choice choice{true, false, ""};
  Results results(scratch.file(), "here");
  const std::vector<Row> rows = rows_of(table, false);
  const double times[2][3] = {{1, 4, 2}, {1, 8, 5}};  // the first block is not to be chosen
  for (std::size_t row = 0; row < 2; ++row) {
    for (std::size_t block = 0; block < 3; ++block) {
      const json point = point_of(table, table.columns[0], rows[row], &table.best->values[block]);
      results.add(on_this_machine(point, true), false, {{"ms", times[row][block]}});
    }
    results.add(point_of(table, table.columns[1], rows[row], nullptr), false, {{"ms", 10}});
  }
  const Grid grid = fill(table, results, choice);
  REQUIRE(grid.best != nullptr);
  CHECK(grid.best->label == "c");
  CHECK(grid.wins == 2);
  CHECK(grid.contests == 2);
  CHECK(*grid.rows[0].cells[0].value == 2);
  CHECK(*grid.rows[0].cells[2].value == 5);  // CPU over GPU
  CHECK(*grid.rows[1].cells[3].value == 3);  // the other allowed block takes 3 ms more
  CHECK_FALSE(grid.rows[0].cells[4].value);  // no row before
  const std::string text = as_text(table, grid, choice, "Z");
  CHECK(contains(text, "\n  X "));
  CHECK(contains(text, " 2.5 "));
  CHECK(contains(text, "block: c, the fastest in 2 of 2"));
}

TEST_CASE("Results survive an interruption in the middle of a line", "[bench]") {
  const Scratch scratch;
  const json first = {{"width", 1}}, second = {{"width", 2}}, third = {{"width", 3}};
  {
    Results results(scratch.file(), "here");
    results.add(first, false, {{"ms", 1.5}});
    results.add(second, true, {{"ms", 2.5}});
  }
  std::ofstream(scratch.file(), std::ios::app) << R"({"point": {"width": 3}, "under": "he)";
  Results again(scratch.file(), "here");
  CHECK(again.size() == 2);
  REQUIRE(again.find(first, false) != nullptr);
  CHECK((*again.find(first, false))["ms"] == 1.5);
  CHECK(again.find(second, false) == nullptr);  // a short measurement does for a quick run only
  CHECK(again.find(second, true) != nullptr);
  CHECK(again.find(third, true) == nullptr);
  again.add(third, false, {{"ms", 3.5}});
  const Results last(scratch.file(), "here");
  CHECK(last.size() == 3);
  CHECK(Results(scratch.file(), "elsewhere").find(first, false) == nullptr);
}

TEST_CASE("Repetitions end when the spread is small or a cap is reached", "[bench]") {
  const Repetition repetition{5, 10, 0.02, 1.0};
  const auto after = [&](int count, double spread, double seconds) {
    Sample sample;
    sample.count = count;
    sample.spread = spread;
    return enough(repetition, sample, seconds);
  };
  CHECK_FALSE(after(0, 0, 5));
  CHECK_FALSE(after(4, 0, 0.5));
  CHECK(after(5, 0.02, 0.5));
  CHECK_FALSE(after(9, 0.5, 0.5));
  CHECK(after(10, 0.5, 0.5));
  CHECK(after(1, 0, 1.5));
}

TEST_CASE("What would take too long runs on fewer rows", "[bench]") {
  CHECK(rows_within(1000, 5, 20) == 1000);
  CHECK(rows_within(1000, 20, 20) == 1000);
  CHECK(rows_within(1000, 40, 20) == 125);
  CHECK(rows_within(8, 1e9, 20) == 2);
}

TEST_CASE("A value that is missing or NaN is the largest error", "[bench]") {
  CHECK(largest_error({1.0F, 2.5F}, {1.0, 2.0}) == 0.5);
  CHECK(std::isinf(largest_error({NAN}, {1.0})));
  CHECK(std::isinf(largest_error({}, {1.0})));
}

TEST_CASE("Parameters say which of them is wrong", "[bench]") {
  const Parameters p({{"width", "64"}, {"height", "x"}, {"block", "32x8"}});
  CHECK(p.width() == 64);
  CHECK(p.block().y == 8);
  CHECK(p.number("channels", 3) == 3);
  CHECK_THROWS_WITH(p.height(), "parameter height: 'x' is not a number");
  CHECK_THROWS_WITH(p.real("sigma"), "parameter sigma is missing");
}

TEST_CASE("Numbers keep their significant digits without an exponent", "[bench]") {
  CHECK(number(0.012345, 3) == "0.0123");
  CHECK(number(45.678, 3) == "45.7");
  CHECK(number(1234.4, 3) == "1234");
  CHECK(number(0, 3) == "0");
  CHECK(number(3e-9, 2) == "3.0e-09");
}

}  // namespace
}  // namespace kit::bench
