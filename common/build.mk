# How the kit is built. The Makefile calls it as: make -f common/build.mk programs|tests|class
Q := $(if $(V),,@)
FLAGS := -std=c++20 -O2 -Wall -Wextra -Wpedantic -Wshadow -Werror -pthread -MMD -MP
objects = $(patsubst %.cpp,build/obj/%.o,$(filter-out $2,$(wildcard $1)))
# Files compiled as one, build/obj/NAME.cpp that includes them: what they all include is then read
# and instantiated once, which takes a third of the time.
batch = build/obj/$1.o$(shell mkdir -p build/obj; text=$$(printf '$(hash)include "%s"\n' $(sort $2)); \
  [ "$$text" = "$$(cat build/obj/$1.cpp 2>/dev/null)" ] || echo "$$text" >build/obj/$1.cpp)
hash := \#
sources = $(filter-out $2,$(wildcard $1))

KIT := $(call objects,common/src/*.cpp)
SIM := $(call batch,sim,$(wildcard common/sim/src/*.cpp)) $(call batch,observe,$(wildcard common/sim/observe/*.cpp))
REWRITER := $(call batch,rewriter,$(call sources,common/sim/rewriter/*.cpp,%main.cpp))
OBJECT_CHECK := $(call batch,check_objects,$(wildcard tests/autograder/objects/*.cpp))
JAIL := $(call batch,jail,$(wildcard tests/autograder/jail/*.cpp))
CLASS := $(foreach part,a-f g-o p-z,$(call batch,class_$(part),$(wildcard tests/autograder/classroom/[$(part)]*.cpp)))
MAIN := build/obj/tests/autograder/main.o
JUDGE := $(foreach part,a-f g-o p-z,$(call batch,judge_$(part),$(call sources,tests/autograder/[$(part)]*.cpp,\
  $(addprefix tests/autograder/,main.cpp worker%.cpp lab_test%.cpp))))
CASES := $(call objects,tests/labs/*/cases.cpp)
LAB_TESTS := $(call objects,tests/autograder/lab_test*.cpp)
UNIT_TESTS := $(call objects,tests/unit/*.cpp)
SIM_TESTS := $(call objects,tests/sim/*.cpp)
CATCH := build/obj/tests/catch_main.o
# The worker's half of the grader is linked with student code by common/tools/build_lab.
WORKER := $(call batch,worker,$(wildcard tests/autograder/worker*.cpp))

.PHONY: programs tests class FORCE
programs: build/bin/kit build/bin/cuda_rewrite build/bin/check_objects build/lib/libkit.a build/lib/libsim.a $(WORKER)
	@:
class: programs build/bin/kit_class build/bin/kit_jail
	@:
tests: class build/bin/unit_tests $(if $(SIM_TESTS),build/bin/sim_tests) build/bin/lab_tests
	@:

include build/deps.mk
build/deps.mk: FORCE
	@common/tools/deps compiler stb json cli11 boost $(if $(filter tests,$(MAKECMDGOALS)),catch2) \
	  $(if $(filter tests class,$(MAKECMDGOALS)),sqlite)

build/lib/libkit.a: $(KIT)
build/lib/libsim.a: $(SIM)
build/bin/cuda_rewrite: build/obj/common/sim/rewriter/main.o $(REWRITER)
build/bin/check_objects: $(OBJECT_CHECK)
build/bin/kit: $(MAIN) $(JUDGE) $(CASES) build/lib/libkit.a
build/bin/kit_class: $(CLASS) $(JUDGE) $(CASES) build/lib/libkit.a
build/bin/kit_jail: $(JAIL)
build/bin/lab_tests: $(LAB_TESTS) $(JUDGE) $(CASES) build/lib/libkit.a
build/bin/unit_tests: $(UNIT_TESTS) $(CATCH) $(JUDGE) build/lib/libkit.a
build/bin/sim_tests: $(SIM_TESTS) $(CATCH) $(REWRITER) build/lib/libkit.a

build/lib/%.a:
	@mkdir -p $(@D) && echo "  archive $@"
	$(Q)rm -f $@ && ar rcs $@ $^
build/bin/%:
	@mkdir -p $(@D) && echo "  link    $@"
	$(Q)$(CXX) -pthread $(LDFLAGS) -o $@ $^ $(BOOST_CONTEXT_LIB) $(CATCH_LIBS) $(if $(filter %_class,$@),$(SQLITE_LIB) -ldl)
build/obj/%.o: %.cpp common/build.mk
	$(compile)
build/obj/%.o: build/obj/%.cpp common/build.mk
	$(compile)
define compile
@mkdir -p $(@D) && echo "  compile $<"
$(Q)$(CXX) $(FLAGS) $(INCLUDES) $(DEPS_CPPFLAGS) $(CXXFLAGS) -c -o $@ $<
endef

# Most of the grader's compile time is the JSON library: it is read once, precompiled, and compiled
# with -O1, since the grader's heavy arithmetic is in libkit.
JSON := build/obj/json.hpp
$(JSON).gch: common/build.mk
	@mkdir -p $(@D) && echo '#include <nlohmann/json.hpp>' >$(JSON)
	$(Q)$(CXX) $(FLAGS) -O1 $(DEPS_CPPFLAGS) $(CXXFLAGS) -x c++-header -o $@ $(JSON)
$(MAIN) $(JUDGE) $(CASES) $(LAB_TESTS) $(WORKER) $(CLASS): $(JSON).gch
$(MAIN) $(JUDGE) $(CASES) $(LAB_TESTS) $(WORKER) $(CLASS): private FLAGS += -O1 -include $(JSON)
$(OBJECT_CHECK) $(JAIL): private FLAGS += -O1

INCLUDES := -I. -Icommon/include -Itests/autograder -Itests
$(SIM) build/obj/tests/sim/%.o: INCLUDES += -Icommon/sim/include -Icommon/sim/src
build/obj/common/src/baseline.o: FLAGS += -O3 -fno-math-errno
build/obj/common/src/%_baseline.o: FLAGS += -O3 -fno-math-errno
-include $(shell find build/obj -name '*.d' 2>/dev/null)
