/// g++ sees that a loop never ends and that nothing comes of it, and leaves a jump to itself. A
/// block without statements gets no call of __sanitizer_cov_trace_pc, which counts the steps of all
/// others, so the simulator would run for ever. Nothing is alive in such a loop that a call could
/// spoil.
#include "endless_loops.hpp"

#include <string_view>
#include <vector>

#include "assembly.hpp"
#include "definitions.hpp"

namespace kit::rewriter {

std::string count_endless_loops(const std::string& assembly) {
  std::string result;
  result.reserve(assembly.size() + 1024);
  std::vector<std::string_view> labels;  // since the last instruction
  for (const std::string_view text : split_lines(assembly)) {
    const AssemblyLine line = parse_assembly(text);
    if (!line.label.empty()) labels.push_back(line.label);
    if (!line.mnemonic.empty()) {
      if (line.mnemonic == "jmp")
        for (const std::string_view label : labels)
          if (label == line.operands.at(0)) result += "\tcall\t__sanitizer_cov_trace_pc\n";
      labels.clear();
    }
    result.append(text).push_back('\n');
  }
  return result;
}

}  // namespace kit::rewriter
