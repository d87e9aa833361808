# The scripts in common/tools: what they find, and that the checks fail when they must. Sourced by
# tests/cli/run.
# shellcheck shell=bash disable=SC2154

# --- backend: cuda needs both a compiler and a GPU that answers
mkdir -p "$scratch/fake"
printf '#!/bin/sh\necho "GPU 0: Some GPU (UUID: GPU-1)"\n' >"$scratch/fake/nvidia-smi"
printf '#!/bin/sh\n' >"$scratch/fake/nvcc"
chmod +x "$scratch/fake/nvidia-smi" "$scratch/fake/nvcc"
accepts "backend: cuda where nvcc and a GPU answer" '^cuda$' env PATH="$scratch/fake:$PATH" common/tools/backend
printf '#!/bin/sh\necho "No devices found"\n' >"$scratch/fake/nvidia-smi"
accepts "backend: sim where no GPU answers" '^sim$' env PATH="$scratch/fake:$PATH" common/tools/backend
printf '#!/bin/sh\nexit 9\n' >"$scratch/fake/nvidia-smi"
accepts "backend: sim where the driver fails" '^sim: ' \
  env PATH="$scratch/fake:$PATH" common/tools/backend --explain

# --- compile: what is precompiled is used (-H lists what is read, a precompiled header with a !)
for mode in plain observed; do
  common/tools/compile --precompile --mode "$mode" --headers "$scratch/headers-$mode"
  accepts "compile: reads the simulator's headers precompiled, $mode" '^! .*kit_sim/prelude\.h\.gch' env CXXFLAGS=-H \
    common/tools/compile --backend sim --mode "$mode" --headers "$scratch/headers-$mode" -I labs/02_naive \
    --out "$scratch/naive.o" solutions/02_naive/naive.cu
done
common/tools/compile --precompile --host --mode observed --headers "$scratch/headers-observed"
accepts "compile: reads the headers of code without kernels precompiled" '^! .*kit_sim/host\.h\.gch' env CXXFLAGS=-H \
  common/tools/compile --backend sim --mode observed --headers "$scratch/headers-observed" -I labs/01_cpu_baseline \
  --out "$scratch/convolve.o" solutions/01_cpu_baseline/convolve.cpp

# --- compile: a file that makes too much of a few lines does not compile, and says so
{ echo '__global__ void k() {}'; echo '#define A k<<<1, 1>>>();'; for name in B C D E F G; do
  previous=$(tr BCDEFG ABCDEF <<<"$name")
  echo "#define $name $previous $previous $previous $previous $previous $previous $previous $previous $previous $previous"
done; } >"$scratch/macros"
{ cat "$scratch/macros"; echo 'inline void many() { G G }'; } >"$scratch/larger.cu"
{ cat "$scratch/macros"; echo 'inline void many() { F }'; } >"$scratch/large.cu"
refuses "compile: a file of more than 16 MiB by its macros" 1 'larger.cu: error: .*more than 16 MiB.*smaller' \
  common/tools/compile --backend sim --headers "$scratch/headers-plain" --out "$scratch/large.o" "$scratch/larger.cu"
g++ -x c++ -E "$scratch/large.cu" >"$scratch/large.ii"
# shellcheck disable=SC2016
refuses "cuda_rewrite: more memory than there is" 1 'no memory.*smaller' \
  sh -c 'ulimit -v 100000 && exec build/bin/cuda_rewrite <"$1"' sh "$scratch/large.ii"
for option in '' --observe; do
  # shellcheck disable=SC2016
  refuses "cuda_rewrite $option: more space than there is" 1 'no space.*smaller' \
    sh -c 'exec build/bin/cuda_rewrite $1 <"$2" >/dev/full' sh "$option" "$scratch/macros"
done
# assembles NAME SCRIPT CODE: compiles with this script as the assembler.
assembles() {
  mkdir -p "$scratch/assembler"
  printf '#!/bin/bash\n%s\n' "$2" >"$scratch/assembler/as"
  printf '#!/bin/bash\nexec %s -B%s/ "$@"\n' "$(command -v g++)" "$scratch/assembler" >"$scratch/assembler/g++"
  chmod +x "$scratch/assembler/"*
  run env CXX="$scratch/assembler/g++" KIT_BUILD="$scratch/no_build" common/tools/compile --backend sim --mode observed \
    -I labs/02_naive --out "$scratch/assembled.o" solutions/02_naive/write_x.cu
  { echo "exit code $code, wanted $3"; cat "$scratch/stderr"; } | verdict "compile: $1" "$( ((code == $3)); echo $?)"
}
if [[ $(uname -m) == x86_64 ]]; then
  assembles "an assembler at its limit of space" 'kill -XFSZ $$' 153
  assembles "an assembler that refuses what the compiler made" 'exit 1' 1
  # shellcheck disable=SC2016
  assembles "an assembler that refuses only what the kit made of it" '[[ $* == *compiled.s* ]]' 99
