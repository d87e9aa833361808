/// Device code that touches memory it must not raises a signal on its fiber. The handler gives the
/// fiber's frames up and goes on behind the kernel, so that a fault ends the launch with an error,
/// as on a card, and not the process.
#include "faults.hpp"

#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cassert>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "block_runner.hpp"
#include "error_state.hpp"
#include "finding.hpp"
#include "memory.hpp"
#include "observer.hpp"
#include "own_thread_local.hpp"

namespace kit::sim {
namespace {

constexpr std::size_t kSignalStackBytes = 64 * 1024;

// What the handler leaves for escape(), which runs on the fiber once the handler has returned.
KIT_SIM_OWN_THREAD_LOCAL bool handler_installed = false;
KIT_SIM_OWN_THREAD_LOCAL const void* fault_address = nullptr;
KIT_SIM_OWN_THREAD_LOCAL bool fault_is_write = false;
KIT_SIM_OWN_THREAD_LOCAL int fault_signal = 0, fault_code = 0;
KIT_SIM_OWN_THREAD_LOCAL CodePlace* fault_place = nullptr;

// Floats are trapped where KIT_SIM_FLOATS asks for that.
const char* arithmetic_fault() {
  switch (fault_code) {
    case FPE_FLTDIV:
      return "divides by zero, or has an infinite result for another reason";
    case FPE_FLTINV:
      return "has no number as its result: 0 / 0, infinity minus infinity or times 0 (a half above "
             "65504 is infinite), the root or logarithm of a negative number, or an operand that "
             "is "
             "no number";
    case FPE_FLTOVF:
      return "has a result that is too large for its type";
    default:
      return observer() == nullptr ? "integer division by zero" : "divides an integer by zero";
  }
}

[[noreturn]] void escape() {
  BlockRunner* runner = BlockRunner::active();
  if (fault_signal == SIGFPE)
    runner->fail(cudaErrorLaunchFailure, FindingKind::kernel_fault, arithmetic_fault(),
                 *fault_place);
  if (runner->below_stack(fault_address)) {
    if (CodePlace call = repeated_call(*fault_place); !call.calls.empty())
      runner->fail(cudaErrorIllegalAddress, FindingKind::stack_overflow, kEndlessRecursion, call);
    runner->fail(cudaErrorIllegalAddress, FindingKind::stack_overflow,
                 observer() == nullptr ? "stack overflow" : kStackOverflow, *fault_place);
  }
  if (const std::string foreign = Memory::instance().foreign(fault_address); !foreign.empty())
    runner->fail(cudaErrorIllegalAddress, FindingKind::peer_access,
                 (fault_is_write ? "writes " : "reads ") + foreign, *fault_place);
  runner->fail(cudaErrorIllegalAddress, FindingKind::out_of_bounds,
               std::string("illegal ") + (fault_is_write ? "write" : "read") + ", " +
                   Memory::instance().describe(fault_address),
               *fault_place);
}

std::uintptr_t instruction_of(const ucontext_t& state) {
#if defined(__x86_64__)
  return std::uintptr_t(state.uc_mcontext.gregs[REG_RIP]);
#else
  return std::uintptr_t(state.uc_mcontext.pc);
#endif
}

// The faulting instruction, then the calls that led to it.
CodePlace place_of(const ucontext_t& state) {
  CodePlace place = call_stack();
  const std::uintptr_t instruction = instruction_of(state);
  // As a return address it would be one past the call.
  if (instruction >> 32 == 0) {
    place.calls.insert(place.calls.begin(), std::uint32_t(instruction) + 1);
  }
  return place;
}

// free() and its like look before the memory that they are given, at once.
bool in_free(const ucontext_t& state) {
  Dl_info symbol = {};
  if (dladdr(reinterpret_cast<void*>(instruction_of(state)), &symbol) == 0) return false;
  const std::string name = symbol.dli_sname == nullptr ? "" : symbol.dli_sname;
  return name.find("free") != std::string::npos || name.find("realloc") != std::string::npos;
}

// The host's code has touched device memory.
void report_host_use(const ucontext_t& state) {
  if (in_free(state)) {
    report_host(FindingKind::bad_free,
                "free() or delete of device memory; what cudaMalloc returned goes to cudaFree",
                place_of(state));
  } else {
    report_host(FindingKind::device_pointer_on_host,
                "the host uses device memory; copy it with cudaMemcpy first", place_of(state));
  }
}

// What the host's code did that ended at this address.
std::string where_host_was(const siginfo_t& info) {
  std::string left = observer()->left_by_host(info.si_addr);
  if (!left.empty()) return left;
  // Of an address that is none the processor does not say which.
  if (info.si_code == SI_KERNEL)
    return "an instruction that wants an aligned address gets another one, or no address at all: "
           "is more alignment promised than the memory has?";
  return "the host uses memory where there is none: an index far outside of its array, or a "
         "pointer "
         "that was never set";
}

void write_line(const char* text) {
  if (write(STDERR_FILENO, text, std::strlen(text)) < 0) return;
}

void handle(int signal, siginfo_t* info, void* context) {
  auto* state = static_cast<ucontext_t*>(context);
  BlockRunner* runner = BlockRunner::active();
  if (signal == SIGABRT) {  // an exception that nobody caught, mostly
    observer()->dying(true);
    return;
  }
  if (runner == nullptr) {
    ::signal(signal, SIG_DFL);  // the faulting instruction runs again and ends the process
    const bool device_memory =
        signal == SIGSEGV && Memory::instance().near_device_memory(info->si_addr);
    if (observer() != nullptr) {
      if (device_memory)
        report_host_use(*state);
      else if (signal == SIGSEGV)
        report_host(FindingKind::out_of_bounds, where_host_was(*info), place_of(*state));
      observer()->dying(false);
    } else if (device_memory) {
      write_line(in_free(*state)
                     ? "simulator: free() or delete of device memory; use cudaFree\n"
                     : "simulator: device memory was used on the host; copy it with cudaMemcpy "
                       "first\n");
    }
    return;
  }
  fault_signal = signal;
  fault_code = info->si_code;
  fault_address = info->si_addr;
  if (fault_place == nullptr) fault_place = new CodePlace;
  *fault_place = place_of(*state);
  // Continue in escape() at the top of the fiber's stack: the kernel's frames are given up.
  const auto top = reinterpret_cast<std::uintptr_t>(runner->stack_top()) - 256;
#if defined(__x86_64__)
  fault_is_write = (state->uc_mcontext.gregs[REG_ERR] & 2) != 0;
  state->uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>((top & ~std::uintptr_t(15)) - 8);
  state->uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(&escape);
#elif defined(__aarch64__)
  state->uc_mcontext.sp = top & ~std::uintptr_t(15);
  state->uc_mcontext.pc = reinterpret_cast<std::uintptr_t>(&escape);
#else
#error "the simulator knows x86-64 and 64-bit Arm"
#endif
}

}  // namespace

void install_fault_handler() {
  if (handler_installed) return;
  handler_installed = true;
  stack_t stack{};
  stack.ss_size = kSignalStackBytes;
  stack.ss_sp =
      mmap(nullptr, kSignalStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, nullptr) != 0) return;
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE}) sigaction(signal, &action, nullptr);
  if (observer() != nullptr) sigaction(SIGABRT, &action, nullptr);
}

