# How the kit is built. The Makefile calls it as: make -f common/build.mk kit|grader|programs|class|benchmarks|tests|editor
#
# A part is a folder: all its .cpp files are compiled as one, build/obj/parts/NAME.cpp that includes them,
# since what they all include is then read and instantiated once, which takes a third of the time. A file
# main.cpp is a program and belongs to no part. docs/architecture.md says which part may use which.
Q := $(if $(V),,@)
# Warnings are for those who change the kit: `make test` asks for them, `make lab02` is done a tenth sooner.
WARNINGS := $(if $(filter tests,$(MAKECMDGOALS)),-Wall -Wextra -Wpedantic -Wshadow -Werror)
FLAGS := -std=c++20 -O2 $(WARNINGS) -pthread -MMD -MP
INCLUDES := -Icommon -Icommon/image/include -Itests
INCLUDES_PAGES := -I. -Ibuild/obj/common
INCLUDES_SIM := -I. -Icommon/sim/include -Icommon/sim/src
hash := \#

# The object of files that are compiled as one, of a part, of files that are compiled one by one, and of a
# program's main file.
batch = build/obj/parts/$1.o$(shell mkdir -p build/obj/parts; text=$$(printf '$(hash)include "%s"\n' $(sort $2)); \
  [ "$$text" = "$$(cat build/obj/parts/$1.cpp 2>/dev/null)" ] || echo "$$text" >build/obj/parts/$1.cpp)
