/// @file
/// What a PTX instruction becomes on a card.
#pragma once

#include <vector>

#include "estimate/ptx.hpp"

namespace kit::estimate {

/// A card's instructions for one PTX instruction.
struct Cost {
  float fma = 0;     ///< of float32
  float imad = 0;    ///< integer products, each of which takes the same pipe twice as long
  float either = 0;  ///< integer sums and shifts, which nvcc makes of either pipe's instructions
  float alu = 0, sfu = 0, fp64 = 0, memory = 0, control = 0;
  float chain = 1;  ///< dependent ones of them, one after another
  float issued() const { return fma + imad + either + alu + sfu + fp64 + memory + control; }
};

/// Of each instruction of the kernel. Instructions that a card folds into their neighbours cost
/// nothing: parameters and immediate values, a product that only an address takes, a comparison's
/// conjunction.
std::vector<Cost> costs(const Kernel& kernel);

}  // namespace kit::estimate
