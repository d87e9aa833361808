/// @file
/// The entry points of the checks. Most stores go where the last ones went, so each host thread
/// keeps two places; a check that hits one of them takes two comparisons. All else saves every
/// register that a function may change and asks confinement.cpp.
#include "checked_places.hpp"

#if defined(__x86_64__)

// On entry: 0(%rsp) the return address. CheckedPlaces: two entries of 48 bytes, each the begin and,
// by the size of the store, the largest offset that is allowed.
#define KIT_SIM_STORE(bytes, offset)                \
  ".globl kit_sim_confine_store" #bytes             \
  "\n"                                              \
  ".type kit_sim_confine_store" #bytes              \
  ", @function\n"                                   \
  "kit_sim_confine_store" #bytes                    \
  ":\n"                                             \
  "  pushq %rsi\n"                                  \
  "  pushq %rdi\n"                                  \
  "  movq %fs:kit_sim_checked_places@tpoff, %rsi\n" \
  "  subq (%rsi), %rdi\n"                           \
  "  cmpq " #offset                                 \
  "(%rsi), %rdi\n"                                  \
  "  jbe 1f\n"                                      \
  "  movq (%rsp), %rdi\n"                           \
  "  subq 48(%rsi), %rdi\n"                         \
  "  cmpq 48+" #offset                              \
  "(%rsi), %rdi\n"                                  \
  "  ja 2f\n"                                       \
  "1:popq %rdi\n"                                   \
  "  popq %rsi\n"                                   \
  "  ret\n"                                         \
  "2:popq %rdi\n"                                   \
  "  popq %rsi\n"                                   \
  "  pushq %rsi\n"                                  \
  "  movl $" #bytes                                 \
  ", %esi\n"                                        \
  "  pushq $0\n"                                    \
  "  jmp kit_sim_confine_slowly\n"
// %rsi as it was lies below the return address, and the kind of the check below that.
#define KIT_SIM_CHECK(name, kind) \
  ".globl kit_sim_confine_" #name \
  "\n"                            \
  ".type kit_sim_confine_" #name  \
  ", @function\n"                 \
  "kit_sim_confine_" #name        \
  ":\n"                           \
  "  pushq %rsi\n"                \
  "  pushq $" #kind               \
  "\n"                            \
  "  jmp kit_sim_confine_slowly\n"

__asm__(".text\n" KIT_SIM_STORE(1, 8) KIT_SIM_STORE(2, 16) KIT_SIM_STORE(4, 24) KIT_SIM_STORE(8, 32) KIT_SIM_STORE(16, 40) KIT_SIM_CHECK(range, 1) KIT_SIM_CHECK(pitched, 2) KIT_SIM_CHECK(entry, 3) KIT_SIM_CHECK(format, 4) KIT_SIM_CHECK(output, 5) KIT_SIM_CHECK(console, 6) KIT_SIM_CHECK(
    foreign,
    7) ".type kit_sim_confine_slowly, @function\n"
       "kit_sim_confine_slowly:\n"
       "  .cfi_startproc\n"
       "  .cfi_def_cfa_offset 24\n"
       "  pushq %rbp\n"
       "  .cfi_def_cfa_offset 32\n"
       "  .cfi_offset 6, -32\n"
       "  movq %rsp, %rbp\n"
       "  .cfi_def_cfa_register 6\n"
       "  pushq %rax\n  pushq %rcx\n  pushq %rdx\n  pushq %rdi\n"
       "  pushq %r8\n  pushq %r9\n  pushq %r10\n  pushq %r11\n"
       "  subq $512+24, %rsp\n"
       "  andq $-16, %rsp\n"
       "  fxsave64 (%rsp)\n"
       "  movq %rcx, %r8\n"
       "  movq %rdx, %rcx\n"
       "  movq %rsi, %rdx\n"
       "  movq %rdi, %rsi\n"
       "  movq 8(%rbp), %rdi\n"
       "  movq %rbp, %r9\n"
       "  cld\n"
       "  call kit_sim_confine_check\n"
       "  fxrstor64 (%rsp)\n"
       "  leaq -64(%rbp), %rsp\n"
       "  popq %r11\n  popq %r10\n  popq %r9\n  popq %r8\n"
       "  popq %rdi\n  popq %rdx\n  popq %rcx\n  popq %rax\n"
       "  popq %rbp\n"
       "  .cfi_def_cfa 7, 24\n"
       "  leaq 8(%rsp), %rsp\n"  // the kind
       "  .cfi_def_cfa_offset 16\n"
       "  popq %rsi\n"
       "  .cfi_def_cfa_offset 8\n"
       "  ret\n"
       "  .cfi_endproc\n");

#endif
