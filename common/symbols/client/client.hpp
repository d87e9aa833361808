/// @file
/// The observed program's end of the conversation with kit_symbols.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "symbols/client/messages.hpp"

namespace kit::symbols {

/// kit_symbols for this program: started once, asked often. After the start only send() and read()
/// on one descriptor are called. Where the program is missing, has ended or answers nonsense, every
/// answer from then on is empty, and a line on standard error says so once. Safe to call from
/// several threads.
class Client {
 public:
  static Client& instance();

  /// Starts kit_symbols, unless that has been tried; before main, so that no code of the program
  /// has run. It is the file that KIT_SYMBOLS names; without that variable it is
  /// bin/kit_symbols in the nearest folder above this program's that has one (programs that are
  /// built below build/ find build/bin/kit_symbols).
  void start();

  /// The functions and lines of each program counter, in their order; of all of them none if there
  /// is no kit_symbols.
  std::vector<Frames> find_lines(const std::vector<std::uint64_t>& counters);

  /// The blocks that start in `range`, at least; without any operations if there is no kit_symbols.
  BlockFlops find_flops(Range range);

 private:
  bool ask(Kind kind, std::string body, Message& reply);
  void give_up();

  std::mutex mutex_;
  bool tried_ = false, told_ = false;
  int channel_ = -1;
};

}  // namespace kit::symbols
