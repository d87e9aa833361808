/// @file
/// The exceptions that confined student code throws: the objects are its own, the library's notes
/// before them are not.
#pragma once

#include <cstddef>
#include <typeinfo>

namespace kit::sim {

/// True if all of the bytes lie in an exception that the student's code made and that is alive.
bool is_students_exception(const char* address, std::size_t bytes);

}  // namespace kit::sim

extern "C" {
void* kit_sim_student_exception(std::size_t bytes) noexcept;
void kit_sim_student_free_exception(void* object) noexcept;
[[noreturn]] void kit_sim_student_throw(void* object, std::type_info* type,
                                        void (*destructor)(void*));
}
