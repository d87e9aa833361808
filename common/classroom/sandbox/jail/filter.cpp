// A list of what is refused, not of what is allowed: compilers, the C library and CUDA's driver use
// far more calls than could be listed, and change with every release. What is listed reaches other
// processes, the network, or the kernel's settings. libseccomp knows each machine's numbers, and
// kills a process that calls by those of another (32 bits, x32), which would slip past the list.
#include "classroom/sandbox/jail/filter.hpp"

#include <sched.h>
#include <seccomp.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <iterator>
#include <memory>

namespace kit::jail {
namespace {

constexpr int kForbidden[] = {
    // other processes
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(kcmp),
    SCMP_SYS(pidfd_getfd),
    // other roots and namespaces
    SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(unshare),
    SCMP_SYS(setns), SCMP_SYS(open_tree), SCMP_SYS(move_mount), SCMP_SYS(fsopen),
    SCMP_SYS(fsconfig), SCMP_SYS(fsmount),
    // parts of the kernel in which faults were found again and again
    SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd), SCMP_SYS(io_uring_setup),
    SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register),
    // the machine itself
    SCMP_SYS(init_module), SCMP_SYS(finit_module), SCMP_SYS(delete_module), SCMP_SYS(kexec_load),
    SCMP_SYS(reboot), SCMP_SYS(swapon), SCMP_SYS(swapoff), SCMP_SYS(quotactl), SCMP_SYS(syslog),
    SCMP_SYS(acct), SCMP_SYS(settimeofday), SCMP_SYS(clock_settime), SCMP_SYS(adjtimex),
    SCMP_SYS(sethostname), SCMP_SYS(setdomainname), SCMP_SYS(personality), SCMP_SYS(vhangup),
    // files without their paths
    SCMP_SYS(open_by_handle_at), SCMP_SYS(name_to_handle_at), SCMP_SYS(fanotify_init),
    // memory and messages that outlive the process
    SCMP_SYS(shmget), SCMP_SYS(msgget), SCMP_SYS(semget), SCMP_SYS(mq_open)};

struct Release {
  void operator()(void* filter) const { seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

constexpr unsigned kRefuse = SCMP_ACT_ERRNO(EPERM);

bool refuse_list(const Filter& filter) {
  return std::all_of(std::begin(kForbidden), std::end(kForbidden), [&](int call) {
    return seccomp_rule_add(filter.get(), kRefuse, call, 0) == 0;
  });
}

/// Sockets between processes of this machine only; CUDA's driver has some.
bool refuse_network(const Filter& filter) {
  return seccomp_rule_add(filter.get(), kRefuse, SCMP_SYS(socket), 1,
                          SCMP_A0(SCMP_CMP_NE, AF_UNIX)) == 0;
}

/// No new namespaces; clone3 hides its flags in memory, and C libraries do without it.
bool refuse_namespaces(const Filter& filter) {
  const std::initializer_list<scmp_datum_t> flags = {CLONE_NEWUSER,  CLONE_NEWNS,  CLONE_NEWPID,
                                                     CLONE_NEWNET,   CLONE_NEWIPC, CLONE_NEWUTS,
                                                     CLONE_NEWCGROUP};
  const bool cloned = std::all_of(flags.begin(), flags.end(), [&](scmp_datum_t flag) {
    return seccomp_rule_add(filter.get(), kRefuse, SCMP_SYS(clone), 1,
                            SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag)) == 0;
  });
  return cloned && seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
}

}  // namespace

bool install_filter() {
  const Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  return filter &&
         seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 &&
         refuse_list(filter) && refuse_network(filter) && refuse_namespaces(filter) &&
         seccomp_load(filter.get()) == 0;
}

}  // namespace kit::jail
