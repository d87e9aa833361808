/// @file
/// Accesses that the compiler did not announce (rewriter/unannounced.hpp): copies of a fixed size
/// that it makes in line, functions that are not instrumented, builtin functions. The observed code
/// asks here before each, whatever registers it has in use. What the thread has announced just
/// before is known; of the rest, what goes to the device's memory is an access as any other.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "block_trace.hpp"

namespace {

using kit::sim::Access;
using kit::sim::BlockTrace;

// As the rewriter writes them.
constexpr std::uint64_t kBytes = 0xff, kWrite = kit::sim::LastAnnounced::kWrite,
                        kThreadLocal = 0x200;
constexpr std::size_t kPiece = 16;

void look_at(const char* address, std::size_t bytes, Access access, std::uint32_t pc,
             const void* frame) {
  BlockTrace* const trace = kit::sim::running_trace;
  if (trace != nullptr) trace->unannounced(address, unsigned(bytes), access, pc, frame);
}

}  // namespace

#if defined(__x86_64__)

// On entry: %rdi the address, 0(%rsp) the return address, 8(%rsp) what it is. The flags and every
// register that a function may change are kept. %rsi: the length of a range. Variables of the
// thread's own, between its stack pointer and the end of its stack, need no look, nor does what was
// announced last: most are one of these. So they must be quick, and pushfq and popfq take longer
// than all the rest: the flags go to %ah (lahf: all but overflow) and %al (overflow) instead.
__asm__(
    ".text\n"
    ".macro kit_sim_announced_entry name, check\n"
    ".globl \\name\n"
    ".type \\name, @function\n"
    "\\name:\n"
    "  .cfi_startproc\n"
    "  pushq %rax\n"
    "  .cfi_def_cfa_offset 16\n"
    "  lahf\n"
    "  seto %al\n"
    "  cmpq $0, %fs:_ZN3kit3sim13running_traceE@tpoff\n"
    "  je 1f\n"
    "  cmpq %rsp, %rdi\n"
    "  jb 2f\n"
    "  cmpq %fs:_ZN3kit3sim17running_stack_topE@tpoff, %rdi\n"
    "  jbe 1f\n"
    "2:pushq %rax\n"
    "  pushq %rcx\n"
    "  movq 32(%rsp), %rax\n"
    "  movq %rdi, %rcx\n"
    "  btrq $9, %rax\n"  // kThreadLocal
    "  jnc 3f\n"
    "  addq %fs:0, %rcx\n"
    "3:xorq %fs:_ZN3kit3sim14last_announcedE@tpoff, %rcx\n"
    "  xorq %fs:_ZN3kit3sim14last_announcedE@tpoff+8, %rax\n"
    "  orq %rax, %rcx\n"
    "  popq %rcx\n"
    "  popq %rax\n"
    "  jne 4f\n"
    "1:addb $127, %al\n"  // overflows if it was 1
    "  sahf\n"
    "  popq %rax\n"
    "  .cfi_remember_state\n"
    "  .cfi_def_cfa_offset 8\n"
    "  ret\n"
    "4:.cfi_restore_state\n"
    "  pushq %rbp\n"
    "  .cfi_def_cfa_offset 24\n"
    "  .cfi_offset 6, -24\n"
    "  movq %rsp, %rbp\n"
    "  .cfi_def_cfa_register 6\n"
    "  pushfq\n"  // for the direction of string instructions
    "  pushq %rax\n  pushq %rcx\n  pushq %rdx\n  pushq %rsi\n  pushq %rdi\n"
    "  pushq %r8\n  pushq %r9\n  pushq %r10\n  pushq %r11\n"
    "  subq $512+16, %rsp\n"
    "  andq $-16, %rsp\n"
    "  fxsave64 (%rsp)\n"
    "  movq %rsi, %r8\n"
    "  movq 24(%rbp), %rsi\n"
    "  movq 16(%rbp), %rdx\n"
    "  leaq 24(%rbp), %rcx\n"
    "  cld\n"
    "  call \\check\n"
    "  fxrstor64 (%rsp)\n"
    "  leaq -80(%rbp), %rsp\n"
    "  popq %r11\n  popq %r10\n  popq %r9\n  popq %r8\n"
    "  popq %rdi\n  popq %rsi\n  popq %rdx\n  popq %rcx\n  popq %rax\n"
    "  popfq\n"
    "  popq %rbp\n"
    "  .cfi_def_cfa 7, 16\n"
    "  addb $127, %al\n"
    "  sahf\n"
    "  popq %rax\n"
    "  .cfi_def_cfa_offset 8\n"
    "  ret\n"
    "  .cfi_endproc\n"
    ".endm\n"
    "kit_sim_announced_entry kit_sim_announced, kit_sim_check_announced\n"
    "kit_sim_announced_entry kit_sim_announced_range, kit_sim_check_announced_range\n");

extern "C" {

void kit_sim_check_announced(const char* address, std::uint64_t what, std::uint64_t caller,
                             std::uintptr_t frame) {
  if ((what & kThreadLocal) != 0)
    address += reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
  look_at(address, what & kBytes, (what & kWrite) != 0 ? Access::write : Access::read,
          kit::sim::program_counter(reinterpret_cast<void*>(caller)),
          reinterpret_cast<const void*>(frame & ~std::uintptr_t(15)));
}

void kit_sim_check_announced_range(const char* address, std::uint64_t what, std::uint64_t caller,
                                   std::uintptr_t frame, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += kPiece)
    kit_sim_check_announced(address + at, (what & ~kBytes) | std::min(kPiece, bytes - at), caller,
                            frame);
}

}  // extern "C"

#endif
