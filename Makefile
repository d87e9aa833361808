# The kit's commands; `make` lists them. How it is built is in common/build.mk.
# The programs end with exit codes of their own (docs/verdict.md); make turns every failure into 2.

#: BACKEND=cuda|sim        where kernels run (default: cuda if a GPU answers)
#: SRC=labs|solutions|DIR  whose files are graded or run (default: labs)
#: SEED=N                  the seed of an earlier grading, to repeat its cases
#: REFRESH=1               measure the CPU's times again, which are kept
#: V=1                     print the commands that build the kit
SRC ?= labs

ALL_LABS := $(foreach dir,$(sort $(wildcard labs/*_*/lab.json)),lab$(firstword $(subst _, ,$(dir:labs/%=%))))
# By the folder's name too, which editors know: lab04_tiled.
NAMED_LABS := $(patsubst labs/%/lab.json,lab%,$(wildcard labs/*_*/lab.json))
JOBS := $(shell nproc 2>/dev/null || echo 2)
quote = '$(subst ','\'',$1)'
option = $(if $($1),--$2 $(call quote,$($1)))
# What else was typed is an option of the lab that runs: SIGMA_S=50 becomes --option sigma_s=50.
SETTINGS := REPLAY REFRESH FULL QUICK SERVE TABLE RENDER LAB EXAMPLE IMG OUT BACKEND SRC SEED V CARD CXX CXXFLAGS LDFLAGS JOBS STAGE AGAIN YES
TYPED := $(sort $(foreach name,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $(name)))),$(name))))
lower = $(shell printf %s $1 | tr A-Z a-z)
build = $(MAKE) --no-print-directory -f common/build.mk $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS)) $1
choices = $(foreach name,$1,$(call option,$(firstword $(subst :, ,$(name))),$(lastword $(subst :, ,$(name)))))

# Where there is no nvcc, clang says which kernels it would refuse; labs on the CPU do without.
rules_of = $(if $(shell grep -l '"language": "cuda"' labs/$(or $(patsubst lab%,%,$1),*)_*/lab.json labs/$1/lab.json 2>/dev/null), \
  command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ] || common/tools/deps clang)

.NOTPARALLEL:
.PHONY: help demo test $(ALL_LABS) $(NAMED_LABS) editor next progress hint watch solution photos run view sanitize quiz replay profile bench doctor setup packages docs \
  format clean submit reset grade handout gradescope soak test-fresh test-deep test-diagnosis test-slurm test-docs primer programs tests class benchmarks
$(foreach lab,$(filter-out $(ALL_LABS) $(NAMED_LABS),$(filter lab%,$(MAKECMDGOALS))),$(error no $(lab) here; there are: $(ALL_LABS)))

# The students' archive lacks what these need.
WHOLE_KIT_ONLY := $(if $(wildcard .handout),solution bench handout gradescope soak test-fresh test-deep test-diagnosis test-slurm test-docs)
help: ## list the commands; so does make alone
	@awk -F': *[^#]*## ' -v left_out=' $(WHOLE_KIT_ONLY) ' 'index(left_out, " " $$1 " ") {next} \
	  /^[a-z$$][^#]*: *[^#]*## / {sub(/\$$\(ALL_LABS\).*/, "labNN", $$1); \
	  printf "  make %-11s %s\n", $$1, $$2} /^#: / {settings = settings "  " substr($$0, 4) "\n"} \
	  END {printf "Settings, such as make lab02 SRC=solutions:\n%s", settings}' Makefile

demo: programs ## grade all solutions, filter a photograph; see build/demo
	@$(call rules_of)
	@common/tools/deps photos
	@build/bin/kit demo $(call choices,BACKEND:backend SEED:seed)

test: tests ## test the kit itself; FULL=1 tries every wrong version
	@$(if $(FULL),SHARE=1) tests/run

$(ALL_LABS) $(NAMED_LABS): lab%: ## build and grade lab NN
	@+$(call build,grader editor LAB=$*)
	@$(call rules_of,$*)
	@build/bin/kit grade $* $(call choices,BACKEND:backend SRC:src SEED:seed) $(if $(REFRESH),--refresh)

