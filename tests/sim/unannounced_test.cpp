/// Which accesses the rewriter takes for announced: pieces of assembly as g++ writes them, and some
/// that it would not write.
#include "../../common/sim/rewriter/unannounced.hpp"

#include <string>

#include "catch.hpp"

using kit::rewriter::look_at_unannounced;

namespace {

/// One line for each ';' of a function's body; "NAME:" is a label.
std::string assembly_of(const std::string& body) {
  std::string text = "kernel:\n\t.cfi_startproc\n\t";
  for (const char c : body) {
    if (c == ';')
      text += "\n\t";
    else
      text += c;
  }
  return text + "\n\t.cfi_endproc\n";
}

/// How many accesses of the function the runtime is asked about.
int asked(const std::string& body) {
  const std::string text = look_at_unannounced(assembly_of(body));
  const std::string call = "\tcall\tkit_sim_announced";
  int count = 0;
  for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1))
    ++count;
  return count;
}

const std::string kRead = "movq %rbx, %rdi; call __tsan_read4; ";
const std::string kWrite = "movq %rbx, %rdi; call __tsan_write4; ";

}  // namespace

TEST_CASE("unannounced: an access that was announced needs no look") {
  for (const char* body : {
           "movq %rbx, %rdi; call __tsan_read4; movl (%rbx), %eax",
           "movq %rbp, %rdi; call __tsan_read4; movss 0(%rbp), %xmm0",
           "leaq 8(%r12,%rbx,4), %rdi; call __tsan_write4; movl %eax, 8(%r12,%rbx,4)",
           "movq %rbx, %rdi; call __tsan_read16; movq 8(%rbx), %rax; movq (%rbx), %rcx",
           "movl $64, %esi; movq %rbx, %rdi; call __tsan_read_range; movdqu 48(%rbx), %xmm0",
           "movl $16, %esi; movq %rbx, %rdi; call kit_sim_member_read4; movl (%rbx), %eax",
           // By another way to the same address.
           "leaq 4(%rbx), %r12; movq %r12, %rdi; call __tsan_read4; movl 4(%rbx), %eax",
           "movq %rbx, %r12; addq $12, %r12; movq %r12, %rdi; call __tsan_read4; movl 12(%rbx), "
           "%eax",
           "leaq (%rbx,%rbp,4), %rdi; call __tsan_read4; salq $2, %rbp; movl (%rbp,%rbx), %eax",
           "movq %rbx, 8(%rsp); movq %rbx, %rdi; call __tsan_read4; movq 8(%rsp), %rcx; movl "
           "(%rcx), %eax",
           "movslq %ebp, %r12; leaq (%rbx,%r12,4), %rdi; call __tsan_read4; movslq %ebp, %rax; "
           "movl (%rbx,%rax,4), %eax",
           "movq %fs:0, %rax; leaq tile@tpoff+8(%rax,%rbx), %rdi; call __tsan_read4; "
           "movl %fs:tile@tpoff+8(%rbx), %eax",
           // Two that cover it together.
           "movq %rbx, %rdi; call __tsan_read4; leaq 4(%rbx), %rdi; call __tsan_read4; movq "
           "(%rbx), %rax",
           // Both ways have announced it, or one goes nowhere but on.
           "movq %rbx, %rdi; call __tsan_read4; cmpq $2, %rbp; jbe .L8; movl $9, %edi; "
           "call __ubsan_handle_out_of_bounds;.L8:; movl (%rbx), %eax",
       }) {
    CAPTURE(body);
    CHECK(asked(body) == 0);
  }
}

TEST_CASE("unannounced: any other access gets a look") {
  for (const std::string& body : {
           std::string("movl (%rbx), %eax"),
           kWrite + "movl (%rbx), %eax",
           kRead + "movl %eax, (%rbx)",
           kRead + "movl 4(%rbx), %eax",
           kRead + "movq (%rbx), %rax",
           kRead + "movl (%rbx,%rbp), %eax",
           // The register is another one since.
           kRead + "addq $4, %rbx; movl (%rbx), %eax",
           kRead + "movq 8(%rsp), %rbx; movl (%rbx), %eax",
           kRead + "bswapq %rbx; movl (%rbx), %eax",
           kRead + "sete %bl; movl (%rbx), %eax",
           kRead + "xchgq %rbx, %rbp; movl (%rbx), %eax",
           kRead + "cmovne %rbp, %rbx; movl (%rbx), %eax",
           kRead + "popq %rbx; movl (%rbx), %eax",
           kRead + "cmpxchgq %rbx, 8(%rsp); mulq %rbp; movl (%rax), %eax",
           // So may be the place on the stack that held it.
           "movq %rbx, 8(%rsp); " + kRead +
               "movq %rax, (%rbp); movq 8(%rsp), %rcx; movl (%rcx), %eax",
           "movq %rbx, 8(%rsp); " + kRead +
               "movl $1, 12(%rsp); movq 8(%rsp), %rcx; movl (%rcx), %eax",
           // Another function ran, a loop began, or a way leads there that has not announced it.
           kRead + "call other; movl (%rbx), %eax",
           kRead + ".L2:; movl (%rbx), %eax; jmp .L2",
           "jbe .L2; " + kRead + ".L2:; movl (%rbx), %eax",
           kRead + "jmp .L3; .L2:; movl (%rbx), %eax; .L3:; ret",
           "jmp *.L4(,%rax,8); " + kRead + ".L2:; movl (%rbx), %eax; ret; .L4:; .quad .L2",
       }) {
    CAPTURE(body);
    CHECK(asked(body) >= 1);
  }
}
