/// @file
/// Time is kept as a compiler and an in-order processor make it: within a basic block instructions
/// may be put into any order that their operands allow, except that a load does not pass a store to
/// the same kind of memory before it; a block begins when all instructions of the one before have
/// been issued. A loaded value is waited for where it is used first.
#include "estimate/walk.hpp"

#include <algorithm>
#include <unordered_map>

#include "estimate/arithmetic.hpp"
#include "estimate/cost.hpp"

namespace kit::estimate {
namespace {

/// Branches over so few instructions become predicates of these instructions: all are issued, and
/// the block goes on.
constexpr int kPredicated = 7;

class Walk {
 public:
  Walk(const Kernel& kernel, const std::vector<std::uint8_t>& arguments, const ThreadPlace& place,
       const Latencies& latencies)
      : kernel_(kernel),
        arguments_(arguments),
        place_(place),
        latencies_(latencies),
        costs_(costs(kernel)),
        values_(std::size_t(kernel.registers), 0),
        ready_(values_.size(), 0) {
    const auto& [grid, block, index, thread] = place;
    block_number_ = (std::uint64_t(index[2]) * grid[1] + index[1]) * grid[0] + index[0];
    const std::uint32_t warps = (block[0] * block[1] * block[2] + 31) / 32;
    block_warps_ = warps;
    random_ = 0x9e3779b97f4a7c15ull ^ (block_number_ * 1024 + thread[0]);
  }

  WarpWork run(std::uint64_t most_steps) {
    std::size_t at = 0;
    for (std::uint64_t step = 0; at < kernel_.code.size(); ++step) {
      if (step >= most_steps) {
        work_.complete = false;
        break;
      }
      const Instruction& one = kernel_.code[at];
      const bool off = one.guard >= 0 && (values_[std::size_t(one.guard)] != 0) == one.not_guard;
      const double issued = issue(at, off);
      if (one.op == Op::exit && !off) break;
      if (one.op == Op::bra) {
        const int target = one.target;
        const bool predicated = is_short(int(at) + 1, target);
        if (!predicated) end_block();
        if (!off) {
          if (predicated) skip(int(at) + 1, target);
          if (!predicated) clock_ += latencies_.jump;
          at = std::size_t(target);
          continue;
        }
      } else if (!off) {
        execute(one, issued, costs_[at]);
      }
      ++at;
    }
    end_block();
    work_.clocks = clock_;
    work_.phases.push_back(clock_ - phase_begin_);
    return work_;
  }

 private:
  // True if the instructions up to `target` are few and leave no other way.
  bool is_short(int from, int target) const {
    if (target < from || target - from > kPredicated) return false;
    for (int n = from; n < target; ++n) {
      const Op op = kernel_.code[std::size_t(n)].op;
      if (op == Op::bra || op == Op::bar || op == Op::exit || op == Op::call) return false;
      if (op == Op::atom || op == Op::shfl) return false;
    }
    return true;
  }
  void skip(int from, int target) {
    for (int n = from; n < target; ++n) count(costs_[std::size_t(n)]);
  }

  double ready_at(const Operand& operand) const {
    return operand.reg >= 0 ? ready_[std::size_t(operand.reg)] : 0;
  }

  void count(const Cost& cost) {
    work_.instructions += cost.issued();
    work_.fma += cost.fma + 2 * cost.imad;
    work_.alu += cost.alu;
    work_.either += cost.either;
    work_.sfu += cost.sfu;
    work_.fp64 += cost.fp64;
    in_block_ += cost.issued();
  }

  // When the instruction is issued, at the soonest.
  double issue(std::size_t at, bool off) {
    const Instruction& one = kernel_.code[at];
    count(costs_[at]);
    double when = clock_;
    if (one.guard >= 0) {
      const double wait = one.op == Op::bra ? latencies_.branch - latencies_.arithmetic : 0;
      when = std::max(when, ready_[std::size_t(one.guard)] + wait);
    }
    if (!off) {
      for (const Operand& source : one.sources) when = std::max(when, ready_at(source));
      when = std::max(when, ready_at(one.address));
      const auto space = std::size_t(one.space);
      if (one.op == Op::ld && !one.read_only && one.space != MemorySpace::constant)
        when = std::max(when, stored_[space]);
      if (one.op == Op::st || one.op == Op::atom) stored_[space] = when;
      if (one.is_volatile) when = volatile_ = std::max(when, volatile_);
    }
    if (costs_[at].issued() > 0) last_issue_ = std::max(last_issue_, when);
    return when;
  }

