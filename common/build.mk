# How the kit is built. The Makefile calls it as: make -f common/build.mk grader|programs|tests|class|benchmarks
Q := $(if $(V),,@)
# Warnings are for those who change the kit: `make test` asks for them, `make lab02` is done a tenth sooner.
WARNINGS := $(if $(filter tests,$(MAKECMDGOALS)),-Wall -Wextra -Wpedantic -Wshadow -Werror)
FLAGS := -std=c++20 -O2 $(WARNINGS) -pthread -MMD -MP
objects = $(patsubst %.cpp,build/obj/%.o,$(filter-out $2,$(wildcard $1)))
# Files compiled as one, build/obj/NAME.cpp that includes them: what they all include is then read
# and instantiated once, which takes a third of the time.
batch = build/obj/$1.o$(shell mkdir -p build/obj; text=$$(printf '$(hash)include "%s"\n' $(sort $2)); \
  [ "$$text" = "$$(cat build/obj/$1.cpp 2>/dev/null)" ] || echo "$$text" >build/obj/$1.cpp)
hash := \#
sources = $(filter-out $2,$(wildcard $1))

BASELINES := $(call batch,kit_baselines,$(wildcard common/image/src/*baseline.cpp))
PICTURES := $(call objects,common/image/src/picture_*.cpp)
KIT := $(call batch,kit,$(call sources,common/image/src/*.cpp,%baseline.cpp common/image/src/picture_%)) $(BASELINES) $(PICTURES)
SIM := $(call batch,observe,$(wildcard common/sim/observe/*.cpp)) $(call batch,sim,$(wildcard common/sim/src/*.cpp))
SCAN := $(call batch,scan,$(wildcard common/scan/*.cpp))
REWRITER := $(call batch,rewriter,$(call sources,common/sim/rewriter/*.cpp,%main.cpp)) $(SCAN)
ELF := $(call batch,elf,$(wildcard common/elf/*.cpp))
# The observed program's end of kit_symbols is linked with student code, the rest is a program.
SYMBOLS_CLIENT := $(call batch,symbols_client,$(addprefix common/symbols/,client.cpp messages.cpp))
SYMBOLS := $(call batch,symbols,$(call sources,common/symbols/*.cpp,%client.cpp %main.cpp))
OBJECT_CHECK := $(call batch,check_objects,$(wildcard common/grader/objects/*.cpp))
JAIL := $(call batch,jail,$(wildcard common/classroom/sandbox/jail/*.cpp))
# Pages of the judge use these too.
TEXT := $(addprefix common/classroom/,text.cpp page.cpp template.cpp)
CLASS := $(foreach part,a-f g-o p-z,$(call batch,class_$(part),$(call sources,common/classroom/[$(part)]*.cpp,\
  $(TEXT) %main.cpp)))
CLASS_MAIN := build/obj/common/classroom/main.o
BENCH := $(call batch,bench,$(call sources,common/bench/driver/*.cpp,%main.cpp) common/bench/harness/measure.cpp \
  common/bench/harness/bench.cpp)
BENCH_MAIN := build/obj/common/bench/driver/main.o
MAIN := build/obj/common/grader/main.o
# What goes over pixels is optimised; the rest of the judge is compiled as fast as can be.
PIXELS := $(wildcard $(patsubst %,common/grader/%.cpp,*_fault_models diagnosis pattern poison heat_map region tensor))
JUDGE_PIXELS := $(call batch,judge_pixels,$(PIXELS))
JUDGE_REST := $(call batch,judge,$(TEXT) $(call sources,common/grader/*.cpp,\
  $(PIXELS) $(addprefix common/grader/,main.cpp worker%.cpp lab_test%.cpp)))
JUDGE := $(JUDGE_REST) $(JUDGE_PIXELS) $(SCAN)
COMMANDS := $(call batch,commands,$(wildcard common/grader/commands/*.cpp))
LAB_TESTS := $(call objects,common/grader/lab_test*.cpp)
EDITS := $(call batch,edits,$(call sources,tests/edits/*.cpp,%main.cpp))
EDITS_MAIN := build/obj/tests/edits/main.o
UNIT_TESTS := $(call objects,tests/unit/*.cpp) build/obj/tests/labs/04_tiled/tile_fault_models.o
SIM_TESTS := $(call objects,tests/sim/*.cpp)
CATCH := build/obj/tests/catch_main.o
# The worker's half of the grader is linked with student code by `kit build-lab`.
WORKER := $(call batch,worker,$(wildcard common/grader/worker*.cpp) common/grader/protocol/protocol.cpp)
WORKER_MEMORY := $(call batch,worker_memory,$(addprefix common/grader/,guard.cpp poison.cpp))
# A lab's cases are a library that the programs load when they need that lab. LAB=02: only lab 02's.
SUITES := $(filter $(if $(LAB),$(foreach n,$(LAB:lab%=%),$(n) $(n)_% 0$(n)_%),%),$(notdir $(wildcard tests/labs/[0-9]*)))
CASES := $(foreach lab,$(SUITES),$(call batch,cases_$(lab),$(call sources,tests/labs/$(lab)/*.cpp,%worker.cpp %study.cpp)))

.PHONY: kit grader programs tests class benchmarks FORCE
kit: build/bin/kit build/lib/commands.so
	@:
grader: build/bin/kit $(SUITES:%=build/lib/cases_%.so) build/bin/cuda_rewrite build/bin/check_objects build/bin/kit_symbols \
  build/lib/libkit.a build/lib/libsim.a build/lib/libworker.a
	@:
programs: grader kit
	@:
class: programs build/bin/kit_class build/bin/kit_jail
	@:
benchmarks: build/bin/kit_bench build/bin/cuda_rewrite build/lib/libkit.a build/lib/libsim.a
	@:
tests: class build/bin/unit_tests $(if $(SIM_TESTS),build/bin/sim_tests) build/bin/lab_tests \
  build/bin/apply_edits
	@:

include build/deps.mk
build/deps.mk: FORCE
	@common/tools/deps compiler stb json cli11 boost libdw $(if $(filter tests,$(MAKECMDGOALS)),catch2) \
	  $(if $(filter tests class,$(MAKECMDGOALS)),sqlite)

build/lib/libkit.a: $(KIT)
build/lib/libsim.a: $(SIM) $(ELF) $(SYMBOLS_CLIENT)
build/lib/libworker.a: $(WORKER) $(WORKER_MEMORY)
build/bin/cuda_rewrite: build/obj/common/sim/rewriter/main.o $(REWRITER)
build/bin/check_objects: $(OBJECT_CHECK) $(ELF)
build/bin/kit_symbols: build/obj/common/symbols/main.o $(SYMBOLS)
build/bin/kit: $(JUDGE) $(MAIN) $(KIT)
build/bin/kit_class: $(CLASS_MAIN) $(CLASS) $(JUDGE) $(KIT)
build/bin/kit_bench: $(BENCH_MAIN) $(BENCH) $(JUDGE) $(KIT)
build/bin/kit_jail: $(JAIL)
build/bin/lab_tests: $(LAB_TESTS) $(EDITS) $(JUDGE) $(KIT)
build/bin/apply_edits: $(EDITS_MAIN) $(EDITS) $(JUDGE) $(KIT)
build/bin/unit_tests: $(UNIT_TESTS) $(CATCH) $(BENCH) $(COMMANDS) $(CLASS) $(EDITS) $(ELF) $(SYMBOLS) $(JUDGE) build/lib/libkit.a
build/bin/sim_tests: $(SIM_TESTS) $(CATCH) $(REWRITER) build/lib/libkit.a
# Unpacked, libdw is in build/lib; the second library that it needs in turn is there too.
build/bin/kit_symbols build/bin/unit_tests: private LDFLAGS += -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../lib'
build/bin/kit_class build/bin/unit_tests: private LIBS += $(SQLITE_LIB) $(NETTLE_LIB) -ldl
build/bin/kit_jail: private LIBS := $(SECCOMP_LIB)
build/bin/kit_symbols build/bin/unit_tests: private LIBS += $(LIBDW)
# These load libraries that use what the programs have.
build/bin/kit build/bin/kit_bench build/bin/kit_class build/bin/lab_tests build/bin/apply_edits: private LDFLAGS += -rdynamic -ldl

build/lib/%.a:
	@mkdir -p $(@D) && echo "  archive $@"
	$(Q)rm -f $@ && ar rcs $@ $^
build/lib/%.so: build/obj/%.o
	@mkdir -p $(@D) && echo "  link    $@"
	$(Q)$(CXX) -shared $(LDFLAGS) -o $@.part $< && mv $@.part $@
build/bin/%:
	@mkdir -p $(@D) && echo "  link    $@"
	$(Q)$(CXX) -pthread $(LDFLAGS) -o $@ $^ $(BOOST_CONTEXT_LIB) $(CATCH_LIBS) $(LIBS)
build/obj/%.o: %.cpp common/build.mk
	$(compile)
build/obj/%.o: build/obj/%.cpp common/build.mk
	$(compile)
define compile
@mkdir -p $(@D) && echo "  compile $<"
$(Q)$(CXX) $(FLAGS) $(INCLUDES) $(DEPS_CPPFLAGS) $(CXXFLAGS) -c -o $@ $<
endef

# Markup, styles and scripts of pages are files; a program has each as a string literal.
PAGES := $(foreach kind,html css js,$(wildcard common/grader/*/*.$(kind)))
build/obj/%.inc: %
	@mkdir -p $(@D) && { printf 'R"file(' && cat $< && printf ')file"\n'; } >$@.part && mv $@.part $@
