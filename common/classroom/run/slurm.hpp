/// @file
/// The same work on a cluster: one Slurm task a submission. Needs a file system that all nodes
/// share for the kit and the output folder.
#pragma once

#include <string>
#include <vector>

#include "classroom/run/pool.hpp"

namespace kit::classroom {

struct SlurmPlan {
  PoolPlan pool;        ///< as for local judges
  std::string spool;    ///< a folder for jobs and results, readable by the caller alone
  int max_at_once = 0;  ///< 0: as many as Slurm starts
  int gpus = 0;         ///< of each task
};

/// Submits a job array and takes its results as they come. A task whose node fails is requeued by
/// Slurm; one that ends without a result is submitted again. Throws InputError if there is no
/// Slurm.
void run_slurm(const SlurmPlan& plan, std::vector<Work> queue, const PoolEvents& events);

/// `kit_class task SPOOL INDEX`, on a node: grades one job of the spool and publishes the result
/// unless another run of the same task already did. The exit code says only whether there is one.
int run_task(const std::string& spool, const std::string& index);

}  // namespace kit::classroom