  void end_block() {
    clock_ = std::max(clock_ + in_block_, last_issue_ + 1);
    last_issue_ = clock_;
    in_block_ = 0;
  }

  std::uint64_t arbitrary(Type type) {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    if (type == Type::f32) return bits_of(double(random_ >> 40) * 0x1p-24, type);
    if (type == Type::f64) return bits_of(double(random_ >> 11) * 0x1p-53, type);
    return masked(type == Type::b64 || type == Type::s64 ? random_ : random_ & 255, type);
  }

  std::uint64_t value(const Operand& operand) const {
    if (operand.reg >= 0) return values_[std::size_t(operand.reg)];
    switch (operand.special) {
      case Special::none:
      case Special::clock:
        return operand.value;
      case Special::lane:
        return place_.thread[0] % 32;
      default:
        break;
    }
    const int n = int(operand.special) - int(Special::tid_x);
    const std::array<const std::array<unsigned, 3>*, 4> all = {&place_.thread, &place_.block,
                                                               &place_.block_index, &place_.grid};
    return (*all[std::size_t(n / 3)])[std::size_t(n % 3)];
  }

  void execute(const Instruction& one, double issued, const Cost& cost);
  void load(const Instruction& one, double issued);
  void store(const Instruction& one);
  void set(const Operand& result, std::uint64_t number, double when) {
    if (result.reg < 0) return;
    values_[std::size_t(result.reg)] = number;
    ready_[std::size_t(result.reg)] = when;
  }

