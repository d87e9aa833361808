#include "grader/grading/measured_dots.hpp"

#include <cstdint>

#include "grader/judge/derived_seed.hpp"
#include "grader/judge/resized_call.hpp"
#include "grader/judge/session.hpp"
#include "grader/report/work_log.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

constexpr int kSide = 256;  // of the picture on which a call is counted

/// The roofline's counters of all launches of a call, times `scale`.
json scaled_counts(const Observations& seen, double scale) {
  json counters = json::object();
  for (const sim::NamedCounter& one : sim::kCounters)
    if (is_of_roofline(one.name)) counters[one.name] = scale * total(seen, one.counter);
  return counters;
}

}  // namespace

json measured_dots(const Grading& grading, const JudgePlan& plan, const std::string& observed) {
  json dots = json::array();
  if (grading.options.backend != Backend::cuda || !plan.suite->timing) return dots;
  for (const TimingPlan& timed : plan.suite->timing(Backend::cuda))
    for (const TimingRecord& row : grading.timing) {
      if (row.name != timed.name || row.stage != timed.stage || !row.counts || row.student_ms <= 0)
        continue;
      Session session(observed, grading.config, Backend::sim, plan.seed);
      contain(session, plan);
      const CallOutcome outcome =
          session.call(resized(timed.call(plan.seed), timed.width, timed.height, kSide), plan.seed,
                       grading.config.seconds_per_case);
      if (!outcome.returned() || !outcome.observations) continue;
      const double scale = double(timed.width) * timed.height / (kSide * kSide);
      dots.push_back({{"stage", row.stage},
                      {"name", row.name},
                      {"card", grading.device ? grading.device->name : ""},
                      {"ms", row.student_ms},
                      {"counters", scaled_counts(*outcome.observations, scale)}});
    }
  return dots;
}

}  // namespace kit::grader
