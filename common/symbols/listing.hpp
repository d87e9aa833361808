/// @file
/// Runs objdump.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace kit::symbols {

/// Calls function(line) for each line that objdump prints about the code from address `first` to
/// before `stop`; never if there is no objdump. `executable`: an open descriptor.
void list_code(int executable, std::uint64_t first, std::uint64_t stop,
               const std::function<void(const std::string& line)>& function);

}  // namespace kit::symbols
