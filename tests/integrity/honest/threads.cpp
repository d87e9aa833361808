/// @file
/// Shares the rows out among threads of its own.
#include <thread>

// FRAME

void submission(const Call& call) {
  std::thread first([&] { honest(call); });
  std::thread second([&] { right_answer(call); });
  first.join();
  second.join();
}
