/// @file
/// What the object of a student's file may define, refer to and do before main().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elf/elf_file.hpp"

namespace kit::objects {

/// The first thing in an object that a lab has no use for, in one sentence; none if all is well.
/// `library`: names such as "kit::gaussian_weights" that this lab may call besides the usual ones.
std::optional<std::string> refused_in(const elf::File& object,
                                      const std::vector<std::string>& library);

}  // namespace kit::objects
