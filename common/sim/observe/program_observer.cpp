/// Listens to the whole program: launches, allocations, copies and its end. It adds up what the
/// host threads counted when a launch ends, keeps what nobody has taken yet, and prints the
/// findings at the end of a program that took none.
///
/// Launches follow one another, also those of different streams, so what a launch needs is one
/// LaunchState that all host threads share.
#include "program_observer.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "../src/device.hpp"
#include "../src/error_state.hpp"
#include "../src/failing_calls.hpp"
#include "../src/faults.hpp"
#include "../src/live_handles.hpp"
#include "../src/unchecked_errors.hpp"
#include "../src/work_queue.hpp"
#include "confinement.hpp"
#include "elf_symbols.hpp"
#include "flops.hpp"
#include "host_buffers.hpp"
#include "host_heap.hpp"
#include "launch_record.hpp"
#include "leaks.hpp"
#include "own_pages.hpp"
#include "owned_memory.hpp"
#include "program_memory.hpp"
#include "source_lines.hpp"
#include "stream_order.hpp"
#include "symbols/client/client.hpp"

namespace kit::sim {
namespace {

constexpr std::uint64_t kDefaultStepBudget = 100'000'000;  // events of a block's threads

constexpr unsigned kMaxSecondsToPrint = 20;

class ProgramObserver : public Observer, public OnOwnPages {
 public:
  static ProgramObserver& instance() {
    static auto* observer = new ProgramObserver;
    return *observer;
  }

  BlockObserver& for_this_thread() override {
    static thread_local BlockTrace* trace = nullptr;
    if (trace == nullptr) {
      trace = new BlockTrace(state_, BlockRunner::of_this_thread());
      trace->launch_begins(state_.keeps_uses);
      const std::lock_guard lock(mutex_);
      if (traces_.size() < state_.traces.size()) state_.traces[traces_.size()] = trace;
      traces_.push_back(trace);
    }
    return *trace;
  }

  void launch_given(const LaunchSite& site, const void* arguments, std::size_t bytes) override {
    const auto* const data = static_cast<const char*>(arguments);
    const char* pointer = nullptr;
    state_.arguments.clear();
    state_.launched_from = call_stack();
    state_.argument_bytes.assign(data, bytes);
    for (std::size_t at = 0; at + sizeof(pointer) <= bytes; at += sizeof(pointer)) {
      std::memcpy(&pointer, data + at, sizeof(pointer));
      state_.arguments.push_back(pointer);
      const std::string name = misnamed_variable_at(pointer);
      if (name.empty()) continue;
      report_host(FindingKind::host_pointer,
                  "the launch of " + std::string(site.name) + " gets " + name +
                      " by its name in host code, where that is a copy on the host: no kernel can "
                      "use its address. Use the variable by its name in the kernel, or get its "
                      "address from cudaGetSymbolAddress()",
                  CodePlace(site.file, site.line));
    }
  }
  void launch_begins(Launch& launch) override {
    // The GPU's variables are buffers too. Their memory is mapped at the first launch only.
    if (state_.number == 0) {
      for (const ProgramVariable& variable : program_variables()) {
        if (in_constant_memory(variable.data) || !host_variable_at(variable.data).empty()) continue;
        GlobalShadow::instance().variable(variable.data, variable.bytes, variable.name);
      }
    }
    ++state_.number;
    state_.launch = &launch;
    state_.kernel = 0;
    state_.buffers = GlobalShadow::instance().snapshot();
    next_interval();
    state_.order.start_launch();
    state_.keeps_uses = StreamOrder::instance().wants_accesses();
    for (BlockTrace* trace : traces_) trace->launch_begins(state_.keeps_uses);
    state_.recorder = recorder_for(launches_.size());
    const char* budget = std::getenv("KIT_SIM_STEPS");
    state_.step_budget =
        budget != nullptr ? std::strtoull(budget, nullptr, 10) : kDefaultStepBudget;
  }

  void grid_synchronised() override {
    if (state_.keeps_uses) list_uses(uses_before_barriers_);
    next_interval();
  }

  void launch_ends(Launch& launch, StreamWork& uses) override {
    LaunchRecord record;
    record.kernel = launch.site.name;
    record.file = launch.site.file;
    record.line = launch.site.line;
    record.grid = launch.config.grid;
    record.block = launch.config.block;
    record.shared_bytes = launch.config.shared_bytes;
    record.arguments = std::exchange(state_.argument_bytes, {});
    if (const std::uint32_t begin = state_.kernel.load(); begin != 0)
      record.function = function_at(begin);
    FlatMap<std::uint64_t> lanes;
    for (BlockTrace* trace : traces_) {
      RequestCounter& counter = trace->counter();
      add(record.counters, counter.totals());
      counter.places().for_each([&](EventKey key, const PcCounters& counters) {
        const int kind = int(counters.space) * 4 + int(counters.access);
        add(record.places[pc_of(key)][kind], counters);
      });
      counter.lanes_in_block().for_each(
          [&](std::uint64_t pc, std::uint64_t count) { lanes[pc] += count; });
      counter.clear();
    }
    record.counters.flops = count_flops(lanes);
    if (state_.keeps_uses) {
      const StreamWork before = std::exchange(uses_before_barriers_, {});
      uses.reads.insert(uses.reads.end(), before.reads.begin(), before.reads.end());
      uses.writes.insert(uses.writes.end(), before.writes.begin(), before.writes.end());
      list_uses(uses);
      for (const BlockTrace* trace : traces_) trace->list_constant_reads(uses.reads);
    }
    for (GlobalBuffer* buffer : state_.buffers) {
      const auto [loaded, stored] = buffer->take_sectors();
      record.counters.unique_load_sectors += loaded;
      record.counters.unique_store_sectors += stored;
    }
    for (BlockTrace* trace : traces_) trace->forget_races(traces_);
    for (BlockTrace* trace : traces_) trace->launch_ends();
    check_shared_size(launch);
    if (state_.recorder != nullptr) record.recorded = state_.recorder->take();
    const std::lock_guard lock(mutex_);
    keep(std::move(record));
  }