fi

# --- compile --rules: a precompiled header that clang cannot use hides nothing
if [[ $(KIT_RULES_BY=clang common/tools/compile --who-rules) == nobody ]]; then
  skips "compile: rules beside a precompiled header that is none" "no clang"
else
  mkdir -p "$scratch/no-headers"
  for side in host device; do echo none >"$scratch/no-headers/clang_$side.pch"; done
  { echo '#include <algorithm>'
    echo '__global__ void limit(float* p) { *p = std::clamp(*p, 0.0f, 1.0f); }'; } >"$scratch/clamp.cu"
  run env KIT_RULES_BY=clang common/tools/compile --rules build/bin/check_rules --headers "$scratch/no-headers" \
    --out "$scratch/rules" "$scratch/clamp.cu"
  bad=0
  ((code == 1)) && grep -q 'clamp.cu:2:.*clamp' "$scratch/stdout" || bad=1
  verdict "compile: rules beside a precompiled header that is none" $bad <"$scratch/stdout"
fi

# --- compile: of unused names it speaks when no gap is left, of everything else always
cat >"$scratch/gap.cu" <<'EOF'
static int helper(int n) { return n; }
int sum(unsigned size) {
  const int width = 3;
  int last;
  last = 4;
  // TODO(lab02): add up (about 3 lines)
  return 0;
  // END TODO
}
bool below(unsigned n) { return n < 0; }
EOF
sed '/TODO/d' "$scratch/gap.cu" >"$scratch/full.cu"
sed 's/return 0;/retrun 0;/' "$scratch/gap.cu" >"$scratch/wrong.cu"
for file in gap full; do cp "$scratch/$file.cu" "$scratch/$file.cpp"; done
# warns NAME FILE BACKEND PATTERN...: it compiles, and each pattern is among the warnings.
warns() {
  local name=$1 file=$2 backend=$3 pattern bad=0
  shift 3
  run common/tools/compile --backend "$backend" --out "$scratch/gap.o" "$scratch/$file"
  ((code == 0)) || bad=1
  for pattern; do grep -Eq -- "$pattern" "$scratch/stderr" || bad=1; done
  verdict "compile: $name" $bad <"$scratch/stderr"
}
compiled=("cpp sim" "cu sim")
[[ ! -x /usr/local/cuda/bin/nvcc ]] && ! command -v nvcc >/dev/null || compiled+=("cu cuda")
for how in "${compiled[@]}"; do
  read -r suffix backend <<<"$how"
  warns "other warnings beside a gap, .$suffix, $backend" "gap.$suffix" "$backend" 'always false|pointless'
  bad=0
  ! grep -Eq 'helper|size|width|last' "$scratch/stderr" || bad=1
  verdict "compile: a gap leaves names unused, .$suffix, $backend" $bad <"$scratch/stderr"
  warns "unused names without a gap, .$suffix, $backend" "full.$suffix" "$backend" helper size width last 'always false|pointless'
done
run common/tools/compile --backend sim --out "$scratch/gap.o" "$scratch/wrong.cu"
bad=0
((code == 1)) && grep -q 'wrong.cu:7:.*retrun' "$scratch/stderr" || bad=1
verdict "compile: an error in a gap is shown" $bad <"$scratch/stderr"

# --- compile: what is observed has a compiler of its own, whichever g++ compiles the rest
mkdir -p "$scratch/chosen"
# shellcheck disable=SC2016  # for the script that is written
printf '#!/bin/sh\n[ "$1" = -dumpversion ] || echo "$*" >>%q\nexec g++ "$@"\n' "$scratch/chosen/calls" >"$scratch/chosen/observer"
chmod +x "$scratch/chosen/observer"
echo "OBSERVER_CXX := $scratch/chosen/observer" >"$scratch/chosen/deps.mk"
# chooses NAME MODE CALLS: compiles a file; the observer's compiler was called that many times.
chooses() {
  rm -f "$scratch/chosen/calls" && touch "$scratch/chosen/calls"
  run env KIT_BUILD="$scratch/chosen" common/tools/compile --backend sim --mode "$2" -I labs/02_naive --out "$scratch/chosen.o" \
    solutions/02_naive/naive.cu
  cat "$scratch/stderr" "$scratch/chosen/calls" |
    verdict "$1" "$( ((code == 0)) && [[ $(wc -l <"$scratch/chosen/calls") == "$3" ]]; echo $?)"
}
# It preprocesses and compiles; on x86-64, where the rewriter sees the assembly, it assembles too.
chooses "compile: what is observed goes to the observer's compiler" observed "$([[ $(uname -m) == x86_64 ]] && echo 3 || echo 2)"
chooses "compile: nothing else does" plain 0

