/// @file
/// Where the class grader compiles and runs student code. Tier 1 is bubblewrap started as an
/// unprivileged user: its own namespaces, no network, and nothing in sight but the toolchain, what
/// a build needs of the kit, and the one submission. Tier 2, where bubblewrap is missing or not
/// allowed, is a user of its own, unreadable secrets and a filter of system calls.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "grader/judge/containment.hpp"

namespace kit::classroom {

enum class Tier { none = 0, bubblewrap = 1, user = 2 };

/// "1 (bubblewrap)", "2 (separate user)" or "none": what every report says.
std::string to_string(Tier tier);

/// What one job's sandbox needs to know.
struct SandboxPlan {
  Tier tier = Tier::none;
  std::string jail;  ///< the program kit_jail
  std::string view;  ///< the copy of what builds need of the kit; readable by all
  std::string job;   ///< the job's folder: src/ (read) and out/ (written)
  long user = -1;    ///< who runs it; -1: the caller, who is not root
  bool gpu = false;
  int sources = 0;      ///< of the lab; each adds to the time that all builds may take
  double patience = 1;  ///< that time times this: the machine is slow, or the code the kit's own
  std::shared_ptr<grader::TimeBudget> budget;  ///< of all calls of the worker; null: none
  std::vector<std::string> cgroups;
  /// Defences that a test leaves out: "network", "files", "processes", "calls".
  std::set<std::string> without;
};

class Sandbox : public grader::Containment {
 public:
  explicit Sandbox(SandboxPlan plan);

  std::vector<std::string> build_command(const grader::BuildRequest& request) const override;
  std::vector<std::string> worker_wrapper(const std::string& worker) const override;
  grader::TimeBudget* budget() const override { return plan_.budget.get(); }
  /// Runs a program of the system with `folder` writable and `readable` readable: for unpacking.
  /// `cpu_seconds` are the limit of each process; empty: none.
  std::vector<std::string> tool_command(const std::string& folder, const std::string& readable,
                                        const std::vector<std::string>& command,
                                        const std::string& cpu_seconds = "") const;
  /// Ends what the job's user still runs, and takes away what it left in shared folders.
  void clean_up() const;

  grader::BuildBudget* build_budget() const override { return builds_.get(); }

 private:
  std::vector<std::string> jailed(const std::string& folder, const std::string& cpu_seconds) const;
  std::vector<std::string> wrapped(const std::string& folder, const std::vector<std::string>& binds,
                                   const std::string& cpu_seconds = "") const;

  SandboxPlan plan_;
  std::unique_ptr<grader::BuildBudget> builds_;
};

/// The strongest tier that works here, found by trying. `user` as in SandboxPlan; `secrets` are
/// folders that tier 2's user must not be able to read. Throws InputError that says why neither
/// works and what to do.
Tier choose_tier(const std::string& jail, long user, const std::vector<std::string>& secrets);
/// Throws InputError unless this tier works here.
void check_tier(Tier tier, const std::string& jail, long user,
                const std::vector<std::string>& secrets);

/// A user number that no other class run of this machine uses now, if the caller is root; else -1.
/// It stays taken until this process ends.
long take_user();

/// Control groups for one job, joined by its processes: at most `mebibytes` of memory and
/// `processes` processes together. Empty where there are none that the caller may use.
std::vector<std::string> make_cgroups(const std::string& name, long mebibytes, long processes);
void remove_cgroups(const std::vector<std::string>& cgroups);

}  // namespace kit::classroom