next: ## the next lab and its first step
progress: ## a table of your labs, points and speedups
hint: ## one more hint: [LAB=02] [STAGE=kernel] [AGAIN=1]
solution: ## after a pass or a yes: LAB=02 [STAGE=kernel|answers]
next progress hint solution:
	@+$(call build,kit)
	@build/bin/kit $@ $(LAB) $(call choices,STAGE:stage) $(if $(AGAIN),--again) $(if $(YES),--yes)

watch: programs ## grade a lab each time you save, until q: [LAB=02]
	@$(call rules_of,$(LAB))
	@build/bin/kit watch $(LAB) $(call choices,BACKEND:backend SRC:src SEED:seed)

photos: ## get some photographs to filter, into build/photos
	@common/tools/deps photos
	@ls build/photos/* 2>/dev/null || { echo "any PNG or JPEG file will do instead" >&2; exit 2; }

run: programs ## filter a picture: LAB=02 IMG=in.jpg OUT=out.png [FILTER=]
	$(if $(and $(LAB),$(IMG),$(OUT)),,$(error make run needs an image: LAB=02 IMG=build/photos/coffee.png OUT=out.png; make photos gets some))
	@build/bin/kit $(run)

view: programs ## compare with the reference in a page: LAB=02 IMG=in.jpg
	$(if $(and $(LAB),$(IMG)),,$(error make view needs an image: LAB=02 IMG=build/photos/coffee.png; make photos gets some))
	@build/bin/kit $(run)
run = $@ $(call choices,LAB:lab IMG:image OUT:out BACKEND:backend SRC:src) \
  $(foreach name,$(filter-out $(filter-out STAGE,$(SETTINGS)),$(TYPED)),--option $(call quote,$(call lower,$(name))=$($(name))))

sanitize: programs ## look for races and wrong accesses: LAB=02
	$(if $(LAB),,$(error make sanitize needs LAB=02))
	@build/bin/kit sanitize $(LAB) $(call choices,BACKEND:backend SRC:src SEED:seed)

quiz: programs ## questions about what your own code does: LAB=04
	$(if $(LAB),,$(error make quiz needs LAB=04))
	@build/bin/kit quiz $(LAB) $(call choices,SRC:src SEED:seed)

replay: programs ## watch one block in a page: LAB=04 [STAGE= BLOCK=3,1]
	$(if $(LAB),,$(error make replay needs LAB=04))
	@build/bin/kit replay $(LAB) $(call choices,SRC:src SEED:seed STAGE:stage CASE:case BLOCK:block)

profile: programs ## what kernels do to memory: LAB=02 [STAGE= CARD=t4 SIZE=]
	$(if $(LAB),,$(error make profile needs LAB=02))
	@build/bin/kit profile $(LAB) $(call choices,SRC:src STAGE:stage CARD:card SIZE:size SEED:seed)

bench: benchmarks ## the sources' tables on this machine: [LAB=04 TABLE= QUICK=1]
	@build/bin/kit_bench $(call choices,LAB:lab TABLE:table BACKEND:backend OUT:out) $(if $(QUICK),--quick) \
	  $(if $(RENDER),--render) --jobs $(JOBS)

submit: ## pack your files for your instructor: [LAB=02] [LOG=1]
	@+$(call build,kit)
	@common/tools/submit $(if $(LOG),--log) $(LAB) $(call choices,OUT:out)

reset: ## put a skeleton back, after asking; keeps a copy: LAB=02
	$(if $(LAB),,$(error make reset needs LAB=02))
	@+$(call build,kit)
	@common/tools/reset $(LAB)

grade: class ## grade a class, show, compare, export (docs/classroom.md)
	$(if $(call typed,$(grade_what)),,$(error make grade needs SUBMISSIONS=folder [DRY=1]; docs/classroom.md explains))
	@$(if $(grade_mode),build/bin/kit_class $(grade_mode),$(grade_submissions))
# What may be asked of a gradebook without grading: the variable's name, which must be typed, chooses.
typed = $(strip $(foreach name,$1,$(if $(filter command,$(firstword $(origin $(name)))),$(if $($(name)),$(name)))))
grade_what = SUBMISSIONS SHOW DIFF EXPORT ROSTER LATE DUE EXTENSIONS OVERRIDE COMMENTS
grade_out = $(if $(OUT),$(OUT),grades)
grade_tables = $(call choices,OUT:out ROSTER:roster LATE:late DUE:due EXTENSIONS:extensions DAYS:days OVERRIDE:override \
  COMMENTS:comments FORMAT:format)
grade_mode = $(if $(call typed,SHOW),show $(call quote,$(SHOW)) $(call choices,OUT:out LABS:labs),$(if $(call typed,DIFF),\
  diff $(call quote,$(DIFF)) $(call quote,$(grade_out)) --csv $(call quote,$(grade_out)/diff.csv),$(if $(call typed,EXPORT),\
  export $(call quote,$(EXPORT)) $(call choices,TEMPLATE:template COLUMN:column OUT:out LABS:labs),$(if $(SUBMISSIONS),,\
  report $(grade_tables)))))
define grade_submissions
common/tools/deps bubblewrap unpacker || true
	@$(call rules_of)
	@export KIT_CLANG="$${KIT_CLANG:-$$(sed -n 's/^CLANG := //p' build/deps.mk)}"; \
	  PATH="$(CURDIR)/.deps/bubblewrap:$(CURDIR)/.deps/unpacker:$$PATH" build/bin/kit_class grade $(call quote,$(SUBMISSIONS)) \
	  $(grade_tables) $(call choices,HIDDEN:hidden LABS:labs LAYOUT:layout BACKEND:backend TIER:tier ENGINE:engine GPUS:gpus QUIZ:quiz) \
	  $(if $(filter command,$(firstword $(origin JOBS))),--jobs $(JOBS)) $(if $(REGRADE),--regrade=$(call quote,$(REGRADE))) \
	  $(if $(TIMING),--timing) $(if $(NO_SANDBOX),--no-sandbox) $(if $(CONFINE),--confine) \
	  $(if $(DRY),--dry-run)
endef

handout: ## make the archive for students, without solutions: [OUT=]
	@+$(call build,kit)
	@common/tools/handout $(call choices,OUT:out)

gradescope: ## make Gradescope's autograder zip: [LABS=02 HIDDEN=file]
	@common/tools/gradescope $(call choices,LABS:labs HIDDEN:hidden OUT:out)

soak: class ## hours of class runs: load, kill -9, broken pictures
	@tests/soak/run

test-fresh: ## demo and test in a bare Debian 12 and 13: [TABLE=FILE]
	@tests/fresh/run $(call choices,TABLE:table)

test-deep: class ## sanitizers, clang-tidy, fuzzing; an hour: [TABLE=FILE]
	@tests/deep/run $(call choices,TABLE:table JOBS:jobs)

test-diagnosis: programs ## what is said of mistakes made at random: [LAB=04 SEED=N]
	@tests/diagnosis/measure --half both $(call choices,SEED:seed JOBS:jobs) $(if $(LAB),$(notdir $(wildcard labs/$(LAB:lab%=%)_*)))

test-slurm: class ## test the class grader on a Slurm of its own
	@tests/slurm/run

doctor: ## what this machine lacks, and the command that mends it
	@common/tools/doctor

setup: ## install what the kit needs; may ask for your password
	@common/tools/deps --sudo all

packages: ## download the packages, for a machine without a network
	@common/tools/deps --download observer-compiler stb json cli11 fmt boost libdw clang sqlite nettle seccomp catch2 photos bubblewrap unpacker

docs: ## make the documentation in build/docs; SERVE=1 serves it here
	@common/tools/docs$(if $(SERVE), --serve)

test-docs: docs programs ## look at all pages in a browser without a screen
	@tests/browser/run

primer: ## run a kernel of the primer: EXAMPLE=coalescing [REPLAY=1]
	$(if $(EXAMPLE),,$(error make primer needs EXAMPLE=coalescing; docs/primer has them all))
	@+$(call build,own-program $(if $(REPLAY)$(BLOCK),kit))
	@common/tools/primer $(EXAMPLE) $(call choices,BACKEND:backend BLOCK:block)$(if $(REPLAY), --replay)

editor: ## write compile_commands.json for clangd; make labNN does too
	@+$(call build,$@)

format: ## format all C++ and CUDA files
	@common/tools/check_format --fix

clean: ## remove what was built (keeps downloaded packages)
	rm -rf build

programs tests class benchmarks:
	@+$(call build,$@)