$(JUDGE_REST) $(COMMANDS) $(CLASS): | $(PAGES:%=build/obj/%.inc)

# Most of the grader's compile time is the JSON library: it is read once for each -O, precompiled.
json = build/obj/json-O$1.hpp
build/obj/json-O%.hpp.gch: common/build.mk
	@mkdir -p $(@D) && echo '#include <nlohmann/json.hpp>' >$(@:.gch=)
	$(Q)$(CXX) $(FLAGS) -O$* -fPIC $(DEPS_CPPFLAGS) $(CXXFLAGS) -x c++-header -o $@ $(@:.gch=)
SLOW_TESTS := $(filter %cases_test.o %fault_models.o,$(UNIT_TESTS))
TESTS := $(filter-out $(SLOW_TESTS),$(UNIT_TESTS)) $(SIM_TESTS) $(LAB_TESTS) $(EDITS) $(EDITS_MAIN) $(CATCH)
FAST_TO_BUILD := $(MAIN) $(JUDGE_REST) $(COMMANDS) $(CLASS) $(CLASS_MAIN) $(BENCH) $(BENCH_MAIN) $(WORKER) $(TESTS)
OVER_PIXELS := $(JUDGE_PIXELS) $(CASES) $(SLOW_TESTS)
$(FAST_TO_BUILD): $(call json,0).gch
$(FAST_TO_BUILD): private FLAGS += -O0 -fPIC -include $(call json,0)
$(OVER_PIXELS): $(call json,1).gch
$(OVER_PIXELS): private FLAGS += -O1 -fPIC -include $(call json,1)
# What waits for it takes longest and should start first: most of the rest waits too.
$(KIT) $(REWRITER) $(OBJECT_CHECK) $(WORKER_MEMORY) $(call json,1).gch: | $(call json,0).gch
# Joined to one of 16 bytes, a load of two values that were just stored waits until they are in the cache.
$(SIM): private FLAGS += -fno-tree-slp-vectorize
$(OBJECT_CHECK) $(ELF) $(SYMBOLS) $(SYMBOLS_CLIENT) $(JAIL) $(REWRITER) $(PICTURES): private FLAGS += -O1

INCLUDES := -I. -Icommon -Icommon/image/include -Icommon -Itests
$(JUDGE_REST) $(COMMANDS) $(CLASS): INCLUDES += -Ibuild/obj/common/grader
$(COMMANDS) build/obj/tests/unit/%.o: INCLUDES += -Icommon/commands
$(BENCH) build/obj/common/bench/%.o build/obj/tests/unit/bench%.o: INCLUDES += -Icommon/bench/driver -Icommon
$(SIM) build/obj/tests/sim/%.o: INCLUDES += -Icommon/sim/include -Icommon/sim/src
$(BASELINES): FLAGS += -O3 -fno-math-errno
-include $(shell find build/obj -name '*.d' 2>/dev/null)
