# The programs that are measured: make -f common/bench/build.mk build/bench/cuda/04_tiled
#   build/bench/cuda/NN_name   the solutions of a lab on a GPU
#   build/bench/sim/NN_name    the same in the observed simulator
#   build/bench/{cuda,sim}/held_out   the kernels of tests/hardware/held_out
#   build/bench/cpu            the CPU's versions, lab 01, and the studies
# What is measured of a lab stands in tests/labs/NN_name/bench: device.cu for the GPU, .cpp files for the CPU.
# The kit's own libraries must have been built (make benchmarks).
include build/deps.mk
LABS := $(patsubst tests/labs/%/bench/device.cu,%,$(wildcard tests/labs/*/bench/device.cu))
FLAGS := -std=c++20 -O2 -Wall -Wextra -Wshadow -Werror -pthread -fopenmp -Icommon -Icommon/image/include -Itests \
  -Ilabs/01_cpu_baseline $(DEPS_CPPFLAGS)
HEADERS := $(wildcard common/bench/harness/*.hpp tests/hardware/held_out/*.hpp tests/labs/*/bench/*.hpp tests/labs/*/reference/*.hpp \
  tests/labs/*/baseline/*.hpp common/image/include/kit/*.hpp labs/*/lab.hpp) common/bench/build.mk
HOST := build/bench/host
# The driver's main program is the same in all of them.
COMMON := $(addprefix $(HOST)/common/bench/,programs/main.o harness/bench.o harness/measure.o)
LIBRARIES := build/lib/libreference.a build/lib/libkit.a
NVCC := $(or $(shell PATH=$$PATH:/usr/local/cuda/bin command -v nvcc),nvcc)

$(HOST)/%.o: %.cpp $(HEADERS)
	@mkdir -p $(@D) && echo "  compile $<"
	@$(CXX) $(FLAGS) -c -o $@ $<
$(HOST)/lab01_%.o: solutions/01_cpu_baseline/%.cpp $(HEADERS)
	@mkdir -p $(@D) && echo "  compile $<"
	@common/tools/compile --backend sim --out $@ -I labs/01_cpu_baseline $<

build/bench/cpu: $(COMMON) $(HOST)/common/bench/programs/host.o $(patsubst %.cpp,$(HOST)/%.o,$(wildcard tests/labs/*/bench/*.cpp)) \
  $(patsubst solutions/01_cpu_baseline/%.cpp,$(HOST)/lab01_%.o,$(wildcard solutions/01_cpu_baseline/*.cpp)) $(LIBRARIES)
	@echo "  link    $@"
	@$(CXX) -pthread -fopenmp -o $@ $^

mode_of_cuda := --backend cuda
mode_of_sim := --backend sim --mode observed
# Only the solutions are observed: the rest is the host's business.
rest_of_cuda := --backend cuda
rest_of_sim := --backend sim
timer_of_cuda := times
timer_of_sim := counts
INCLUDES := -I common -I tests

# $1: name, $2: cuda or sim, $3: folder of what is measured, $4: its adapter, $5: folder of its header
define program
build/bench/$2/$1.objects/%.o: $3/%.cu $(HEADERS)
	@mkdir -p $$(@D) && echo "  compile $$< ($2)"
	@common/tools/compile $(mode_of_$2) --out $$@ -I $5 $$<
build/bench/$2/$1.objects/bench.o: $4 $(HEADERS)
	@mkdir -p $$(@D) && echo "  compile $$< ($2)"
	@common/tools/compile $(rest_of_$2) --out $$@ -I $5 $(INCLUDES) $$<
build/bench/$2/$1: $(patsubst $3/%.cu,build/bench/$2/$1.objects/%.o,$(wildcard $3/*.cu)) \
  build/bench/$2/$1.objects/bench.o build/bench/$2/$(timer_of_$2).o $(COMMON)
	@echo "  link    $$@"
	@$$(link_$2)
endef
link_cuda = $(NVCC) -Xcompiler -fopenmp -o $@ $^ $(LIBRARIES) -lpthread
link_sim = $(CXX) -no-pie -o $@ $^ build/lib/libsim.a $(LIBRARIES) $(BOOST_CONTEXT_LIB) -lgomp -lpthread

$(foreach lab,$(LABS),$(foreach mode,cuda sim,\
  $(eval $(call program,$(lab),$(mode),solutions/$(lab),tests/labs/$(lab)/bench/device.cu,labs/$(lab)))))
HELD_OUT := tests/hardware/held_out
$(foreach mode,cuda sim,$(eval $(call program,held_out,$(mode),$(HELD_OUT)/kernels,$(HELD_OUT)/device.cu,$(HELD_OUT))))
build/bench/cuda/times.o build/bench/sim/counts.o: build/bench/%.o: $(HEADERS)
	@mkdir -p $(@D) && echo "  compile common/bench/programs/$(*F).cu"
	@common/tools/compile $(rest_of_$(*D)) --out $@ $(INCLUDES) common/bench/programs/$(*F).cu
build/bench/cuda/times.o: common/bench/programs/times.cu
build/bench/sim/counts.o: common/bench/programs/counts.cu

# NPP comes with most toolkits.
build/bench/peer_npp: common/bench/peers/npp.cu build/bench/cuda/times.o $(COMMON)
	@mkdir -p $(@D) && echo "  compile $<"
	@common/tools/compile --backend cuda --out build/bench/npp.o $(INCLUDES) $<
	@$(NVCC) -Xcompiler -fopenmp -o $@ build/bench/npp.o $(filter %.o,$^) $(LIBRARIES) -lnppif -lnppist -lnppc -lpthread
