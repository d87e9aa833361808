/// @file
/// A worker that ended, hung or complained, in the words that a student reads.
#include "grader/judge/call_outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "grader/results/reply.hpp"

namespace kit::grader {

void stop_with(CallOutcome& outcome, Verdict verdict, std::string cause, std::string message) {
  outcome.verdict = verdict;
  outcome.cause = std::move(cause);
  outcome.message = std::move(message);
}

void refuse_reply(CallOutcome& outcome, const std::string& why) {
  outcome.outputs.clear();
  stop_with(outcome, Verdict::crashed, "garbled_reply", "sent a reply " + why);
}

namespace {

using nlohmann::json;

void explain_cuda_error(CallOutcome& outcome, const std::string& where, const std::string& name,
                        const std::string& text) {
  static const std::map<std::string, std::string> causes = {
      {"cudaErrorIllegalAddress", "illegal_address"},
      {"cudaErrorMisalignedAddress", "illegal_address"},
      {"cudaErrorInvalidAddressSpace", "illegal_address"},
      {"cudaErrorInvalidPc", "illegal_address"},
      {"cudaErrorHardwareStackError", "illegal_address"},
      {"cudaErrorInvalidConfiguration", "invalid_launch"},
      {"cudaErrorInvalidDeviceFunction", "invalid_launch"},
      {"cudaErrorLaunchOutOfResources", "invalid_launch"},
      {"cudaErrorNoKernelImageForDevice", "invalid_launch"},
      {"cudaErrorAssert", "assertion"}};
  const auto found = causes.find(name);
  std::string cause = found != causes.end() ? found->second : "cuda_error";
  if (cause == "cuda_error" && where == "launch") cause = "invalid_launch";
  const std::string detail = text.empty() ? "" : fmt::format(" ({})", text);
  std::string message = fmt::format("{}: {}{}", where, name, detail);
  // Thrown by a check: "FILE:LINE: CALL failed: NAME (...)", of which the folder says nothing.
  if (text.find(name) != std::string::npos)
    message = fmt::format("{}: {}", where, text.substr(text.rfind('/', text.find(':')) + 1));
  // What the runtime calls a fault may be a limit that the student ran into.
  if (name == "cudaErrorMemoryAllocation")
    stop_with(outcome, Verdict::out_of_memory, "out_of_memory", message);
  else if (name == "cudaErrorLaunchTimeout")
    stop_with(outcome, Verdict::timed_out, "infinite_loop_or_deadlock", message);
  else
    stop_with(outcome, Verdict::crashed, cause, message);
}

/// A failure that the worker reported.
void explain_failure(CallOutcome& outcome, const json& reply) {
  const WorkerFailure failure = worker_failure_from(reply);
  if (failure.kind == "cuda")
    explain_cuda_error(outcome, failure.where, failure.name, failure.text);
  else if (failure.kind == "memory")
    stop_with(outcome, Verdict::out_of_memory, "out_of_memory",
              fmt::format("{}: {}", failure.name, failure.text));
  else if (failure.kind == "exception")  // without a name, if the worker refuses what was done
    stop_with(outcome, Verdict::crashed, "exception",
              failure.name.empty() ? fmt::format("{}: {}", failure.where, failure.text)
                                   : fmt::format("threw {}: {}", failure.name, failure.text));
  else
    stop_with(outcome, Verdict::grader_fault, "grader_fault", "worker: " + failure.text);
}

/// The system call that the worker's last line names. Nothing but words depends on it: the line may
/// be the student's.
std::string call_named_in(const std::string& last_words) {
  const std::string begin = "\nkit: asked the system for ";
  const std::size_t at = last_words.rfind(begin);
  if (at == std::string::npos) return "something";
  const std::size_t name = at + begin.size();
  return last_words.substr(name, std::min<std::size_t>(last_words.find('\n', name) - name, 60));
}

/// A worker that ended before it answered.
void explain_end(CallOutcome& outcome, const Exchange& exchange) {
  static const std::map<int, std::string> causes = {{SIGSEGV, "segmentation_fault"},
                                                    {SIGBUS, "segmentation_fault"},
                                                    {SIGABRT, "abort"},
                                                    {SIGFPE, "arithmetic_fault"}};
  const ProcessEnd& end = exchange.end;
  if (!end.signalled) return stop_with(outcome, Verdict::crashed, "exit", exchange.message);
  // The judge itself kills only what is over its time, and that is another status.
  if (end.code == SIGKILL)
    return stop_with(outcome, Verdict::out_of_memory, "out_of_memory",
                     "killed by the system, as happens when memory runs out");
  if (end.code == SIGSYS)
    return stop_with(outcome, Verdict::crashed, "forbidden_call",
                     fmt::format("the code asked the system for {}, which no lab needs",
                                 call_named_in(outcome.last_words)));
  const auto found = causes.find(end.code);
  stop_with(outcome, Verdict::crashed, found != causes.end() ? found->second : "signal",
            exchange.message);
}

}  // namespace

void unwrap_end(Exchange& exchange) {
  if (exchange.status != ExchangeStatus::died || exchange.end.signalled) return;
  const int number = exchange.end.code - 128;
  if (number <= 0 || number >= NSIG) return;
  exchange.end = end_by_signal(number);
  exchange.message = exchange.end.text + " instead of returning";
}

void explain(CallOutcome& outcome, const Exchange& exchange) {
  switch (exchange.status) {
    case ExchangeStatus::timed_out:
      return stop_with(outcome, Verdict::timed_out, "infinite_loop_or_deadlock", exchange.message);
    case ExchangeStatus::garbled:
      return stop_with(outcome, Verdict::crashed, "garbled_reply", exchange.message);
    case ExchangeStatus::flooded:
      return stop_with(outcome, Verdict::crashed, "too_much_output", exchange.message);
    case ExchangeStatus::died:
      return explain_end(outcome, exchange);
    case ExchangeStatus::replied:
      if (exchange.reply.kind == FrameKind::failure)
        return explain_failure(outcome, exchange.reply.json);
  }
}

}  // namespace kit::grader