  void allocated(void* data, std::size_t bytes, bool initialised, CodePlace where) override {
    GlobalShadow::instance().add(static_cast<char*>(data), bytes, initialised, std::move(where));
    if (initialised) StreamOrder::instance().host_memory_made();
  }
  void freed(void* data, CodePlace where) override {
    forget_checked();
    GlobalShadow::instance().remove(static_cast<const char*>(data), std::move(where));
  }
  void bad_free(void* data, bool host) override;
  void host_wrote(void* data, std::size_t bytes) override {
    GlobalShadow::instance().host_wrote(static_cast<const char*>(data), bytes);
  }

  void copied_from(const char* call, const void* source, std::size_t bytes,
                   const CodePlace& where) override {
    if (const std::string beyond = beyond_host_buffer(source, bytes); !beyond.empty())
      report_host(FindingKind::wrong_copy, std::string(call) + " " + beyond, where);
    if (!GlobalShadow::instance().all_unwritten(static_cast<const char*>(source), bytes)) return;
    report_host(FindingKind::uninitialised_read,
                std::string(call) + " copies " + std::to_string(bytes) +
                    " bytes of device memory to which neither a kernel nor a copy has written",
                where);
  }

  StreamObserver& streams() override { return StreamOrder::instance(); }
  void found(Finding finding) override { Findings::instance().add(std::move(finding)); }
  bool is_students(const CodePlace& stack) override { return sim::is_students(stack); }
  std::string left_by_host(const void* address) override { return beyond_host_block(address); }
  void dying(bool by_itself) override {
    alarm(kMaxSecondsToPrint);  // the program may have died in the middle of an allocation
    end_if_call_failed(by_itself ? ProgramEnd::with_an_error : ProgramEnd::crash);
    print_findings();
  }

  std::vector<LaunchRecord> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(launches_, {});
  }

 private:
  // A loop on the host may launch a kernel thousands of times. From the kMostRecords-th launch on,
  // what was counted is added to the last record of the same kernel, grid and block.
  void keep(LaunchRecord record) {
    constexpr std::size_t kMostRecords = 128;
    const auto same = [&](const LaunchRecord& one) {
      return one.function == record.function && one.kernel == record.kernel &&
             one.grid.x == record.grid.x && one.grid.y == record.grid.y &&
             one.grid.z == record.grid.z && one.block.x == record.block.x &&
             one.block.y == record.block.y && one.block.z == record.block.z;
    };
    const auto found = launches_.size() < kMostRecords
                           ? launches_.rend()
                           : std::find_if(launches_.rbegin(), launches_.rend(), same);
    if (found == launches_.rend()) return launches_.push_back(std::move(record));
    add(found->counters, record.counters);
    for (const auto& [pc, kinds] : record.places) {
      for (const auto& [kind, counters] : kinds) {
        add(found->places[pc][kind], counters);
      }
    }
  }

  // Records have the numbers modulo so many: none of that long ago may be left.
  void next_interval() {
    if (++state_.interval % GlobalAccessRecord::kLaunches != 0) return;
    for (GlobalBuffer* buffer : state_.buffers) buffer->forget();
  }
  // What the launch has used since it began, or since its last barrier over the grid.
  void list_uses(StreamWork& uses) {
    GlobalAccessRecord mine;
    mine.launch = state_.interval;
    for (const GlobalBuffer* buffer : state_.buffers)
      buffer->list_uses(mine.pack(), uses.reads, uses.writes);
  }
  void check_shared_size(const Launch& launch);

