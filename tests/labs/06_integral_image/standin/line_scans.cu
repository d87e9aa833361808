/// @file
/// Lab 06's stand-in for line_scans.cu: its sums, on the host.
#include "host_scans.hpp"
#include "lab.hpp"

namespace lab06 {

KIT_ROW_SCAN(scan_rows_by_lines, std::uint32_t)
KIT_COLUMN_SCAN(scan_columns_by_lines, std::uint32_t)

}  // namespace lab06
