// Times work on the host, and runs studies. A slow reference on a large image would take
// minutes: such work runs on a part of the rows, and its time is scaled up and marked
// as scaled.
// Times work on the host, and runs studies.
#include "bench/harness/measure.hpp"
#include "kit/timer.hpp"

namespace kit::bench {
namespace {

/// Seconds that a run is predicted to take, from runs on 2, 4, 8 ... rows, until one takes long
/// enough to tell.
double predicted_seconds(const MakeHostWork& make, const Parameters& parameters) {
  constexpr double kTelling = 0.05;
  constexpr int kMinShare = 16;  // of the rows, one in so many at most
  const int height = parameters.height();
  double predicted = 0, seconds = 0;
  for (int rows = 2; rows <= height / kMinShare && seconds < kTelling; rows *= 2) {
    const HostWork work = make(parameters.with_height(rows));
    const Timer timer;
    work.run();
    seconds = timer.seconds();
    predicted = seconds * height / rows;
  }
  return predicted;
}

Answer time(const Request& request, const MakeHostWork& make) {
  const int height = request.parameters.height();
  const double predicted = predicted_seconds(make, request.parameters);
  const int rows = rows_within(height, predicted, request.longest);
  const double scale = double(height) / rows;
  const HostWork work = make(request.parameters.with_height(rows));
  if (predicted / scale < request.repetition.seconds) work.run();
  std::vector<double> times;
  Sample sample;
  const Timer total;
  do {
    const Timer timer;
    work.run();
    times.push_back(timer.milliseconds());
    sample = summarise(times);
  } while (!enough(request.repetition, sample, total.seconds()));
  Answer answer;
  answer.numbers = {{"ms", sample.median * scale},
                    {"spread", sample.spread},
                    {"launches", sample.count},
                    {"least_bytes", work.least_bytes * scale}};
  if (rows != height) {
    answer.texts["scaled_from"] = request.parameters.text("width") + "x" + std::to_string(rows);
  }
  return answer;
}

}  // namespace

Answer measure(const Request& request) {
  if (request.measure == "study") return measure_study(request);
  if (request.measure != "time") {
    throw InputError("measure '" + request.measure + "' is not one of time and study");
  }
  return time(request, find_variant<MakeHostWork>(request.variant));
}

}  // namespace kit::bench
