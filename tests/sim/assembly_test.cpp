/// What an instruction of g++'s assembly writes to memory.
#include "../../common/sim/rewriter/assembly.hpp"

#include <string>

#include "catch.hpp"

using kit::rewriter::bytes_stored;
using kit::rewriter::parse_assembly;
using kit::rewriter::why_refused;

TEST_CASE("assembly: the x87 unit stores as many bytes as the number has") {
  const auto stored = [](const std::string& line) { return bytes_stored(parse_assembly(line)); };
  CHECK(stored("\tfstps\t(%rax)") == 4);
  CHECK(stored("\tfsts\t8(%rsp)") == 4);
  CHECK(stored("\tfstpl\t192(%rdi)") == 8);
  CHECK(stored("\tfstl\t(%rdi,%rcx,8)") == 8);
  CHECK(stored("\tfstpt\t(%rsp)") >= 10);
  CHECK(stored("\tfistps\t(%rax)") == 2);
  CHECK(stored("\tfistpl\t(%rax)") == 4);
  CHECK(stored("\tfistpll\t(%rax)") == 8);
  CHECK(stored("\tfisttpq\t(%rax)") == 8);
  CHECK(stored("\tfnstcw\t14(%rsp)") == 2);
  for (const char* const reads :
       {"\tfadds\t(%rax)", "\tfmull\t8(%rdi)", "\tfsubrl\t(%rax)", "\tfsubs\t(%rax)",
        "\tfidivl\t(%rax)", "\tfldt\t(%rsp)", "\tfildll\t(%rax)", "\tfldcw\t12(%rsp)"})
    CHECK(stored(reads) == 0);
}

TEST_CASE("assembly: what stores the state of the x87 unit is refused") {
  for (const char* const whole : {"\tfnstenv\t(%rsp)", "\tfstenv\t(%rsp)", "\tfnsave\t(%rsp)",
                                  "\tfsave\t(%rsp)", "\tfxsave\t(%rsp)"})
    CHECK(why_refused(parse_assembly(whole)) != nullptr);
  CHECK(why_refused(parse_assembly("\tfstpl\t(%rax)")) == nullptr);
}