sources = $(filter-out %/main.cpp,$(wildcard $1/*.cpp))
part = $(call batch,$(subst /,-,$(1:common/%=%)),$(call sources,$1))
parts = $(foreach folder,$2,$(call part,$1/$(folder)))
objects = $(patsubst %.cpp,build/obj/%.o,$(wildcard $1))
program = build/obj/$1/main.o

# --- Parts ----------------------------------------------------------------------------------------
PICTURES := $(call part,common/image/src/picture)
IMAGE := $(call part,common/image/src) $(PICTURES)
SCAN := $(call part,common/scan)
ELF := $(call part,common/elf)
# The observed program's end of kit_symbols is linked with student code.
SYMBOLS_CLIENT := $(call part,common/symbols/client)
SYMBOLS := $(call part,common/symbols)
RACES := $(call part,common/sim/races)
SIM := $(call parts,common/sim,observe src)
OPENMP := $(call part,common/sim/openmp)
REWRITER := $(call part,common/sim/rewriter)
PROTOCOL := $(call part,common/grader/protocol)
DIAGNOSIS := $(call part,common/grader/diagnosis)
GRADER := $(call parts,common/grader,support pages process results lab build judge repair report report_page grading) $(PROTOCOL) $(DIAGNOSIS) $(ELF)
COMMANDS := $(call parts,common/grader,commands quiz)
OBJECT_CHECK := $(call part,common/grader/objects)
RULES := $(call part,common/grader/rules)
WORKER := $(call part,common/grader/worker)
QUIZ := $(call part,common/grader/quiz)
CLASS := $(call parts,common/classroom,support intake/layout intake gradebook sandbox reports run) $(QUIZ)
JAIL := $(call part,common/classroom/sandbox/jail)
BENCH := $(call parts,common/bench,driver harness)
ESTIMATE := $(call part,common/estimate)

# --- Labs -----------------------------------------------------------------------------------------
# tests/labs/convolution is what labs 01 to 05 share. References and baselines are compiled one by one: a worker
# or a measured program links the few that it uses. A lab's cases are a library that programs load when they need
# that lab. LAB=02: only lab 02's.
LAB_FOLDERS := $(notdir $(wildcard tests/labs/[0-9]*))
SUITES := $(filter $(if $(LAB),$(foreach n,$(LAB:lab%=%),$(n) $(n)_% 0$(n)_%),%),$(LAB_FOLDERS))
KERNEL_SUITES := $(wildcard $(SUITES:%=tests/labs/%/worker.cu))
references = $(call objects,tests/labs/$1/reference/*.cpp)
baselines = $(call objects,tests/labs/$1/baseline/*.cpp)
lab_sources = $(filter-out %/worker.cpp %/cases.cpp,$(call sources,tests/labs/$1))
REFERENCES := $(foreach lab,$(LAB_FOLDERS) convolution,$(call references,$(lab)))
BASELINES := $(foreach lab,$(LAB_FOLDERS) convolution,$(call baselines,$(lab)))
CONVOLUTION := $(call part,tests/labs/convolution)
LAB_PARTS := $(foreach lab,$(LAB_FOLDERS),$(if $(call lab_sources,$(lab)),$(call batch,lab-$(lab),$(call lab_sources,$(lab)))))
CASES := $(foreach lab,$(LAB_FOLDERS),$(call batch,cases-$(lab),tests/labs/$(lab)/cases.cpp))

# --- Tests ----------------------------------------------------------------------------------------
EDITS := $(call part,tests/edits)
LAB_TESTS := $(call program,tests/labs) $(call part,tests/labs)
# Unit tests are compiled in a few batches of neighbours, since most of a test's time is what it includes.
UNIT_SOURCES := $(sort $(wildcard tests/unit/*.cpp))
BATCHES := 0 1 2 3 4 5 6 7
unit_batch = $(call batch,tests-unit-$1,$(shell printf '%s\n' $(UNIT_SOURCES) | awk 'int((NR - 1) * $(words $(BATCHES)) / $(words $(UNIT_SOURCES))) == $1'))
UNIT_BATCHES := $(if $(UNIT_SOURCES),$(foreach n,$(BATCHES),$(call unit_batch,$n)))
UNIT_TESTS := $(UNIT_BATCHES) $(call objects,tests/labs/*/unit/*.cpp)
SIM_TESTS := $(call objects,tests/sim/*.cpp)
CATCH := build/obj/tests/catch_session.o
CATCH_MAIN := $(CATCH) build/obj/tests/catch_main.o

.PHONY: kit grader programs tests class benchmarks own-program pages editor FORCE
kit: build/bin/kit build/lib/commands.so
	@:
grader: build/bin/kit $(SUITES:%=build/lib/cases_%.so) $(SUITES:%=build/lib/reference_%.a) build/bin/cuda_rewrite \
  build/bin/check_objects build/bin/check_rules build/bin/kit_symbols build/lib/libkit.a build/lib/libsim.a \
  build/lib/libopenmp.a build/lib/libworker.a
	@:
programs: grader kit
	@:
# What a program with a main of its own needs to be compiled and run.
own-program: build/bin/cuda_rewrite build/bin/kit_symbols build/lib/libsim.a
	@:
class: programs build/bin/kit_class build/bin/kit_jail
	@:
benchmarks: build/bin/kit_bench build/bin/cuda_rewrite build/bin/kit_symbols build/lib/libkit.a build/lib/libsim.a \
  build/lib/libreference.a
	@:
tests: class build/bin/unit_tests $(if $(SIM_TESTS),build/bin/sim_tests) build/bin/lab_tests build/bin/apply_edits
	@:

# The parts' include folders taken together; a file that cannot be written is no reason to build nothing.
editor:
	@common/tools/compile_commands $(filter-out -MMD -MP,$(FLAGS)) $(INCLUDES) $(INCLUDES_PAGES) $(INCLUDES_SIM) $(DEPS_CPPFLAGS) || :

include build/deps.mk
build/deps.mk: FORCE
	@common/tools/deps compiler stb json cli11 fmt boost libdw $(if $(KERNEL_SUITES),observer-compiler) $(if $(filter tests %_tests,$(MAKECMDGOALS)),catch2) \
	  $(if $(filter tests %_tests class %/kit_class,$(MAKECMDGOALS)),sqlite nettle seccomp)

build/lib/libkit.a: $(IMAGE)
build/lib/libsim.a: $(SIM) $(ELF) $(SYMBOLS_CLIENT)
build/lib/libopenmp.a: $(OPENMP) $(RACES)
build/lib/libworker.a: $(WORKER) $(PROTOCOL)
build/lib/libconvolution.a: $(CONVOLUTION) $(call references,convolution) $(call baselines,convolution)
build/lib/libreference.a: $(REFERENCES) $(BASELINES)
$(foreach lab,$(LAB_FOLDERS),$(eval build/lib/reference_$(lab).a: $(call references,$(lab)) $(call references,convolution)))
$(foreach lab,$(LAB_FOLDERS),$(eval build/lib/cases_$(lab).so: build/obj/parts/cases-$(lab).o \
  $(filter %/lab-$(lab).o,$(LAB_PARTS)) $(call references,$(lab)) $(call baselines,$(lab)) build/lib/libconvolution.a))
build/lib/commands.so: $(COMMANDS) $(ESTIMATE)
build/bin/cuda_rewrite: $(call program,common/sim/rewriter) $(REWRITER) $(SCAN)
build/bin/check_objects: $(call program,common/grader/objects) $(OBJECT_CHECK) $(ELF)
build/bin/check_rules: $(call program,common/grader/rules) $(RULES) $(SCAN)
build/bin/kit_symbols: $(call program,common/symbols) $(SYMBOLS) $(SYMBOLS_CLIENT)
build/bin/kit_estimate: $(call program,common/estimate) $(ESTIMATE) $(IMAGE)
build/bin/kit: $(call program,common/grader) $(GRADER) $(SCAN) $(IMAGE)
build/bin/kit_class: $(call program,common/classroom) $(CLASS) $(GRADER) $(SCAN) $(IMAGE)
build/bin/kit_jail: $(call program,common/classroom/sandbox/jail) $(JAIL)
build/bin/kit_bench: $(call program,common/bench) $(BENCH) $(GRADER) $(SCAN) $(IMAGE)
build/bin/lab_tests: $(LAB_TESTS) $(CATCH) $(EDITS) $(GRADER) $(SCAN) $(IMAGE)
build/bin/apply_edits: $(call program,tests/edits) $(EDITS) $(GRADER) $(SCAN) $(IMAGE)
build/bin/unit_tests: $(UNIT_TESTS) $(CATCH_MAIN) $(BENCH) $(COMMANDS) $(ESTIMATE) $(CLASS) $(EDITS) $(ELF) $(RACES) $(SYMBOLS) $(SYMBOLS_CLIENT) \
  $(LAB_PARTS) $(GRADER) $(SCAN) build/lib/libconvolution.a build/lib/libreference.a build/lib/libkit.a build/lib/libsim.a
build/bin/sim_tests: $(SIM_TESTS) $(CATCH_MAIN) $(REWRITER) $(SCAN) build/lib/libkit.a

# --- Rules ----------------------------------------------------------------------------------------
# These load libraries that use what the programs have.
build/bin/kit build/bin/kit_bench build/bin/kit_class build/bin/lab_tests build/bin/apply_edits: private LDFLAGS += -rdynamic -ldl
build/bin/kit_class build/bin/unit_tests: private LIBS += $(SQLITE_LIB) $(NETTLE_LIB) -ldl
build/bin/kit_jail: private LIBS += $(SECCOMP_LIB)
build/bin/kit_symbols build/bin/unit_tests: private LIBS += $(LIBDW)
# Unpacked, libfmt and libdw are in build/lib; the second library that libdw needs in turn is there too.
build/bin/%: LDFLAGS += -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../lib'
build/lib/%.a:
	@mkdir -p $(@D) && echo "  archive $@"
	$(Q)rm -f $@ && ar rcs $@ $^
build/lib/%.so:
	@mkdir -p $(@D) && echo "  link    $@"
	$(Q)$(CXX) -shared $(LDFLAGS) -o $@.part $^ $(FMT_LIB) && mv $@.part $@
build/bin/%:
	@mkdir -p $(@D) && echo "  link    $@"
	$(Q)$(CXX) -pthread $(LDFLAGS) -o $@ $^ $(BOOST_CONTEXT_LIB) $(CATCH_LIBS) $(LIBS) $(FMT_LIB)
build/obj/%.o: %.cpp common/build.mk
	$(compile)
build/obj/parts/%.o: private INCLUDES += -I.
build/obj/parts/%.o: build/obj/parts/%.cpp common/build.mk
	$(compile)
define compile
@mkdir -p $(@D) && echo "  compile $<"
$(Q)$(CXX) $(FLAGS) $(INCLUDES) $(DEPS_CPPFLAGS) $(CXXFLAGS) -c -o $@ $<
endef
# Markup, styles and scripts of pages are files; a program has each as a string literal.
WITH_PAGES := $(call parts,common/grader,pages report_page commands) $(call part,common/classroom/reports)
PAGES := $(foreach kind,html css js,$(wildcard common/*/*/*.$(kind)))
build/obj/%.inc: %
	@mkdir -p $(@D) && { printf 'R"file(' && cat $< && printf ')file"\n'; } >$@.part && mv $@.part $@
$(WITH_PAGES): | pages
pages: $(PAGES:%=build/obj/%.inc)
$(WITH_PAGES): private INCLUDES += $(INCLUDES_PAGES)

# --- Flags ----------------------------------------------------------------------------------------
# What goes over pixels is optimised; the rest of the grader is compiled as fast as can be. Most of its
# compile time are the libraries for JSON and for texts: they are read once for each -O, precompiled.
libraries = build/obj/libraries-O$1.hpp
build/obj/libraries-O%.hpp.gch: common/build.mk
	@mkdir -p $(@D) && printf '#include <fmt/format.h>\n#include <nlohmann/json.hpp>\n' >$(@:.gch=)
	$(Q)$(CXX) $(FLAGS) -O$* -fPIC $(DEPS_CPPFLAGS) $(CXXFLAGS) -x c++-header -o $@ $(@:.gch=)
# The tests that are compiled one by one have Catch2 in it too.
for_tests = build/obj/libraries-tests.hpp
build/obj/libraries-tests.hpp.gch: common/build.mk tests/catch.hpp | build/deps.mk
	@mkdir -p $(@D) && printf '#include <fmt/format.h>\n#include <nlohmann/json.hpp>\n#include "catch.hpp"\n' >$(@:.gch=)
	$(Q)$(CXX) $(FLAGS) -O0 -fPIC -Itests $(DEPS_CPPFLAGS) $(CXXFLAGS) -x c++-header -o $@ $(@:.gch=)
PLAIN_TESTS := $(filter-out build/obj/tests/labs/%,$(UNIT_TESTS)) $(SIM_TESTS)
OVER_PIXELS := $(PROTOCOL) $(DIAGNOSIS) $(CONVOLUTION) $(LAB_PARTS) $(CASES) $(filter build/obj/tests/labs/%,$(UNIT_TESTS))
FAST_TO_BUILD := $(filter-out $(OVER_PIXELS) $(PLAIN_TESTS),$(GRADER) $(COMMANDS) $(RULES) $(ESTIMATE) $(CLASS) $(BENCH) $(WORKER) $(EDITS) $(LAB_TESTS) \
  $(UNIT_TESTS) $(SIM_TESTS) $(CATCH_MAIN) $(foreach folder,common/grader common/classroom common/bench tests/edits,$(call program,$(folder))))
$(FAST_TO_BUILD): $(call libraries,0).gch
$(FAST_TO_BUILD): private FLAGS += -O0 -fPIC -include $(call libraries,0)
$(PLAIN_TESTS): $(for_tests).gch
$(PLAIN_TESTS): private FLAGS += -O0 -fPIC -include $(for_tests)
$(OVER_PIXELS): $(call libraries,1).gch
$(OVER_PIXELS): private FLAGS += -O1 -fPIC -include $(call libraries,1)
$(REFERENCES) $(BASELINES): private FLAGS += -fPIC
# std::sqrt would else have to set errno for negative numbers (there are none) and could not be vectorised.
$(BASELINES): private FLAGS += -O3 -fno-math-errno
# What waits for it takes longest and should start first: most of the rest waits too.
$(IMAGE) $(REWRITER) $(SCAN) $(OBJECT_CHECK) $(REFERENCES) $(BASELINES) $(call libraries,1).gch: | $(call libraries,0).gch
# Joined to one of 16 bytes, a load of two values that were just stored waits until they are in the cache.
$(SIM): private FLAGS += -fno-tree-slp-vectorize
$(OBJECT_CHECK) $(ELF) $(SYMBOLS) $(SYMBOLS_CLIENT) $(JAIL) $(REWRITER) $(SCAN) $(PICTURES): private FLAGS += -O1
# It makes static variables itself, for programs.
$(OPENMP): private FLAGS += -fno-threadsafe-statics
$(SIM) $(OPENMP) $(SIM_TESTS): private INCLUDES += $(INCLUDES_SIM)
-include $(shell find build/obj -name '*.d' 2>/dev/null)