# --- deps, in a copy of its own
mkdir -p "$scratch/copy/common"
cp -r common/tools "$scratch/copy/common/"
deps() { env KIT_DEPS_OFFLINE=1 "${ignore[@]}" "$scratch/copy/common/tools/deps" "$@"; }
ignore=()
refuses "primer: an unknown example" 2 'no example .frobnicate.*coalescing' common/tools/primer frobnicate
refuses "primer: no example" 2 'no example' common/tools/primer
refuses "primer: an unknown backend" 2 'opengl' common/tools/primer --backend opengl warps
refuses "primer: no file" 2 'no example .*mine.cu' common/tools/primer "$scratch/mine.cu"
refuses "deps: an unknown name" 2 'frobnicate' deps frobnicate
refuses "deps: an unknown option" 2 'frobnicate' deps --frobnicate
refuses "deps: no compiler" 2 'g\+\+' env PATH="$(path_without g++ c++)" KIT_DEPS_OFFLINE=1 \
  "$scratch/copy/common/tools/deps" compiler
accepts "deps: no photographs is only a notice" 'scene' deps photos
old_cxx="$scratch/old_g++"
# shellcheck disable=SC2016  # for the script that is written
printf '#!/bin/sh\n[ "$1" != -dumpversion ] || { echo 11; exit; }\nexec g++ "$@"\n' >"$old_cxx"
chmod +x "$old_cxx"
ignore=(CXX="$old_cxx" PATH="$(path_without g++-12)")
accepts "deps: another compiler observes where the chosen one cannot be had" 'no g\+\+-12 .* 11 compiles' deps observer-compiler
# shellcheck disable=SC2016  # for the inner shell
accepts "deps: which is said once" '^OBSERVER_CXX := .*/old_g\+\+$' \
  bash -c '[[ -z $("$0/common/tools/deps" observer-compiler 2>&1) ]] && cat "$0/build/deps.mk"' "$scratch/copy"
ignore=(KIT_DEPS_IGNORE_SYSTEM=1)
refuses "deps: a package that cannot be had" 2 'libstb-dev' deps stb
if command -v dpkg-deb >/dev/null; then
  mkdir -p "$scratch/package/DEBIAN" "$scratch/package/usr/include/stb" "$scratch/copy/.packages"
  printf 'Package: libstb-dev\nVersion: 1\nArchitecture: all\nMaintainer: none\nDescription: none\n' \
    >"$scratch/package/DEBIAN/control"
  echo >"$scratch/package/usr/include/stb/stb_image.h"
  dpkg-deb -b "$scratch/package" "$scratch/copy/.packages/libstb-dev_1_all.deb" >/dev/null
  accepts "deps: a carried package is unpacked" 'unpack' deps stb
  accepts "deps: it is used from where it was unpacked" 'isystem .*\.deps/stb/usr/include' \
    cat "$scratch/copy/build/deps.mk"
else
  skips "deps of carried packages" "no dpkg-deb to make one"
fi

# --- tests/run in that copy: what is skipped or fails has a name; .ci/run: skips that are not listed fail
mkdir -p "$scratch/copy/tests"
cp tests/run tests/skips.txt "$scratch/copy/tests/"
cp -r .ci "$scratch/copy/"
alone=(env KIT_DEPS_OFFLINE=1 KIT_DEPS_IGNORE_SYSTEM=1)
accepts "tests/run: a step whose program cannot be had is skipped" '^0 passed, 0 failed, 2 skipped$' \
  "${alone[@]}" "$scratch/copy/tests/run" skeletons format
accepts "tests/run: it says which, and what is missing" '^skeletons: no python here' cat "$scratch/copy/build/test-logs/skipped"
refuses "tests/run: an unknown step" 2 "no step 'frobnicate'; steps are: skeletons" "$scratch/copy/tests/run" frobnicate
cat >"$scratch/copy/common/tools/check_nvcc" <<'EOF'
#!/bin/sh
echo "FAILED  the third"
echo "        it is 4, wanted 5"
echo "ok      another"
for n in $(seq 50); do echo "ok      check $n"; done
echo "skipped the fourth: there is no such thing"
echo "2 passed, 1 failed, 1 skipped"
exit 1
EOF
run "$scratch/copy/tests/run" nvcc
tail -n 3 "$scratch/stdout" | verdict "tests/run: prints at the end what a failed check said" \
  "$([[ $(tail -n 3 "$scratch/stdout" | head -n 2) == $'FAILED  nvcc: the third\n    it is 4, wanted 5' ]]; echo $?)"
