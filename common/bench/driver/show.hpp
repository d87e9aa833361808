/// @file
/// A table as text, CSV and JSON, and its plot.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "bench/driver/grid.hpp"

namespace kit::bench {

/// For a terminal: every row of ours, below it those of the published cards, then what was found
/// when the kit's own results were made, if that was on a card like this `machine`.
std::string as_text(const Table& table, const Grid& grid, const Choice& choice,
                    const std::string& machine);

/// One line a value: row, column, whose, value, spread, remark. Begins with a line on the machine.
std::string as_csv(const Table& table, const Grid& grid, const nlohmann::json& machine,
                   const std::string& command);

/// All of it, with every number measured at each point.
nlohmann::json as_json(const Table& table, const Grid& grid, const nlohmann::json& machine,
                       const std::string& command);

/// A gnuplot program that draws the table to FILE.svg and FILE.png; empty if it has no plot, or
/// there is nothing to draw. Told apart by dashes and points, not by colour.
std::string as_gnuplot(const Table& table, const Grid& grid, const std::string& file,
                       const std::string& ours);

/// A number with so many significant digits, without an exponent: 0.0123, 45.6, 1230.
std::string number(double value, int digits);

}  // namespace kit::bench
