#include "filter.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <vector>

namespace kit::jail {
namespace {

#if defined(__x86_64__)
constexpr unsigned kMachine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kMachine = AUDIT_ARCH_AARCH64;
#endif

constexpr unsigned kForbidden[] = {SYS_ptrace,
                                   SYS_process_vm_readv,
                                   SYS_process_vm_writev,
                                   SYS_kcmp,
                                   SYS_pidfd_getfd,
                                   SYS_mount,
                                   SYS_umount2,
                                   SYS_pivot_root,
                                   SYS_chroot,
                                   SYS_unshare,
                                   SYS_setns,
                                   SYS_open_tree,
                                   SYS_move_mount,
                                   SYS_fsopen,
                                   SYS_fsconfig,
                                   SYS_fsmount,
                                   SYS_keyctl,
                                   SYS_add_key,
                                   SYS_request_key,
                                   SYS_bpf,
                                   SYS_perf_event_open,
                                   SYS_userfaultfd,
                                   SYS_io_uring_setup,
                                   SYS_io_uring_enter,
                                   SYS_io_uring_register,
                                   SYS_init_module,
                                   SYS_finit_module,
                                   SYS_delete_module,
                                   SYS_kexec_load,
                                   SYS_reboot,
                                   SYS_swapon,
                                   SYS_swapoff,
                                   SYS_quotactl,
                                   SYS_open_by_handle_at,
                                   SYS_name_to_handle_at,
                                   SYS_syslog,
                                   SYS_acct,
                                   SYS_settimeofday,
                                   SYS_clock_settime,
                                   SYS_adjtimex,
                                   SYS_sethostname,
                                   SYS_setdomainname,
                                   SYS_shmget,
                                   SYS_msgget,
                                   SYS_semget,
                                   SYS_mq_open,
                                   SYS_fanotify_init,
                                   SYS_personality,
                                   SYS_vhangup};

unsigned offset_of_argument(unsigned index) {
  return static_cast<unsigned>(offsetof(seccomp_data, args) + 8 * index);
}

}  // namespace

bool install_filter() {
  const unsigned refuse = SECCOMP_RET_ERRNO | EPERM, pass = SECCOMP_RET_ALLOW;
  const auto load = [](unsigned offset) {
    return sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset);
  };
  const auto answer = [](unsigned value) { return sock_filter BPF_STMT(BPF_RET | BPF_K, value); };
  const auto skip_unless = [](unsigned value, unsigned char count) {
    return sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count);
  };
  std::vector<sock_filter> code = {load(offsetof(seccomp_data, arch)),
                                   sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kMachine, 1, 0),
                                   answer(SECCOMP_RET_KILL_PROCESS),
                                   load(offsetof(seccomp_data, nr))};
#if defined(__x86_64__)
  // The 32-bit numbers of the same machine, which would slip past the list.
  constexpr unsigned kOtherNumbers = 0x40000000;
  code.push_back(sock_filter BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kOtherNumbers, 0, 1));
  code.push_back(answer(refuse));
#endif
  for (const unsigned number : kForbidden) {
    code.push_back(skip_unless(number, 1));
    code.push_back(answer(refuse));
  }
  // Sockets between processes of this machine only; CUDA's driver has some.
  for (const sock_filter& step : {skip_unless(SYS_socket, 4), load(offset_of_argument(0)),
                                  skip_unless(AF_UNIX, 1), answer(pass), answer(refuse)})
    code.push_back(step);
  // No new namespaces; clone3 hides its flags in memory, and C libraries do without it.
  constexpr unsigned kNamespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                   CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
  for (const sock_filter& step :
       {skip_unless(SYS_clone3, 1), answer(SECCOMP_RET_ERRNO | ENOSYS), skip_unless(SYS_clone, 4),
        load(offset_of_argument(0)),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, kNamespaces, 0, 1), answer(refuse),
        answer(pass), answer(pass)})
    code.push_back(step);
  sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace kit::jail
