/// @file
/// What every fuzz target defines: libFuzzer calls it, and so does the replay of past findings.
#pragma once

#include <cstddef>
#include <cstdint>

/// Hands one input to the code under test. What that code throws as its documented answer to bad
/// input is caught; a crash, a hang, a sanitizer's report or any other exception is a finding.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
