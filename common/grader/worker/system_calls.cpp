/// @file
/// A list of what is allowed, as a filter of the kernel's (seccomp). It is put together by hand, so
/// that students need no library for it. Code that finds a system call's instruction somewhere in
/// the C library and jumps there meets it too.
#include "grader/worker/system_calls.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

/// Every program for CUDA has it, and no other.
extern "C" void register_cuda_code(void*) __asm__("__cudaRegisterFatBinary") __attribute__((weak));

namespace kit::worker {
namespace {

#if defined(__x86_64__)
constexpr unsigned kMachine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kMachine = AUDIT_ARCH_AARCH64;
#else
constexpr unsigned kMachine = 0;
#endif
constexpr unsigned kFirstOfX32 = 0x40000000;  // another way to number calls on x86-64

/// In any form.
constexpr int kAllowed[] = {
    // what is open already
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_fstat, SYS_lseek, SYS_sendto,
    // memory
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk,
    // threads and their signals
    SYS_futex, SYS_exit, SYS_exit_group, SYS_gettid, SYS_getpid, SYS_set_robust_list, SYS_rseq,
    SYS_membarrier, SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_setaffinity, SYS_rt_sigaction,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    // time, chance, and what there is
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
    SYS_getrandom, SYS_getrusage, SYS_times, SYS_getcpu, SYS_uname, SYS_sysinfo,
#if defined(__x86_64__)
    SYS_alarm,
#endif
    SYS_setitimer};  // a program that dies has a few seconds to say why

/// These fail, and the C library can do without.
constexpr int kFailing[] = {
#if defined(__x86_64__)
    SYS_open,    SYS_stat,      SYS_lstat,      SYS_access,     SYS_readlink,
#endif
    SYS_openat2, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_statx,
    SYS_getcwd,  SYS_ioctl,     SYS_fcntl};

/// Names of calls for messages.
constexpr std::pair<int, const char*> kNames[] = {
#if defined(__x86_64__)
    {SYS_fork, "fork"},
    {SYS_vfork, "vfork"},
    {SYS_unlink, "unlink"},
    {SYS_chmod, "chmod"},
    {SYS_rename, "rename"},
    {SYS_mkdir, "mkdir"},
    {SYS_creat, "creat"},
#endif
    {SYS_socket, "socket"},
    {SYS_connect, "connect"},
    {SYS_bind, "bind"},
    {SYS_clone, "clone"},
    {SYS_execve, "execve"},
    {SYS_execveat, "execveat"},
    {SYS_kill, "kill"},
    {SYS_tkill, "tkill"},
    {SYS_tgkill, "tgkill"},
    {SYS_ptrace, "ptrace"},
    {SYS_process_vm_readv, "process_vm_readv"},
    {SYS_process_vm_writev, "process_vm_writev"},
    {SYS_openat, "openat, for writing"},
    {SYS_mmap, "mmap, of memory for code"},
    {SYS_mprotect, "mprotect, of memory for code"},
    {SYS_memfd_create, "memfd_create"},
    {SYS_bpf, "bpf"},
    {SYS_unshare, "unshare"},
    {SYS_setns, "setns"},
    {SYS_mount, "mount"},
    {SYS_unlinkat, "unlinkat"},
    {SYS_perf_event_open, "perf_event_open"},
    {SYS_userfaultfd, "userfaultfd"},
    {SYS_io_uring_setup, "io_uring_setup"},
    {SYS_keyctl, "keyctl"},
    {SYS_seccomp, "seccomp"},
    {SYS_dup, "dup"},
    {SYS_dup3, "dup3"},
    {SYS_pipe2, "pipe2"}};

/// The filter, instruction by instruction.
class Program {
 public:
  Program() {
    load(offsetof(seccomp_data, arch));
    unless_equal(kMachine, 1);
    end(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kFirstOfX32, 0, 1));
    end(SECCOMP_RET_KILL_PROCESS);
#endif
  }

