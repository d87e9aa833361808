/// The estimate's parts, on kernels and counts that are small enough to be worked out by hand.
#include "catch.hpp"
#include "estimate/launch.hpp"
#include "kit/error.hpp"

using namespace kit::estimate;

namespace {

// `turns` turns of a loop: each loads a float, adds it up and stores the sum.
constexpr const char* kLoop = R"(
.version 9.0
.target sm_90
.address_size 64
.visible .entry _Z4loopPfi(
	.param .u64 _Z4loopPfi_param_0,
	.param .u32 _Z4loopPfi_param_1
)
{
	.reg .pred 	%p<2>;
	.reg .f32 	%f<4>;
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<4>;
	.loc	1 1 0
	ld.param.u64 	%rd1, [_Z4loopPfi_param_0];
	ld.param.u32 	%r1, [_Z4loopPfi_param_1];
	mov.f32 	%f2, 0f00000000;
	mov.u32 	%r2, 0;
$L__BB0_1:
	ld.global.f32 	%f1, [%rd1];
	add.f32 	%f2, %f2, %f1;
	st.global.f32 	[%rd1+4], %f2;
	add.s32 	%r2, %r2, 1;
	setp.lt.s32 	%p1, %r2, %r1;
	@%p1 bra 	$L__BB0_1;
	ret;
}
// registers _Z4loopPfi 12
)";

SeenLaunch seen_loop(const char* arguments) {
  SeenLaunch seen;
  seen.kernel = "loop";
  seen.function = "loop";
  seen.arguments = arguments;
  return seen;
}

// A card whose rates are easy to divide by.
Card round_card() {
  Card card;
  card.multiprocessors = 10;
  card.clock_ghz = 1;
  card.dram_gb_per_s = 100;
  card.dram_share = 1;
  card.l2_gb_per_s = card.l2_write_gb_per_s = 1000;
  card.l2_mib = 1;
  card.floor_us = 2;
  card.blocks_per_ns = 1000;
  return card;
}

double term(const Estimate& estimate, const std::string& name) {
  for (const Estimate::Term& one : estimate.terms)
    if (one.name == name) return one.milliseconds;
  return -1;
}

}  // namespace

TEST_CASE("estimate: PTX is read with its parameters, registers and branches", "[estimate]") {
  const Kernels kernels = read_ptx(kLoop);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].name == "loop(float*, int)");
  CHECK(kernels[0].card_registers == 12);
  REQUIRE(kernels[0].parameters.size() == 2);
  CHECK(kernels[0].parameters[1].offset == 8);
  CHECK(kernels[0].parameters[1].bytes == 4);
  REQUIRE(kernels[0].code.size() == 11);
  CHECK(kernels[0].code[9].target == 4);
  CHECK_THROWS_AS(read_ptx(".entry k() { ?; }"), kit::InputError);
}

TEST_CASE("estimate: arguments go from a tuple to where the kernel has them", "[estimate]") {
  const Kernels kernels = read_ptx(kLoop);
  // std::tuple<float*, int>: the int 5, four bytes of padding, the pointer 0x1000.
  const auto bytes = parameter_bytes(kernels[0], seen_loop("05000000000000000010000000000000"));
  REQUIRE(bytes.size() == 12);
  CHECK(bytes[1] == 0x10);
  CHECK(bytes[8] == 5);
  CHECK(parameter_bytes(kernels[0], seen_loop("05000000")).empty());
}

TEST_CASE("estimate: a walk counts instructions and waits for what depends", "[estimate]") {
  const Kernels kernels = read_ptx(kLoop);
  Latencies latencies;
  latencies.global_load = 100;
  latencies.arithmetic = 4;
  latencies.jump = 11;
  std::vector<std::uint8_t> arguments(12, 0);
  arguments[8] = 3;
  const WarpWork three = walk(kernels[0], arguments, {}, latencies, 1000);
  CHECK(three.complete);
  // Two values, and in each turn load, sum, store, count, compare, branch; and the end.
  CHECK(three.instructions == 2 + 3 * 6 + 1);
  CHECK(three.global_loads == 3);
  CHECK(three.global_stores == 3);
  CHECK(three.fma == 3);
  CHECK(three.alu == 3);
  CHECK(three.either == 2 + 3);
  // Each turn's store waits for the sum, which waits for the load, which must not pass the store of
  // the turn before.
  arguments[8] = 13;
  const WarpWork thirteen = walk(kernels[0], arguments, {}, latencies, 1000);
  CHECK(thirteen.clocks - three.clocks == Approx(10 * (100 + 4 + 1 + 11)));
  CHECK_FALSE(walk(kernels[0], arguments, {}, latencies, 20).complete);
}

