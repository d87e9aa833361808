/// @file
/// cuda::memcpy_async and cooperative_groups::memcpy_async: the threads of a group share a copy
/// among them. Each thread's part is started as __pipeline_memcpy_async starts one, and arrives
/// when the thread waits; what is no whole number of 4-byte words, or does not go from global to
/// shared memory, is copied at once, as a card does it.
#pragma once

#include "../cuda_pipeline.h"

KIT_SIM_DEVICE

namespace kit::sim {

template <unsigned Bytes>
__forceinline__ void copy_pieces(unsigned rank, unsigned threads, void* target, const void* source,
                                 ::std::size_t bytes) {
  for (::std::size_t i = rank; i < bytes / Bytes; i += threads)
    __pipeline_memcpy_async(static_cast<char*>(target) + i * Bytes,
                            static_cast<const char*>(source) + i * Bytes, Bytes);
}

/// True if the address is one of shared memory of this block.
bool in_shared_memory(const void* address);

/// The part of the thread that has this rank among so many.
__forceinline__ void copy_share(unsigned rank, unsigned threads, void* target, const void* source,
                                ::std::size_t bytes) {
  const auto places = reinterpret_cast<unsigned long long>(target) |
                      reinterpret_cast<unsigned long long>(source) | bytes;
  if (places % 4 != 0 || !in_shared_memory(target) || in_shared_memory(source)) {
    for (::std::size_t i = rank; i < bytes; i += threads)
      static_cast<unsigned char*>(target)[i] = static_cast<const unsigned char*>(source)[i];
  } else if (places % 16 == 0) {
    copy_pieces<16>(rank, threads, target, source, bytes);
  } else if (places % 8 == 0) {
    copy_pieces<8>(rank, threads, target, source, bytes);
  } else {
    copy_pieces<4>(rank, threads, target, source, bytes);
  }
}

}  // namespace kit::sim

namespace cuda {

/// A size of which, and of whose addresses, an alignment is known. It changes nothing here.
template <decltype(sizeof 0) Alignment>
struct aligned_size_t {
  static constexpr decltype(sizeof 0) align = Alignment;
  decltype(sizeof 0) value;
  __forceinline__ constexpr explicit aligned_size_t(decltype(sizeof 0) size) : value(size) {}
  __forceinline__ constexpr operator decltype(sizeof 0)() const { return value; }
};

}  // namespace cuda

KIT_SIM_END