  const Kernel& kernel_;
  const std::vector<std::uint8_t>& arguments_;
  const ThreadPlace& place_;
  const Latencies& latencies_;
  const std::vector<Cost> costs_;
  std::vector<std::uint64_t> values_;
  std::vector<double> ready_;
  std::unordered_map<std::uint64_t, std::uint64_t> memory_;  // shared and the thread's own
  std::array<double, 6> stored_{};                           // by space: issue of the last store
  double clock_ = 0, phase_begin_ = 0, in_block_ = 0, last_issue_ = 0, volatile_ = 0;
  double block_warps_ = 1;
  std::uint64_t block_number_ = 0, random_ = 0;
  WarpWork work_;
};

MemorySpace space_of(const Instruction& one, std::uint64_t address) {
  if (one.space != MemorySpace::generic) return one.space;
  switch (address >> 56) {
    case kShared >> 56:
      return MemorySpace::shared;
    case kLocal >> 56:
      return MemorySpace::local;
    case kConstant >> 56:
      return MemorySpace::constant;
    case kParameters >> 56:
      return MemorySpace::param;
    default:
      return MemorySpace::global;
  }
}

void Walk::load(const Instruction& one, double issued) {
  const std::uint64_t address = value(one.address) + (one.address.reg >= 0 ? one.address.value : 0);
  const MemorySpace space = space_of(one, address);
  double latency = 0;
  if (space == MemorySpace::global) {
    ++work_.global_loads;
    latency = latencies_.global_load;
  } else if (space == MemorySpace::shared) {
    ++work_.shared_loads;
    latency = latencies_.shared_load;
  } else if (space == MemorySpace::local) {
    ++work_.local;
    latency = latencies_.local_load;
  } else if (space == MemorySpace::constant) {
    ++work_.constant_loads;
    latency = latencies_.constant_load;
  }
  for (std::size_t n = 0; n < one.results.size(); ++n) {
    const std::uint64_t from = address + n * bytes_of(one.type);
    std::uint64_t number = 0;
    if (space == MemorySpace::param) {
      const std::uint64_t offset = from & 0xffffff;
      for (unsigned byte = 0; byte < bytes_of(one.type); ++byte) {
        if (offset + byte < arguments_.size())
          number |= std::uint64_t(arguments_[offset + byte]) << 8 * byte;
      }
    } else {
      const auto found = memory_.find(from);
      number = found != memory_.end() ? masked(found->second, one.type) : arbitrary(one.type);
    }
    if (is_signed(one.type)) number = masked(std::uint64_t(extended(number, one.type)), Type::b64);
    set(one.results[n], number, issued + latency);
  }
}

void Walk::store(const Instruction& one) {
  const std::uint64_t address = value(one.address) + (one.address.reg >= 0 ? one.address.value : 0);
  switch (space_of(one, address)) {
    case MemorySpace::global:
      ++work_.global_stores;
      return;
    case MemorySpace::shared:
      ++work_.shared_stores;
      break;
    default:
      ++work_.local;
      break;
  }
  for (std::size_t n = 0; n < one.sources.size(); ++n)
    memory_[address + n * bytes_of(one.type)] = value(one.sources[n]);
}

void Walk::execute(const Instruction& one, double issued, const Cost& cost) {
  switch (one.op) {
    case Op::ld:
      return load(one, issued);
    case Op::st:
      return store(one);
    case Op::atom: {
      const std::uint64_t address = value(one.address) + one.address.value;
      const bool shared = space_of(one, address) == MemorySpace::shared;
      ++(shared ? work_.shared_stores : work_.atomics);
      for (const Operand& result : one.results)
        set(result, block_number_, issued + (shared ? latencies_.shared_load : latencies_.atomic));
      return;
    }
    case Op::shfl:
      ++work_.shuffles;
      set(one.results[0], value(one.sources[0]), issued + latencies_.shuffle);
      if (one.results.size() > 1) set(one.results[1], 1, issued + latencies_.shuffle);
      return;
    case Op::bar:
      ++work_.barriers;
      end_block();
      clock_ += latencies_.barrier + latencies_.barrier_warp * block_warps_;
      work_.phases.push_back(clock_ - phase_begin_);
      phase_begin_ = clock_;
      return;
    case Op::warp_bar:
    case Op::fence:
      // What was stored before is seen after.
      for (double& stored : stored_) stored = std::max(stored, issued);
      return;
    case Op::exit:
    case Op::bra:
    case Op::call:
    case Op::nothing:
      return;
    default:
      break;
  }
  if (one.results.empty()) return;
  double latency = cost.chain * latencies_.arithmetic;
  if (cost.sfu > 0) latency += latencies_.sfu - latencies_.arithmetic;
  if (cost.fp64 > 0) latency += latencies_.fp64 - latencies_.arithmetic;
  if (one.op == Op::mov && one.results.size() > 1) {  // of a pair to its halves
    const std::uint64_t pair = value(one.sources[0]);
    set(one.results[0], pair & 0xffffffff, issued + latency);
    return set(one.results[1], pair >> 32, issued + latency);
  }
  if (one.op == Op::mov && one.sources.size() > 1)
    return set(one.results[0], value(one.sources[0]) | value(one.sources[1]) << 32,
               issued + latency);
  const std::uint64_t number = one.sources.empty() ? 0 : compute(one, [&](std::size_t n) {
    return n < one.sources.size() ? value(one.sources[n]) : 0;
  });
  set(one.results[0], number, issued + latency);
  if (one.results.size() > 1) set(one.results[1], number == 0 ? 1 : 0, issued + latency);
}

}  // namespace

void WarpWork::add(const WarpWork& more, double times) {
  for (double WarpWork::*field :
       {&WarpWork::instructions, &WarpWork::fma, &WarpWork::alu, &WarpWork::either, &WarpWork::sfu,
        &WarpWork::fp64, &WarpWork::global_loads, &WarpWork::global_stores, &WarpWork::atomics,
        &WarpWork::shared_loads, &WarpWork::shared_stores, &WarpWork::shuffles, &WarpWork::local,
        &WarpWork::constant_loads, &WarpWork::barriers, &WarpWork::clocks})
    this->*field += times * (more.*field);
  complete = complete && more.complete;
}

WarpWork walk(const Kernel& kernel, const std::vector<std::uint8_t>& arguments,
              const ThreadPlace& place, const Latencies& latencies, std::uint64_t most_steps) {
  return Walk(kernel, arguments, place, latencies).run(most_steps);
}

}  // namespace kit::estimate