  std::mutex mutex_;
  LaunchState state_;
  StreamWork uses_before_barriers_;  // over the grid, of the running launch
  std::vector<BlockTrace*> traces_;  // one for each host thread, kept
  std::vector<LaunchRecord> launches_;
};

// Static and dynamic shared memory of the kernel together: nvcc and the device refuse too much.
void ProgramObserver::check_shared_size(const Launch& launch) {
  std::size_t bytes = 0;
  std::string names;
  for (std::size_t i = 0; !traces_.empty() && i + 1 < traces_[0]->shared_arrays().size(); ++i) {
    const bool accessed = std::any_of(traces_.begin(), traces_.end(), [i](BlockTrace* trace) {
      return trace->shared_arrays()[i].accessed;
    });
    if (!accessed) continue;
    const SharedArray& array = traces_[0]->shared_arrays()[i];
    bytes += array.bytes;
    names += (names.empty() ? "" : ", ") + array.name.substr(0, array.name.find(' '));
  }
  const std::size_t dynamic = launch.config.shared_bytes;
  std::string message;
  if (bytes > kSharedBytesPerBlock) {
    message = "the kernel's shared variables (" + names + ") take " + std::to_string(bytes) +
              " bytes; the limit is " + std::to_string(kSharedBytesPerBlock) +
              " (48 KiB), and nvcc refuses more";
  } else if (bytes > 0 && dynamic > 0 && bytes + dynamic > dynamic_shared_limit()) {
    message = "shared variables of " + std::to_string(bytes) + " bytes (" + names + ") and " +
              std::to_string(dynamic) + " bytes of dynamic shared memory are more than the " +
              std::to_string(dynamic_shared_limit()) + " bytes that a block may have";
  } else {
    return;
  }
  const LaunchSite& site = launch.site;
  found({FindingKind::shared_size, message, std::string("kernel ") + site.name,
         CodePlace(site.file, site.line)});
}

void ProgramObserver::bad_free(void* data, bool host) {
  const char* call = host ? "cudaFreeHost" : "cudaFree";
  const GlobalShadow::Nearest nearest =
      GlobalShadow::instance().describe(static_cast<const char*>(data));
  if (nearest.freed) {
    report_host(FindingKind::bad_free,
                std::string(call) + " of " + nearest.text + " that has been freed already",
                call_stack(),
                {{"freed first", nearest.freed_at}, {"allocated", nearest.allocated}});
  } else {
    report_host(FindingKind::bad_free,
                std::string(call) + " of a pointer that " +
                    (host ? "cudaMallocHost or cudaHostAlloc" : "cudaMalloc") + " did not return");
  }
}

// A path as short as it can be from the current folder.
std::string short_path(const std::string& path) {
  char folder[4096];
  if (getcwd(folder, sizeof(folder)) == nullptr) return path;
  const std::string prefix = std::string(folder) + "/";
  return path.compare(0, prefix.size(), prefix) == 0 ? path.substr(prefix.size()) : path;
}

std::string short_text(const SourceLine& line) {
  return line.line == 0 ? "unknown place" : short_path(line.file) + ":" + std::to_string(line.line);
}

}  // namespace

void print_findings() {
  std::string text;
  for (const Finding& finding : Findings::instance().take()) {
    text += short_text(finding.where.line) + ": " + finding.message + "\n    " +
            to_string(finding.kind) + " in " + finding.position;
    if (finding.count > 1) text += ", seen " + std::to_string(finding.count) + " times";
    text += "\n";
    for (const Finding::Related& other : finding.related) {
      const SourceLine &line = other.where.line, &main = finding.where.line;
      if (line.line == 0 || (line.line == main.line && line.file == main.file)) continue;
      text += "    " + short_text(other.where.line) + ": " + other.note + "\n";
    }
  }
  std::fflush(stdout);  // what the program printed comes first
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;
}

std::vector<LaunchRecord> take_launches() {
  return ProgramObserver::instance().take();
}

void observe_program() {
  if (observer() != nullptr) return;
  // What needs files and processes comes before the program's own code.
  symbols::Client::instance().start();
  read_variables();
  set_observer(&ProgramObserver::instance());
  install_fault_handler();  // the host's code may fail before the first launch
  const auto at_exit = [](int status, void*) {
    WorkQueue::instance().host_waits_for_all();  // a card would have gone on
    end_if_call_failed(status == 0 ? ProgramEnd::without_an_error : ProgramEnd::with_an_error);
    report_unchecked_errors();
    report_leaks(0);
    print_findings();
  };
  on_exit(at_exit, nullptr);
}

}  // namespace kit::sim

namespace {

std::uint64_t watched_since = 0, handles_watched_since = 0;

}  // namespace

extern "C" const char* kit_sim_take_observations() {
  // Never destroyed: a destructor of the program may ask after main.
  static auto* const text = new std::string;
  *text = kit::sim::take_observations();
  return text->c_str();
}

extern "C" void kit_sim_name_buffer(void* data, unsigned long bytes, const char* name) {
  kit::sim::GlobalShadow::instance().restrict_to(static_cast<char*>(data), bytes, name);
}

extern "C" void kit_sim_forget_contents(void* data, unsigned long bytes) {
  kit::sim::GlobalShadow::instance().forget_contents(static_cast<char*>(data), bytes);
}

extern "C" void kit_sim_watch_allocations() {
  watched_since = kit::sim::GlobalShadow::instance().next_serial();
  handles_watched_since = kit::sim::next_handle_serial();
}

extern "C" void kit_sim_report_leaks() {
  kit::sim::report_leaks(watched_since);
  kit::sim::report_live_handles(handles_watched_since);
}
