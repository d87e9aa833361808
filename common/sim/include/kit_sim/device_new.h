/// @file
/// `new` and `delete` of kernels, for clang, as c_library.h has the other functions. Apart from
/// them, since this header must not be precompiled (common/tools/compile).
#pragma once

#ifdef __CUDA__
#include "qualifiers.h"

namespace std {
enum class align_val_t : __SIZE_TYPE__;
}

// The host's own: clang declares them by itself, but not where its headers come precompiled.
void* operator new(__SIZE_TYPE__ bytes);
void* operator new[](__SIZE_TYPE__ bytes);
void operator delete(void* pointer) noexcept;
void operator delete[](void* pointer) noexcept;
void operator delete(void* pointer, __SIZE_TYPE__) noexcept;
void operator delete[](void* pointer, __SIZE_TYPE__) noexcept;
void* operator new(__SIZE_TYPE__ bytes, std::align_val_t);
void* operator new[](__SIZE_TYPE__ bytes, std::align_val_t);
void operator delete(void* pointer, std::align_val_t) noexcept;
void operator delete[](void* pointer, std::align_val_t) noexcept;
void operator delete(void* pointer, __SIZE_TYPE__, std::align_val_t) noexcept;
void operator delete[](void* pointer, __SIZE_TYPE__, std::align_val_t) noexcept;

KIT_SIM_DEVICE

void* operator new(__SIZE_TYPE__ bytes);
void* operator new[](__SIZE_TYPE__ bytes);
void operator delete(void* pointer) noexcept;
void operator delete[](void* pointer) noexcept;
void operator delete(void* pointer, __SIZE_TYPE__) noexcept;
void operator delete[](void* pointer, __SIZE_TYPE__) noexcept;

KIT_SIM_END
#endif
