/// @file
/// Times of the kit's own CPU code on this machine. They do not depend on the student, so that they
/// are measured once and kept.
#pragma once

#include <string>

#include "grader/lab/suite.hpp"

namespace kit::grader {

/// Spread up to which a median counts as conclusive.
inline constexpr double kConclusiveSpread = 0.05;

/// Medians in milliseconds on one thread and on all cores.
struct BaselineTimes {
  double one_thread_ms = 0, all_cores_ms = 0;
  bool conclusive = false;  ///< both spreads are at most kConclusiveSpread
};

/// Where baselines are kept.
struct BaselineStore {
  std::string file;     ///< JSON; empty: they are not kept
  std::string program;  ///< tells apart builds of the kit, whose code the baselines are
};

/// The store of a kit's folder for a lab: build/baselines.json.
BaselineStore baselines_of(const std::string& root, const std::string& lab);

/// Forgets what is kept of this build.
void forget(const BaselineStore& store);

/// The times of a plan's baseline on the inputs of `call`, which has all its data: those that are
/// kept, if they are of this machine, its cores and this build of the kit; else measured now, and
/// kept. A store that cannot be read or written is no error.
BaselineTimes baseline_times(const TimingPlan& plan, const Call& call, const BaselineStore& store);

/// Whether baseline_times() would have to measure, and so needs the data of a call.
bool needs_measuring(const TimingPlan& plan, const BaselineStore& store);

}  // namespace kit::grader
