/// @file
/// The program `kit_bench`: measures the sources' tables on this machine and shows them beside the
/// published figures. Measuring and showing are apart: what was measured on one machine is shown
/// again on another, which need have no GPU (--render).
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>

#include "bench/driver/machine.hpp"
#include "bench/driver/run.hpp"
#include "bench/driver/show.hpp"
#include "grader/lab/backend.hpp"
#include "grader/process/process.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/run_program.hpp"
#include "grader/support/terminal.hpp"
#include "kit/atomic_file.hpp"
#include "kit/error.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

struct Options {
  std::string lab, table, backend, out = "build/bench/results";
  bool quick = false, render = false, list = false;
  int jobs = int(std::max(1U, std::thread::hardware_concurrency()));
};

/// The gnuplot to use, or empty.
std::string find_gnuplot(const std::string& root) {
  grader::ProcessLimits limits;
  limits.seconds = 600;
  grader::run_command({root + "/common/tools/deps", "gnuplot"}, limits);
  const grader::CommandResult found = grader::run_command(
      {"/bin/bash", "-c", ". \"$1\" && printf %s \"$GNUPLOT\"", "bash", root + "/build/deps.env"},
      limits);
  return found.end.code == 0 ? found.output : "";
}

std::string command_line(const Options& options) {
  std::string text = "make bench";
  if (!options.lab.empty()) text += " LAB=" + options.lab;
  if (!options.table.empty()) text += " TABLE=" + options.table;
  if (options.quick) text += " QUICK=1";
  if (!options.backend.empty()) text += " BACKEND=" + options.backend;
  return text;
}

/// What stands for our own card beside a published one: "H200" of "NVIDIA H200".
std::string short_name(const json& machine) {
  const std::string card = machine.value("card", "");
  if (card == "no GPU") return "this machine";
  return card.substr(card.rfind("NVIDIA ", 0) == 0 ? 7 : 0);
}

class Bench {
 public:
  explicit Bench(Options options)
      : options_(std::move(options)), root_(grader::kit_root()), out_(options_.out) {
    tables_ =
        choose_tables(read_tables(root_ + "/common/bench/tables"), options_.table, options_.lab);
  }

  int run() {
    if (options_.list) {
      for (const Table& table : tables_)
        std::printf("%-9s %s\n", table.id.c_str(), table.title.c_str());
      return kExitPassed;
    }
    if (options_.render) {
      read_machine();
    } else {
      if (!fs::exists(root_ + "/solutions/02_naive/naive.cu")) {
        throw InputError(
            "the benchmarks time the solutions, which are not in this archive; "
            "--render --out FOLDER shows results that are there");
      }
      look_at_machine();
    }
    Results results((out_ / "points.jsonl").string(), circumstances(machine_));
    if (!options_.render) {
      RunSettings settings{root_, choice_, options_.jobs};
      measure_missing(points_of(tables_, choice_), results, settings);
    }
    show(results);
    return kExitPassed;
  }

 private:
  void look_at_machine() {
    const grader::Backend backend = grader::choose_backend(root_, options_.backend);
    choice_ = {backend == grader::Backend::cuda, options_.quick, options_.lab};
    machine_ = describe_machine(root_, choice_.cuda);
    machine_["headline"] = headline(machine_);
    machine_["quick"] = options_.quick;
    machine_["command"] = command_line(options_);
    fs::create_directories(out_);
    write_atomically((out_ / "machine.json").string(), machine_.dump(2) + "\n", Survives::machine);
  }

  /// Of an earlier run, whose results are only shown again.
  void read_machine() {
    std::ifstream file(out_ / "machine.json");
    machine_ = json::parse(file, nullptr, false);
    if (!machine_.is_object()) {
      throw InputError("no results in " + out_.string() + ": there is no machine.json");
    }
    choice_ = {machine_.value("card", "") != "no GPU", machine_.value("quick", false),
               options_.lab};
  }

  void show(const Results& results) {
    grader::TextReport head(false);
    head.wrap(machine_.value("headline", ""), 0);
    std::fputs(head.text().c_str(), stdout);
    if (!choice_.cuda) {
      std::printf("No GPU is used: times of the CPU, and the simulator's counts of sectors.\n");
    }
    const std::string command = machine_.value("command", command_line(options_));
    std::string all;
    const std::string gnuplot = find_gnuplot(root_);
    for (const Table& table : tables_) {
      const Grid grid = fill(table, results, choice_);
      if (grid.rows.empty()) continue;
      const std::string text = as_text(table, grid, choice_, short_name(machine_));
      std::fputs(text.c_str(), stdout);
      all += text;
      write_atomically((out_ / (table.id + ".csv")).string(),
                       as_csv(table, grid, machine_, command));
      write_atomically((out_ / (table.id + ".json")).string(),
                       as_json(table, grid, machine_, command).dump() + "\n");
      plot(table, grid, gnuplot);
    }
    write_atomically((out_ / "tables.txt").string(),
                     machine_.value("headline", "") + "\n" + command + "\n" + all);
    if (gnuplot.empty()) std::printf("\nNo plots: gnuplot is not there (package gnuplot-nox).\n");
    std::printf("\nTables%s: %s\n", gnuplot.empty() ? "" : " and plots", out_.c_str());
  }

  void plot(const Table& table, const Grid& grid, const std::string& gnuplot) {
    if (gnuplot.empty()) return;
    const std::string program =
        as_gnuplot(table, grid, (fs::absolute(out_) / table.id).string(), short_name(machine_));
    if (program.empty()) return;
    const fs::path script = fs::path(root_) / "build/bench" / (table.id + ".gp");
    fs::create_directories(script.parent_path());
    write_atomically(script.string(), program);
    grader::ProcessLimits limits;
    limits.seconds = 60;
    const grader::CommandResult result = grader::run_command({gnuplot, script.string()}, limits);
    if (result.end.code != 0) {
      std::printf("  no plot of %s: %s\n", table.id.c_str(), result.output.substr(0, 200).c_str());
    }
  }

  Options options_;
  std::string root_;
  fs::path out_;
  std::vector<Table> tables_;
  Choice choice_;
  json machine_;
};

int run(int argc, char** argv) {
  Options options;
  CLI::App app("Measures the sources' tables and shows them beside the published figures.",
               "kit_bench");
  app.add_option("--lab", options.lab, "only tables of this lab: 04");
  app.add_option("--table", options.table, "only this table: S1-5.7");
  app.add_option("--backend", options.backend, "sim or cuda");
  app.add_option("--out", options.out, "folder for the results");
  app.add_option("--jobs", options.jobs, "compilers at once");
  app.add_flag("--quick", options.quick, "fewer rows, shorter measurements");
  app.add_flag("--render", options.render, "measure nothing: show what is in the folder");
  app.add_flag("--list", options.list, "list the tables");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    return kExitPassed;
  } catch (const CLI::ParseError& error) {
    throw InputError(std::string(error.what()) + "; see kit_bench --help");
  }
  if (options.lab.rfind("lab", 0) == 0) options.lab.erase(0, 3);
  if (options.lab.size() > 2) options.lab.resize(2);  // 04_tiled
  return Bench(std::move(options)).run();
}

}  // namespace
}  // namespace kit::bench

int main(int argc, char** argv) {
  return kit::grader::run_program("kit_bench", [&] { return kit::bench::run(argc, argv); });
}
