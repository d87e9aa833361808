/// @file
/// Starts threads without end.
#include <thread>
#include <vector>

// FRAME

void submission(const Call& call) {
  static std::vector<std::thread> threads;
  for (int i = 0; i < 100000; ++i)
    threads.emplace_back([] { std::this_thread::sleep_for(std::chrono::seconds(100)); });
  honest(call);
}