TEST_CASE("estimate: counts of two sizes give those of a third", "[estimate]") {
  // 3 n^2 + 5 n, as an image with a border has it.
  const auto count = [](double n) { return 3 * n * n + 5 * n; };
  CHECK(extrapolate(256, count(256), 512, count(512), 8192) == Approx(count(8192)));
  CHECK(extrapolate(256, 0, 512, 0, 4096) == 0);
  // Of a count that falls nothing is left, not less than nothing.
  CHECK(extrapolate(256, 1000, 512, 100, 8192) == 0);
}

TEST_CASE("estimate: a launch that only moves bytes takes the memory's time", "[estimate]") {
  const Card card = round_card();
  Launch launch;
  launch.grid = {10000, 1, 1};
  launch.block = {256, 1, 1};
  launch.warp.instructions = 10;
  launch.warp.clocks = 100;
  launch.traffic.load_requests = launch.traffic.store_requests = 80000;
  launch.traffic.load_sectors = launch.traffic.block_load_sectors =
      launch.traffic.unique_load_sectors = 320000;
  launch.traffic.store_sectors = launch.traffic.unique_store_sectors = 320000;
  const Estimate found = estimate(launch, card);
  // 640,000 sectors of 32 bytes at 100 GB/s.
  CHECK(found.terms.front().name == "DRAM bandwidth");
  CHECK(term(found, "DRAM bandwidth") == Approx(0.2048));
  CHECK(found.milliseconds == Approx(0.2048 + 0.002).epsilon(0.03));
}

TEST_CASE("estimate: few threads take their own time, whatever the card could do", "[estimate]") {
  const Card card = round_card();
  Launch launch;
  launch.grid = {10, 1, 1};
  launch.block = {32, 1, 1};
  launch.warp.instructions = 1000;
  launch.warp.clocks = 500000;
  const Estimate found = estimate(launch, card);
  CHECK(found.terms.front().name == "latency");
  CHECK(found.milliseconds == Approx(0.5 + 0.002).epsilon(0.01));
  // As many again find room beside them; where they find none, the time doubles.
  launch.grid = {20, 1, 1};
  CHECK(estimate(launch, card).milliseconds == Approx(0.502).epsilon(0.01));
  launch.shared_bytes = 40 * 1024;
  CHECK(resident_blocks(launch, card) == 1);
  CHECK(estimate(launch, card).milliseconds == Approx(1.002).epsilon(0.01));
}

TEST_CASE("estimate: occupancy is what registers, shared memory and threads leave", "[estimate]") {
  const Card card = round_card();
  Launch launch;
  launch.block = {256, 1, 1};
  launch.registers = 32;
  CHECK(resident_blocks(launch, card) == 8);
  launch.registers = 64;  // 32 warps of 2048 registers
  CHECK(resident_blocks(launch, card) == 4);
  launch.registers = 65;  // given by 8 a thread
  CHECK(resident_blocks(launch, card) == 3);
  launch.registers = 32;
  launch.shared_bytes = 20 * 1024;
  CHECK(resident_blocks(launch, card) == 3);
}

TEST_CASE("estimate: what was just written is not fetched, if the cache holds it", "[estimate]") {
  const Card card = round_card();
  Launch launch;
  launch.grid = {10000, 1, 1};
  launch.block = {256, 1, 1};
  launch.traffic.load_sectors = launch.traffic.block_load_sectors =
      launch.traffic.unique_load_sectors = 8192;  // 256 KiB
  CHECK(memory_of(launch, card).dram_load_sectors == 8192);
  launch.earlier_bytes = 262144;
  CHECK(memory_of(launch, card).dram_load_sectors == 0);
  launch.earlier_bytes = 2 * 1048576;  // the cache has 1 MiB
  CHECK(memory_of(launch, card).dram_load_sectors == 8192);
}

TEST_CASE("estimate: a kernel is known by its function, in the file that launches it",
          "[estimate]") {
  Kernels kernels = read_ptx(kLoop);
  kernels[0].file = "first";
  kernels.push_back(kernels[0]);
  kernels[1].file = "second";
  SeenLaunch seen = seen_loop("");
  seen.file = "labs/second.cu";
  CHECK(find_kernel(kernels, seen) == &kernels[1]);
  seen.file = "labs/third.cu";
  CHECK(find_kernel(kernels, seen) == nullptr);
  kernels.pop_back();
  CHECK(find_kernel(kernels, seen) == &kernels[0]);
}