tail -n 3 "$scratch/stdout" | verdict "tests/run: counts what passes, fails and is skipped" \
  "$( ((code == 1)) && [[ $(tail -n 1 "$scratch/stdout") == "2 passed, 1 failed, 1 skipped" ]]; echo $?)"
accepts "tests/run: names a check that failed" '^nvcc: the third$' cat "$scratch/copy/build/test-logs/failed"
accepts "tests/run: names a check that was skipped" '^nvcc/the fourth: there is no such thing$' cat "$scratch/copy/build/test-logs/skipped"

cat >"$scratch/fake/make" <<'EOF'
#!/bin/sh
mkdir -p build/test-logs
echo "5 passed, 0 failed, 1 skipped" >build/test-logs/summary
echo "$SKIPPED" >build/test-logs/skipped
EOF
chmod +x "$scratch/fake/make"
listed=$(grep -m 1 '^nvcc: ' tests/skips.txt)
accepts "ci: a listed skip is no failure" '^6 passed, 0 failed, 1 skipped$' env PATH="$scratch/fake:$PATH" SKIPPED="$listed" "$scratch/copy/.ci/run"
run env PATH="$scratch/fake:$PATH" SKIPPED="$listed, perhaps" "$scratch/copy/.ci/run"
tail -n 3 "$scratch/stdout" | verdict "ci: any other skip fails" \
  "$( ((code == 1)) && [[ $(tail -n 1 "$scratch/stdout") == "6 passed, 1 failed, 0 skipped" ]]; echo $?)"

printf '#!/usr/bin/env bash\nset -euo pipefail\nls || grep -q a b\nls |\n  grep -i -q c\nls | %s --quiet d\n' grep >"$scratch/copy/tests/quiet"
run "$scratch/copy/common/tools/check_shell"
if ((code == 77)); then
  skips "check_shell: a pipe into grep -q" "no shellcheck"
else
  wanted=$'tests/quiet:5: a pipe into grep -q\ntests/quiet:6: a pipe into grep -q'
  cat "$scratch/stdout" "$scratch/stderr" | verdict "check_shell: a pipe into grep -q" \
    "$([[ $code == 1 && $(grep -o 'tests/quiet:.*grep -q' "$scratch/stdout") == "$wanted" ]]; echo $?)"
fi

# --- check_skeletons, on copies of the labs that are spoilt one by one
spoil() {  # spoil NAME PATTERN COMMAND...: the command, run in a copy, must make the check fail
  local name=$1 pattern=$2 bad=0
  shift 2
  rm -rf "$scratch/labs-copy"
  mkdir -p "$scratch/labs-copy/tests"
  cp -r labs solutions "$scratch/labs-copy/"
  cp -r tests/labs "$scratch/labs-copy/tests/"
  (cd "$scratch/labs-copy" && "$@")
  run common/tools/check_skeletons "$scratch/labs-copy"
  ((code == 1)) && grep -Eq -- "$pattern" "$scratch/stdout" || bad=1
  { echo "exit code $code, wanted 1 and '$pattern'"; cat "$scratch/stdout"; } |
    verdict "check_skeletons: $name" $bad
}
naive=labs/02_naive/naive.cu
spoil "drift from the solution" 'naive\.cu:.*not in' sed -i '0,/^namespace/s//inline namespace/' $naive
spoil "another spelling of a gap" 'not the spelling' sed -i 's/TODO(lab02):/TODO:/' $naive
spoil "a gap without an end" 'no .// END TODO' sed -i '/END TODO/d' $naive
spoil "a gap without its size" 'ends with its size' sed -i 's/(about [0-9]* lines\?)//' $naive
spoil "code in a gap" 'holds nothing, or one' sed -i 's,// END TODO,int x = 1;\n&,' $naive
spoil "a name in a gap that is only there to be used" 'holds nothing, or one' sed -i 's,// END TODO,(void)x;\n&,' $naive
spoil "a solution with a gap" 'a solution has no TODO' \
  sed -i '1i // TODO(lab02): more (about 1 line)' solutions/02_naive/naive.cu
spoil "missing hints" 'hints\.md: missing' rm solutions/02_naive/hints.md
spoil "a stray file" 'stray entry' touch labs/02_naive/old.cu
spoil "a file that lab.json names is missing" 'host\.cu: missing' rm solutions/02_naive/host.cu
spoil "points that do not add up" 'add up to' sed -i '0,/"points": [0-9]*/s//"points": 3/' labs/02_naive/lab.json
spoil "a description that is no JSON" 'not a lab description' sed -i 's/:/=/' labs/02_naive/lab.json
spoil "a lab without a solution" 'three folders' rm -r solutions/02_naive
