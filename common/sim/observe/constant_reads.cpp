#include "constant_reads.hpp"

#include "program_memory.hpp"

namespace kit::sim {

void ConstantReads::start(bool wanted) {
  words_.clear();
  if (wanted)
    words_.resize(std::size_t(__stop_kit_sim_constant - __start_kit_sim_constant + 3) / 4);
}

void ConstantReads::add(const char* address, unsigned bytes, std::uint32_t pc) {
  const auto first = std::size_t(address - __start_kit_sim_constant);
  for (std::size_t at = first; at < first + bytes && at / 4 < words_.size(); ++at) {
    words_[at / 4].pc = pc;
    words_[at / 4].bytes |= 1u << at % 4;
  }
}

void ConstantReads::list(std::vector<UsedBytes>& reads) const {
  const UsedBytes* last = nullptr;
  for (std::size_t at = 0; at < 4 * words_.size(); ++at) {
    const Word& word = words_[at / 4];
    if ((word.bytes >> at % 4 & 1) == 0) continue;
    const char* const byte = __start_kit_sim_constant + at;
    if (last != nullptr && last->end == byte && last->pc == word.pc)
      ++reads.back().end;
    else
      reads.push_back({byte, byte + 1, word.pc});
    last = &reads.back();
  }
}

}  // namespace kit::sim