int block_barrier(Combine combine, int predicate) {
  return BlockRunner::active()->block_barrier(combine, predicate,
                                              program_counter(__builtin_return_address(0)));
}

void grid_barrier() {
  BlockRunner::active()->grid_barrier(program_counter(__builtin_return_address(0)));
}

bool is_cooperative() {
  return BlockRunner::active()->is_cooperative();
}

void enter_kernel() {
  BlockRunner* runner = BlockRunner::active();
  if (runner != nullptr && runner->block_observer() != nullptr) {
    runner->block_observer()->kernel_entered(program_counter(__builtin_return_address(0)),
                                             __builtin_dwarf_cfa());
  }
}

void enter_kernel(unsigned most_threads) {
  BlockRunner* runner = BlockRunner::active();
  if (runner == nullptr) return;
  if (runner->block_threads() > most_threads) runner->refuse_block(most_threads);
  if (runner->block_observer() != nullptr) {
    runner->block_observer()->kernel_entered(program_counter(__builtin_return_address(0)),
                                             __builtin_dwarf_cfa());
  }
}

void read_only_load(const void* address, std::size_t bytes) {
  BlockRunner* runner = BlockRunner::active();
  if (runner == nullptr || runner->block_observer() == nullptr) return;
  runner->block_observer()->read_only_load(address, unsigned(bytes),
                                           program_counter(__builtin_return_address(0)));
}

bool in_kernel() {
  return BlockRunner::active() != nullptr;
}

void fence(FenceScope scope) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  BlockRunner* runner = BlockRunner::active();
  if (runner == nullptr) return;
  if (runner->block_observer() != nullptr) runner->block_observer()->fence(scope);
  runner->polled(false);
  runner->yield();
}

void fence() {
  fence(FenceScope::device);
}

void block_fence() {
  fence(FenceScope::block);
}

void note_arrivals() {
  BlockRunner* runner = BlockRunner::active();
  if (runner != nullptr && runner->block_observer() != nullptr)
    runner->block_observer()->arrivals_met();
}

void yield_thread() {
  if (BlockRunner* runner = BlockRunner::active()) runner->yield();
}

void trap() {
  if (BlockRunner* runner = BlockRunner::active()) {
    runner->fail(cudaErrorLaunchFailure, FindingKind::kernel_fault,
                 observer() == nullptr ? "__trap()" : "the kernel calls __trap()", call_stack());
  }
  std::abort();
}

long long clock_ns() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

}  // namespace kit::sim

// glibc's assert calls this; a kernel's assertion ends the kernel, not the process.
extern "C" void __assert_fail(const char* expression, const char* file, unsigned line,
                              const char* function) noexcept {
  using kit::sim::BlockRunner;
  std::string text = std::string("Assertion `") + expression + "' failed";
  if (kit::sim::observer() == nullptr) {
    text = std::string(file) + ":" + std::to_string(line) + ": " + function + ": " + text;
  }
  if (BlockRunner* runner = BlockRunner::active()) {
    runner->fail(cudaErrorAssert, kit::sim::FindingKind::kernel_fault, text,
                 kit::sim::call_stack());
  }
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
  std::abort();
}

// Called at the end of a function whose arrays were written past their end
// (-fstack-protector-strong).
extern "C" void kit_sim_own_array_overrun() __asm__("__stack_chk_fail");
extern "C" void kit_sim_own_array_overrun() {
  using kit::sim::BlockRunner;
  const char* text = kit::sim::observer() == nullptr
                         ? "illegal write, past the end of an array of the function's own"
                         : "writes past the end of an array of the function's own";
  if (BlockRunner* runner = BlockRunner::active())
    runner->fail(cudaErrorIllegalAddress, kit::sim::FindingKind::out_of_bounds, text,
                 kit::sim::call_stack());
  std::fputs("simulator: host code writes past the end of an array of the function's own\n",
             stderr);
  std::abort();
}
