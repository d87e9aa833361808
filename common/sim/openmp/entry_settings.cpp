/// @file
/// The functions of omp.h that ask and set. Inner regions have one thread, and no schedule is as it
/// was asked for, which OpenMP leaves to us.
#include <algorithm>
#include <chrono>

#include "sim/openmp/team.hpp"

using namespace kit::sim::openmp;

namespace {

// The place of the region that many levels out; null if there is none.
const Place* place_at(int level) {
  const Place* place = &here();
  if (level < 0 || unsigned(level) > place->level) return nullptr;
  while (place->level > unsigned(level)) place = place->outer;
  return place;
}

int schedule_kind = 1, schedule_chunk = 0, levels = 1, adjusts = 0;

}  // namespace

extern "C" {

int omp_get_thread_num() {
  return int(here().number);
}
int omp_get_num_threads() {
  return int(here().size);
}
int omp_get_max_threads() {
  return int(threads_wanted());
}
void omp_set_num_threads(int threads) {
  threads_wanted() = unsigned(std::max(1, threads));
}
int omp_get_num_procs() {
  return int(kThreads);
}
int omp_get_thread_limit() {
  return int(kit::sim::kMaxTeam);
}
int omp_in_parallel() {
  return in_team() ? 1 : 0;
}
int omp_in_final() {
  return 0;
}
int omp_get_level() {
  return int(here().level);
}
int omp_get_active_level() {
  return in_team() ? 1 : 0;
}
int omp_get_ancestor_thread_num(int level) {
  const Place* const place = place_at(level);
  return place != nullptr ? int(place->number) : -1;
}
int omp_get_team_size(int level) {
  const Place* const place = place_at(level);
  return place != nullptr ? int(place->size) : -1;
}
void omp_set_dynamic(int adjust) {
  adjusts = adjust;
}
int omp_get_dynamic() {
  return adjusts;
}
void omp_set_nested(int nested) {
  levels = nested != 0 ? 2 : 1;
}
int omp_get_nested() {
  return levels > 1 ? 1 : 0;
}
void omp_set_max_active_levels(int count) {
  levels = count;
}
int omp_get_max_active_levels() {
  return levels;
}
int omp_get_supported_active_levels() {
  return 1;
}
void omp_set_schedule(int kind, int chunk) {
  schedule_kind = kind;
  schedule_chunk = chunk;
}
void omp_get_schedule(int* kind, int* chunk) {
  *kind = schedule_kind;
  *chunk = schedule_chunk;
}
int omp_get_cancellation() {
  return 0;
}
int omp_get_proc_bind() {
  return 0;
}
int omp_get_num_teams() {
  return 1;
}
int omp_get_team_num() {
  return 0;
}
double omp_get_wtime() {
  const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
  return now.count();
}
double omp_get_wtick() {
  return 1e-9;
}

}  // extern "C"
