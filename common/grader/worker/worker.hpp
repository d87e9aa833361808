/// @file
/// What a lab's worker adapter uses: the registry of contract functions, and jobs that hand the
/// student's code guarded, poisoned buffers. This header is host code only; device_job.hpp adds the
/// CUDA side. Both stay light, because every build of a student's lab compiles them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "grader/protocol/guard.hpp"
#include "grader/protocol/shape.hpp"
#include "kit/border.hpp"

namespace kit::worker {

using grader::DType;
using grader::GuardDamage;
using grader::GuardedBlock;
using grader::Shape;

/// Why a call gave no result, as the judge is told.
struct Failure : std::runtime_error {
  /// `kind`: "cuda", "exception", "memory" or "kit" (the adapter or the judge is at fault).
  /// `where`: the step, e.g. "launch" or "kernel". `name`: the CUDA error's or exception's name.
  Failure(std::string kind_, std::string where_, std::string name_, const std::string& text)
      : std::runtime_error(text),
        kind(std::move(kind_)),
        where(std::move(where_)),
        name(std::move(name_)) {}
  std::string kind, where, name;
};

/// One input array of a request; the bytes belong to the message. Without bytes it is the noise of
/// the request's key.
struct InputView {
  Shape shape;
  const std::byte* bytes = nullptr;
};

/// What a contract calls the arrays that a call hands out, in the order of the request, separated
/// by spaces; of an array beyond them the report says "input 3". Plain texts, since every build of
/// a student's lab compiles them.
struct BufferNames {
  const char* inputs = "";
  const char* outputs = "";
  const char* workspaces = "";
};

/// A call as the judge sent it. `params` is the message's JSON object, opaque here.
struct Request {
  std::string function;
  bool timed = false;
  int slot = 0;                 ///< of a timed call: where its output is kept
  std::uint64_t noise_key = 0;  ///< of inputs without bytes
  std::uint64_t poison_seed = 0;
  bool zeroed = false;                       ///< outputs hold zeros before the call
  std::vector<std::vector<InputView>> sets;  ///< [set][input]
  std::vector<Shape> outputs;
  const void* params = nullptr;
  /// The how manieth CUDA call of the student's function is made to fail; 0: none.
  unsigned failing_call = 0;
};

/// What became of a CUDA call that was to fail.
enum class CallFate {
  never_made,
  failed,
  thrown_away,  ///< it failed, and nothing asked for the error
  fault         ///< it failed, and a kernel had a fault of its own after it
};

/// What goes back.
struct Result {
  std::vector<std::byte> outputs;         ///< [set][output], end to end
  std::vector<double> milliseconds;       ///< per set; 0 where nothing was timed
  std::vector<double> late_milliseconds;  ///< per set: work that went on after the stop event
  double copy_milliseconds = 0;     ///< device copy of output 0's bytes, median; 0: not measured
  std::vector<GuardDamage> guards;  ///< over all sets
  std::vector<int> inputs_changed;  ///< indices of inputs that were written to
  std::string observations;         ///< what the observed simulator saw, as JSON text; else empty
  /// Where a CUDA call was to fail: what became of it, and whether the function returned.
  CallFate fate = CallFate::never_made;
  bool returned = false;
};

/// What both kinds of job share: the request's parameters and shapes.
class Job {
 public:
  Job(const Request& request, Result& result, const BufferNames& names)
      : request_(request), result_(result), names_(names) {}
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  int sets() const { return static_cast<int>(request_.sets.size()); }
  bool timed() const { return request_.timed; }
  /// Shape of an input or output; throws Failure if the judge sent fewer.
  const Shape& input_shape(int set, int index) const;
  const Shape& output_shape(int index) const;

  /// Scalar parameter by name, as int, float, double, bool or std::string. Throws Failure if it is
  /// missing or of another type.
  template <typename T>
  T param(const std::string& name) const {
    if constexpr (std::is_same_v<T, std::string>)
      return text(name);
    else if constexpr (std::is_same_v<T, bool>)
      return number(name) != 0;
    else
      return static_cast<T>(number(name));
  }
  /// The values of a parameter that is an array of integers.
  std::vector<int> integers(const std::string& name) const;
  /// The parameter "border": "zero" or "clamp".
  Border border() const;

 protected:
  double number(const std::string& name) const;
  std::string text(const std::string& name) const;
  std::string input_name(std::size_t index) const;
  std::string output_name(std::size_t index) const;
  std::string workspace_name(std::size_t index) const;
  /// Poison of the guards of an input (output).
  std::uint64_t input_guard(std::size_t index, int set) const;
  std::uint64_t output_guard(std::size_t index, int set) const;
  /// Guarded blocks for one set: inputs hold the data, outputs are poisoned.
  std::vector<GuardedBlock> input_blocks(int set) const;
  std::vector<GuardedBlock> output_blocks(int set) const;
  /// Notes guard damage and changed inputs after the last launch, and appends the outputs but those
  /// of timed calls.
  void collect(int set, const std::vector<GuardedBlock>& inputs,
               const std::vector<GuardedBlock>& outputs);
  void note_damage(const GuardedBlock& block);
  /// Forgets what the simulator saw so far (before a launch), or keeps it for the judge (after).
  void discard_observations() const;
  void keep_observations();
  /// Calls the student's function, with the request's CUDA call made to fail.
  void call_student(const std::function<void()>& function);
  bool calls_fail() const { return request_.failing_call > 0; }

