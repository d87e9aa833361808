/// @file
/// The entry points by which gcc's code takes turns: critical and atomic regions, OpenMP's locks,
/// mutexes, and the guards of static
/// variables.
#include <dlfcn.h>
#include <pthread.h>

#include <cstdint>
#include <map>

#include "sim/openmp/team.hpp"
#include "sim/openmp/watch.hpp"

namespace kit::sim::openmp {
namespace {

struct Lock {
  unsigned depth = 0, owner = 0;
  VectorClock clock;
};

// By address. What is on it is never removed: a program has a few.
Lock& lock_at(const void* address) {
  static auto* const all = new std::map<const void*, Lock>;
  return (*all)[address];
}

bool is_free(const Lock& lock, bool nests) {
  return lock.depth == 0 || (nests && lock.owner == running_thread());
}

// The number of times that it is held now.
unsigned take(Lock& lock, bool nests = false) {
  wait_until([&] { return is_free(lock, nests); });
  lock.owner = running_thread();
  if (in_team()) clocks().acquire(lock.owner, lock.clock);
  return ++lock.depth;
}

unsigned try_to_take(Lock& lock, bool nests = false) {
  if (is_free(lock, nests)) return take(lock, nests);
  give_turn();  // who tries in a loop waits for another thread
  return 0;
}

void give_back(Lock& lock) {
  if (in_team()) clocks().release(running_thread(), lock.clock);
  if (lock.depth > 0) --lock.depth;
}

void forget(const void* address) {
  lock_at(address) = {};
}

constexpr char kCritical = 0, kAtomic = 0;  // whose addresses stand for their locks

// The library's own function of a name that is defined here.
#define KIT_OPENMP_LIBRARYS(name) librarys(&(name), #name)
template <typename Function>
Function* librarys(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace
}  // namespace kit::sim::openmp

using namespace kit::sim::openmp;

extern "C" {

void GOMP_critical_start() {
  take(lock_at(&kCritical));
}
void GOMP_critical_end() {
  give_back(lock_at(&kCritical));
}
void GOMP_critical_name_start(void** name) {
  take(lock_at(name));
}
void GOMP_critical_name_end(void** name) {
  give_back(lock_at(name));
}
void GOMP_atomic_start() {
  take(lock_at(&kAtomic));
}
void GOMP_atomic_end() {
  give_back(lock_at(&kAtomic));
}

void omp_init_lock(void* lock) {
  forget(lock);
}
void omp_init_lock_with_hint(void* lock, int) {
  forget(lock);
}
void omp_destroy_lock(void* lock) {
  forget(lock);
}
void omp_set_lock(void* lock) {
  take(lock_at(lock));
}
void omp_unset_lock(void* lock) {
  give_back(lock_at(lock));
}
int omp_test_lock(void* lock) {
  return int(try_to_take(lock_at(lock)));
}
void omp_init_nest_lock(void* lock) {
  forget(lock);
}
void omp_init_nest_lock_with_hint(void* lock, int) {
  forget(lock);
}
void omp_destroy_nest_lock(void* lock) {
  forget(lock);
}
void omp_set_nest_lock(void* lock) {
  take(lock_at(lock), true);
}
void omp_unset_nest_lock(void* lock) {
  give_back(lock_at(lock));
}
int omp_test_nest_lock(void* lock) {
  return int(try_to_take(lock_at(lock), true));
}

// A static variable of a function: who comes first makes it, the others wait. The first byte of its
// guard says that it is made; the second is for whoever makes it. By the linker's --wrap, since the
// C++ library may be linked in as a whole.
int __real___cxa_guard_acquire(std::uint64_t* guard);
void __real___cxa_guard_release(std::uint64_t* guard);
void __real___cxa_guard_abort(std::uint64_t* guard);
int __wrap___cxa_guard_acquire(std::uint64_t* guard) {
  if (!in_team()) return __real___cxa_guard_acquire(guard);
  Lock& lock = lock_at(guard);
  take(lock);
  if (*reinterpret_cast<char*>(guard) == 0) return 1;
  give_back(lock);  // meanwhile another thread has made it
  return 0;
}
void __wrap___cxa_guard_release(std::uint64_t* guard) {
  if (!in_team()) return __real___cxa_guard_release(guard);
  note_published(guard, __builtin_return_address(0));
  *reinterpret_cast<char*>(guard) = 1;
  give_back(lock_at(guard));
}
void __wrap___cxa_guard_abort(std::uint64_t* guard) {
  if (!in_team()) return __real___cxa_guard_abort(guard);
  give_back(lock_at(guard));
}

// std::mutex. The mutex itself is taken too: the program's other threads may know it.
int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  static auto* const real = KIT_OPENMP_LIBRARYS(pthread_mutex_trylock);
  const int failed = real(mutex);
  if (!in_team()) return failed;
  if (failed != 0)
    give_turn();
  else
    clocks().acquire(running_thread(), lock_at(mutex).clock);
  return failed;
}
int pthread_mutex_lock(pthread_mutex_t* mutex) {
  static auto* const real = KIT_OPENMP_LIBRARYS(pthread_mutex_lock);
  static auto* const try_real = KIT_OPENMP_LIBRARYS(pthread_mutex_trylock);
  if (!in_team()) return real(mutex);
  wait_until([=] { return try_real(mutex) == 0; });
  clocks().acquire(running_thread(), lock_at(mutex).clock);
  return 0;
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  static auto* const real = KIT_OPENMP_LIBRARYS(pthread_mutex_unlock);
  if (in_team()) clocks().release(running_thread(), lock_at(mutex).clock);
  return real(mutex);
}

}  // extern "C"
