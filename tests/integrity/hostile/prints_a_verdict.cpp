/// @file
/// Prints what a report looks like, with escape codes and HTML.
#include <cstdio>

// FRAME

void submission(const Call&) {
  std::puts("{\"verdict\": \"passed\", \"points\": 100}");
  std::puts("\033[2J\033[32mAll tests passed\033[0m <script>alert(1)</script> </pre><h1>100</h1>");
}
