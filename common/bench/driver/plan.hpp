/// @file
/// From tables to points: what has to be measured on this machine, each point once.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/driver/table.hpp"

namespace kit::bench {

struct Choice {
  bool cuda = false;  ///< a GPU is measured; else its points become counts of the simulator
  bool quick = false;
  std::string lab;  ///< "04": only its rows
};

/// The point as it is measured on this machine: without a GPU, a time of a GPU program becomes a
/// count of the simulator, and every count is made on a small image, which takes seconds there;
/// null if it needs a GPU. "on" says where a GPU program runs.
nlohmann::json on_this_machine(nlohmann::json point, bool cuda);

/// Whether the choice of a lab leaves this row in: a row that names a program of another lab is not
/// shown.
bool shown(const Table& table, const Row& row, const Choice& choice);

/// The rows that the choice leaves.
std::vector<Row> chosen_rows(const Table& table, const Choice& choice);

/// All points that the tables need, each once, grouped by program: first those on a GPU.
std::vector<nlohmann::json> points_of(const std::vector<Table>& tables, const Choice& choice);

/// The tables to make: all (id empty), one, or those of a lab. Throws InputError that lists the
/// ids.
std::vector<Table> choose_tables(const std::vector<Table>& all, const std::string& id,
                                 const std::string& lab);

/// Path below build/bench of the program that measures a point.
std::string program_of(const nlohmann::json& point);

}  // namespace kit::bench