  const Request& request_;
  Result& result_;
  const BufferNames names_;
};

/// A job for functions that take host pointers.
class HostJob : public Job {
 public:
  HostJob(const Request& request, Result& result, const BufferNames& names);

  /// Host pointer to an input (output) of one set.
  template <typename T>
  const T* input(int set, int index) const {
    return reinterpret_cast<const T*>(in(set, index));
  }
  template <typename T>
  T* output(int set, int index) {
    return reinterpret_cast<T*>(out(set, index));
  }

  /// Calls `launch(set)` for every set, then checks guards and inputs and takes the outputs. A
  /// timed job's only set is timed by the host's clock. The others, which may be empty, are the
  /// kit's own work and are not timed: `fetch` is called when the device is done, and brings to
  /// output() what came elsewhere; `prepare` is called before the launch.
  void run(const std::function<void(int set)>& launch,
           const std::function<void(int set)>& fetch = {},
           const std::function<void(int set)>& prepare = {});

 private:
  void lend_blocks();
  void name_blocks();

  const std::byte* in(int set, int index) const;
  std::byte* out(int set, int index);

  std::vector<std::vector<GuardedBlock>> inputs_, outputs_;
};

/// What device_job.hpp tells the runtime, if the adapter includes it, and the simulator, if it
/// observes the program; all may be empty.
struct DeviceHooks {
  /// Device name and properties as JSON text.
  std::function<std::string()> describe;
  /// Leaves NaNs in freed device memory of at least this many bytes, so that a host function that
  /// copies back what it never computed does not find an earlier right answer there.
  std::function<void(std::size_t bytes)> poison_freed_memory;
  /// What the observed simulator saw since the last call, as JSON text; empty in other programs.
  std::function<std::string()> take_observations;
  /// Make the observed simulator report what a call allocates on the device and does not free: the
  /// first before the call, the second after. Empty in other programs.
  std::function<void()> watch_allocations, report_leaks;
  /// Tells the observed simulator the length of a host array that a call is given; a null pointer:
  /// forget those of earlier calls. Empty in other programs.
  std::function<void(const void* data, std::size_t bytes, const char* name)> name_host_buffer;
  /// Make the n-th CUDA call of the student's from now on fail (0 ends that), tell what became of
  /// it, and report what the function then did wrong. Empty in other programs.
  std::function<void(unsigned n)> fail_call;
  std::function<CallFate()> call_fate;
  std::function<void(const std::string& consequence)> blame_failed_call;
  /// Memory that the confined code of a call may write to, until take_back(). Empty in programs
  /// whose code is not confined.
  std::function<void(void* data, std::size_t bytes)> lend;
  std::function<void()> take_back;
  /// What ends the process when host code does what confined code must not.
  std::function<void(void (*end)())> set_refused;
  /// Waits for the device; throws Failure if an error is pending.
  std::function<void()> settle;
  /// Rethrows a CUDA exception of the student's code as Failure; lets others pass.
  std::function<void(std::exception_ptr)> translate;
};
DeviceHooks& device_hooks();

/// The object that `make` returns: a struct of the contract, which the student's function writes
/// straight to where its caller wants it. Made in memory that confined code may write to.
template <typename Make>
auto made_by_student(Make make) {
  using Object = decltype(make());
  alignas(Object) static std::byte place[sizeof(Object)];
  if (device_hooks().lend) device_hooks().lend(place, sizeof place);
  return *new (place) Object(make());
}

/// Makes a contract function known by name. Returns true, for static registration.
bool register_function(const std::string& name, std::function<void(const Request&, Result&)> run,
                       const BufferNames& names);
bool register_function(const std::string& name, void (*function)(HostJob&),
                       const BufferNames& names = {"input", "output", ""});

}  // namespace kit::worker

#define KIT_WORKER_JOIN_(a, b) a##b
#define KIT_WORKER_JOIN(a, b) KIT_WORKER_JOIN_(a, b)
/// KIT_WORKER_FUNCTION(name, function, names) registers `function`, which takes HostJob& or
/// DeviceJob&, under `name`; at namespace scope. `names`: BufferNames of more than an input, an
/// output and a workspace; may be left out.
#define KIT_WORKER_FUNCTION(...)                                                  \
  [[maybe_unused]] static const bool KIT_WORKER_JOIN(kit_registered_, __LINE__) = \
      ::kit::worker::register_function(__VA_ARGS__)