  void answer(int call, unsigned result) {
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, unsigned(call), 0, 1));
    end(result);
  }
  /// By whether the bits in `mask`, of an argument's low half, are `value`.
  void decide(int call, unsigned argument, unsigned mask, unsigned value, unsigned then,
              unsigned otherwise) {
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, unsigned(call), 0, 5));
    // The machines that the kit runs on put the low half first.
    load(unsigned(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t)));
    code_.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
    end(then);
    end(otherwise);
  }
  void allow_if(int call, unsigned argument, unsigned mask, unsigned value, unsigned otherwise) {
    decide(call, argument, mask, value, SECCOMP_RET_ALLOW, otherwise);
  }
  /// Of all that is not named. True if the kernel took the filter, for all threads.
  bool install() {
    end(SECCOMP_RET_TRAP);
    const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
  }

 private:
  void load(unsigned offset) {
    code_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
  }
  void unless_equal(unsigned value, unsigned char skipped) {
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, skipped, 0));
  }
  void end(unsigned result) {
    code_.push_back(BPF_STMT(BPF_RET | BPF_K, result));
  }

  std::vector<sock_filter> code_;
};

/// The C library's functions for texts may take locks.
class Line {
 public:
  void add(const char* text) {
    for (; *text != '\0' && size_ < text_.size(); ++text) text_[size_++] = *text;
  }
  void add(int number) {
    std::array<char, 12> digits{};
    std::size_t first = digits.size() - 1;
    do digits[--first] = char('0' + number % 10);
    while ((number /= 10) > 0);
    add(digits.data() + first);
  }
  void print() const {
    if (write(STDERR_FILENO, text_.data(), size_) < 0) return;
  }

 private:
  std::array<char, 120> text_{};
  std::size_t size_ = 0;
};

/// Says which call it was, and ends the process as the kernel would.
void end_by_call(int, siginfo_t* info, void*) {
  const char* name = nullptr;
  for (const auto& [call, its_name] : kNames)
    if (call == info->si_syscall) name = its_name;
  Line line;
  line.add("\nkit: asked the system for '");
  if (name != nullptr) {
    line.add(name);
  } else {
    line.add("number ");
    line.add(info->si_syscall);
  }
  line.add("'\n");
  line.print();
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  sigaction(SIGSYS, &standard, nullptr);
  syscall(SYS_tgkill, getpid(), gettid(), SIGSYS);
  _exit(128 + SIGSYS);
}

void allow_by_arguments(Program& program) {
  const unsigned denied = SECCOMP_RET_ERRNO | EACCES, refused = SECCOMP_RET_TRAP;
  program.allow_if(SYS_clone, 0, CLONE_THREAD, CLONE_THREAD, refused);
  program.allow_if(SYS_mmap, 2, PROT_EXEC, 0, refused);
  program.allow_if(SYS_mprotect, 2, PROT_EXEC, 0, refused);
  program.allow_if(SYS_tgkill, 0, ~0u, unsigned(getpid()), refused);
  program.allow_if(SYS_prctl, 0, ~0u, PR_SET_NAME, denied);
  program.allow_if(SYS_newfstatat, 3, AT_EMPTY_PATH, AT_EMPTY_PATH, denied);
  // To open a file fails, and to open one for writing is no accident of the C library's.
  program.decide(SYS_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC, 0, denied, refused);
  // To ask for a limit, not to set one.
  program.allow_if(SYS_prlimit64, 2, ~0u, 0, denied);
}

}  // namespace

void give_up_system_calls() {
  if (kMachine == 0 || &register_cuda_code != nullptr) return;
  // Tests of the other defences leave this one out.
  if (std::getenv("KIT_UNFILTERED") != nullptr) return;
  Program program;
  for (const int call : kAllowed) program.answer(call, SECCOMP_RET_ALLOW);
  allow_by_arguments(program);
  for (const int call : kFailing) program.answer(call, SECCOMP_RET_ERRNO | EACCES);
  // It hides its flags in memory; C libraries do without it.
  program.answer(SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
  struct sigaction action = {};
  action.sa_sigaction = end_by_call;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSYS, &action, nullptr);
  program.install();
}

}  // namespace kit::worker
