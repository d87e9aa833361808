/// @file
/// An exception lives in memory of the library, from where it goes back to the kit's heap. The last
/// that the library does with it is to call its destructor, which is why each gets one from here:
/// from then on the memory is not the student's.
#include "student_exceptions.hpp"

#include <cxxabi.h>

#include <cstdlib>

#include <map>
#include <mutex>

namespace kit::sim {
namespace {

struct Exception {
  std::size_t bytes = 0;
  void (*destructor)(void*) = nullptr;
};

std::mutex exceptions_mutex;
std::map<const char*, Exception>& alive() {
  static auto* const exceptions = new std::map<const char*, Exception>;
  return *exceptions;
}

Exception take(void* object) {
  const std::lock_guard lock(exceptions_mutex);
  const auto found = alive().find(static_cast<char*>(object));
  if (found == alive().end()) return {};
  const Exception exception = found->second;
  alive().erase(found);
  return exception;
}

void destroy(void* object) {
  void (*destructor)(void*) = nullptr;
  {
    const std::lock_guard lock(exceptions_mutex);
    destructor = alive()[static_cast<char*>(object)].destructor;
  }
  if (destructor != nullptr) destructor(object);
  take(object);
}

}  // namespace

bool is_students_exception(const char* address, std::size_t bytes) {
  const std::lock_guard lock(exceptions_mutex);
  const auto next = alive().upper_bound(address);
  if (next == alive().begin()) return false;
  const auto& [begin, exception] = *std::prev(next);
  const auto offset = std::size_t(address - begin);
  return offset < exception.bytes && bytes <= exception.bytes - offset;
}

}  // namespace kit::sim

void* kit_sim_student_exception(std::size_t bytes) noexcept {
  void* object = abi::__cxa_allocate_exception(bytes);
  const std::lock_guard lock(kit::sim::exceptions_mutex);
  kit::sim::alive()[static_cast<char*>(object)] = {bytes, nullptr};
  return object;
}

void kit_sim_student_free_exception(void* object) noexcept {
  if (kit::sim::take(object).bytes > 0) abi::__cxa_free_exception(object);
}

void kit_sim_student_throw(void* object, std::type_info* type, void (*destructor)(void*)) {
  {
    const std::lock_guard lock(kit::sim::exceptions_mutex);
    const auto found = kit::sim::alive().find(static_cast<char*>(object));
    if (found == kit::sim::alive().end()) std::abort();  // not made by the student's code
    found->second.destructor = destructor;
  }
  abi::__cxa_throw(object, type, &kit::sim::destroy);
}
