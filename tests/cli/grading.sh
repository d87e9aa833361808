# kit grade: wrong usage, missing tools, code that does not compile. Sourced by tests/cli/run.
# shellcheck shell=bash disable=SC2154

refuses "grade without a lab" 2 lab "$kit" grade
refuses "grade of an unknown lab" 2 '99' "$kit" grade 99 --backend sim
refuses "grade with an unknown backend" 2 opengl "$kit" grade 02 --backend opengl
refuses "grade of a folder that is not there" 2 nowhere "$kit" grade 02 --backend sim --src nowhere
refuses "grade with a seed that is no number" 2 seed "$kit" grade 02 --backend sim --seed tomorrow
refuses "grade with an unknown option" 2 'frobnicate' "$kit" grade 02 --frobnicate
refuses "an unknown command" 2 'frobnicate' "$kit" frobnicate

mkdir -p "$scratch/empty"
refuses "grade of an empty folder" 2 '02_naive' "$kit" grade 02 --backend sim --src "$scratch/empty"

submission no_file
rm "$scratch/no_file/02_naive/naive.cu"
refuses "grade without one of the lab's files" 2 'naive\.cu' \
  "$kit" grade 02 --backend sim --src "$scratch/no_file"

# Headers of the student's own, beside the file that includes them: built again when they change, and checked.
submission own_header
printf '#pragma once\n__device__ inline int smaller(int a, int b) { return a < b ? a : b; }\n' >"$scratch/own_header/02_naive/tools.cuh"
sed -i '0,/^#include "lab.hpp"/s//#include "lab.hpp"\n#include "tools.cuh"/' "$scratch/own_header/02_naive/naive.cu"
run "$kit" grade 02 --backend sim --no-timing --src "$scratch/own_header"
{ echo "exit code $code, wanted 0"; tail -n 20 "$scratch/stdout" "$scratch/stderr"; } |
  verdict "a header of the student's own is built" "$((code != 0))"
echo 'static_assert(false);' >>"$scratch/own_header/02_naive/tools.cuh"
run "$kit" grade 02 --backend sim --no-timing --src "$scratch/own_header"
{ echo "exit code $code, wanted 1 and tools.cuh:3"; tail -n 20 "$scratch/stdout" "$scratch/stderr"; } |
  verdict "a changed header is built again" "$( ((code == 1)) && grep -q 'tools\.cuh:3:' "$scratch/stdout" "$scratch/stderr"; echo $?)"
echo 'void f() { asm(""); }' >"$scratch/own_header/02_naive/tools.cuh"
run "$kit" grade 02 --backend sim --no-timing --src "$scratch/own_header"
{ echo "exit code $code, wanted 1 and 'tools.cuh, line 1'"; tail -n 20 "$scratch/stdout" "$scratch/stderr"; } |
  verdict "a header may not name what a lab may not" "$( ((code == 1)) && grep -q 'tools\.cuh, line 1' "$scratch/stdout"; echo $?)"
for i in {1..17}; do touch "$scratch/own_header/02_naive/$i.hpp"; done
refuses "more headers than a lab may have" 2 '18 headers' "$kit" grade 02 --backend sim --src "$scratch/own_header"

# A mistake that no lab knows: the word that is wrong is found by trying others.
submission wrong_word
sed -i 's/window\[j \* width + i\]/window[i * width + i]/' "$scratch/wrong_word/03_constant_memory/challenge.cu"
place=$(grep -n 'window\[i \* width + i\]' "$scratch/wrong_word/03_constant_memory/challenge.cu" | cut -d : -f 1)
run "$kit" grade 03 --backend sim --no-timing --src "$scratch/wrong_word"
{ echo "exit code $code, wanted 0 and line $place of challenge.cu"; tail -n 60 "$scratch/stdout" "$scratch/stderr"; } |
  verdict "the wrong word is found, at its line" "$( ((code == 0)) &&
    tr -s ' \n' ' ' <"$scratch/stdout" | grep "wrong variable. Line $place of challenge.cu: \`i\` is the wrong variable" >/dev/null; echo $?)"

# causes_of FOLDER STAGE: the causes of the stage's failed cases with their lines, each once.
causes_of() {
  python3 - "$1/verdict.json" "$2" <<'END'
import json, sys
cases = json.load(open(sys.argv[1]))["cases"]
failed = [one for one in cases if one["stage"] == sys.argv[2] and one["verdict"] != "passed"]
print(*sorted({f'{one["cause"]}:{one["line"]}' for one in failed}))
END
}

# A level above 127 is negative as a signed byte: all narrow integers of the file become int, which mends it.
submission narrow_level
sed -i 's/if (y < height) \(output.*\) = shared_table\[\(input.*\)\];/if (y >= height) continue;\n    const signed char level = \2;\n    \1 = shared_table[max(int(level), 0)];/' \
  "$scratch/narrow_level/03_constant_memory/lookup.cu"
place=$(grep -n 'signed char level' "$scratch/narrow_level/03_constant_memory/lookup.cu" | cut -d : -f 1)
run "$kit" grade 03 --backend sim --no-timing --src "$scratch/narrow_level" --out "$scratch/narrow_level/out"
{ echo "exit code $code, wanted 1, narrow_type and line $place of lookup.cu"; tail -n 60 "$scratch/stdout" "$scratch/stderr"; } |
  verdict "a type that is too narrow is found, at its line" "$( ((code == 1)) && [[ -n $place ]] &&
    [[ $(causes_of "$scratch/narrow_level/out" lookup) == "narrow_type:$place" ]] &&
    tr -s ' \n' ' ' <"$scratch/stdout" | grep "narrow type. Line $place of lookup.cu: the type there is too narrow" >/dev/null; echo $?)"

# Of values that were never written, writes outside of a buffer and crashes the mistake is looked for as well.
submission wrong_stride
sed -i 's/output\[y \* width + x\] = sum;/output[y * height + x] = sum;/' "$scratch/wrong_stride/01_cpu_baseline/convolve.cpp"
place=$(grep -n 'y \* height + x\] = sum' "$scratch/wrong_stride/01_cpu_baseline/convolve.cpp" | cut -d : -f 1)
run "$kit" grade 01 --backend sim --no-timing --src "$scratch/wrong_stride" --out "$scratch/wrong_stride/out"
{ echo "exit code $code, wanted 1 and line $place of convolve.cpp"; causes_of "$scratch/wrong_stride/out" convolve; tail -n 60 "$scratch/stdout"; } |
  verdict "a mistake that writes outside of a buffer is found, at its line" "$( ((code == 1)) && [[ -n $place ]] &&
    [[ $(causes_of "$scratch/wrong_stride/out" convolve) == *"unwritten_pixels:$place"* ]] &&
    tr -s ' \n' ' ' <"$scratch/stdout" | grep "ine $place of convolve.cpp: \`height\` is the wrong variable" >/dev/null; echo $?)"

# A worker that has given up its system calls still says what it died of, and knows its own stack.
submission dies_on_error
sed -i 's/KIT_CHECK(cudaMalloc(&d_output, image_bytes));/if (cudaMalloc(\&d_output, image_bytes) != cudaSuccess) abort();/
  s/KIT_CHECK(\(cudaMemcpy(output, .*)\));/\1;/' "$scratch/dies_on_error/02_naive/host.cu"
sed -i '0,/^#include <cstddef>/s//#include <cstddef>\n#include <cstdlib>/' "$scratch/dies_on_error/02_naive/host.cu"
run "$kit" grade 02 --backend sim --no-timing --src "$scratch/dies_on_error"
{ echo "exit code $code, wanted 1 and the copy that was made to fail"; tail -n 60 "$scratch/stdout" "$scratch/stderr"; } |
  verdict "a program that ends itself on one error is asked about the next" "$( ((code == 1)) &&
    tr -s ' \n' ' ' <"$scratch/stdout" | grep "cudaMemcpy was made to fail, and the function returned as if nothing had happened" >/dev/null; echo $?)"
submission shared_weight
sed -i 's/^  const int radius = filter_width \/ 2;/&\n  float weight = 0;\n#pragma omp parallel for/; s/const float weight = /weight = /' \
  "$scratch/shared_weight/01_cpu_baseline/convolve.cpp"
run "$kit" grade 01 --backend sim --no-timing --src "$scratch/shared_weight"
{ echo "exit code $code, wanted 1 and a variable before the parallel region"; tail -n 60 "$scratch/stdout" "$scratch/stderr"; } |
  verdict "a variable that the threads share is no element of an array" "$( ((code == 1)) &&
    tr -s ' \n' ' ' <"$scratch/stdout" | grep "one variable that was declared before the parallel region" >/dev/null; echo $?)"

# points_of FOLDER STAGE: verdict, points and stand-ins in one word, of the grading that was left there.
points_of() {
  python3 - "$1/verdict.json" "$2" <<'END'
import json, sys
stage = next(one for one in json.load(open(sys.argv[1]))["stages"] if one["id"] == sys.argv[2])
print(stage["verdict"], f'{stage["points"]:g}', ",".join(stage["stand_in"]), sep=":")
END
}

# A mistake in a file that others call costs its own stage alone; a mistake of theirs is still theirs.
submission early_mistake
sed -i 's|radius = filter_width / 2;|radius = filter_width / 2 + 1;|' "$scratch/early_mistake/02_naive/naive.cu"
sed -i 's/gx \* gx + gy \* gy/gx * gx - gy * gy/' "$scratch/early_mistake/02_naive/sobel.cu"
# A helper beside the contract's function stays the student's.
sed -i 's/^void convolve(/int helper() { return 2; }\n&/' "$scratch/early_mistake/02_naive/naive.cu"
sed -i 's/^void convolve_host(/int helper();\n&/; s/^  float\* d_input = nullptr;/  if (helper() != 2) return;\n&/' "$scratch/early_mistake/02_naive/host.cu"
line=$(grep -n 'gx \* gx - gy' "$scratch/early_mistake/02_naive/sobel.cu" | cut -d : -f 1)
run "$kit" grade 02 --backend sim --no-timing --src "$scratch/early_mistake" --out "$scratch/early_mistake/out"
{ echo "exit code $code, wanted 1, host with all its points, and line $line of sobel.cu"; tail -n 90 "$scratch/stdout" "$scratch/stderr"; } |
  verdict "a mistake costs the stage that it is in" "$( ((code == 1)) &&
    [[ $(points_of "$scratch/early_mistake/out" host) == passed:15:naive.cu ]] &&
    [[ $(points_of "$scratch/early_mistake/out" sobel) == wrong:*:naive.cu ]] &&
    [[ $(points_of "$scratch/early_mistake/out" kernel) == wrong:@([0-4]|[0-4].*): ]] &&  # a few cases pass by chance
    grep -q "the kit's own naive.cu in place of yours, which does not pass" "$scratch/stdout" &&
    tr -s ' \n' ' ' <"$scratch/stdout" | grep "Line $line of sobel.cu: the sign in" >/dev/null; echo $?)"

submission not_built_yet
refuses "grade without a compiler" 2 'g\+\+|compiler' env PATH="$(path_without g++ c++ clang++)" \
  "$kit" grade 02 --backend sim --src "$scratch/not_built_yet"
refuses "BACKEND=cuda without nvcc" 77 'nvcc' \
  env PATH="$(path_without nvcc)" CUDA_HOME=/nowhere KIT_NVCC=/nowhere/nvcc \
  "$kit" grade 02 --backend cuda --src solutions

# The compiler's own message, at the student's own line; a verdict, hence exit code 1.
submission broken
line=$(grep -n '^void convolve' "$scratch/broken/02_naive/naive.cu" | head -n 1 | cut -d: -f1)
sed -i "${line}i int twice = \"no number\";" "$scratch/broken/02_naive/naive.cu"
run "$kit" grade 02 --backend sim --src "$scratch/broken"
{ echo "exit code $code, wanted 1 and naive.cu:$line"; cat "$scratch/stdout" "$scratch/stderr"; } |
  verdict "code that does not compile" \
    "$( ((code == 1)) && grep -q "naive\.cu:$line:" "$scratch/stdout" "$scratch/stderr"; echo $?)"

# What nvcc refuses and g++ takes: by nvcc where it is, else by clang, is the student told so, at the line.
submission host_call
{ echo '#include <algorithm>'
  echo '__global__ void limit(float* p) { *p = std::clamp(*p, 0.0f, 1.0f); }'; } >>"$scratch/host_call/02_naive/naive.cu"
line=$(wc -l <"$scratch/host_call/02_naive/naive.cu")
for by in nvcc clang; do
  if [[ $(KIT_RULES_BY=$by common/tools/compile --who-rules) == nobody ]]; then
    skips "a host function in a kernel, by $by" "no $by"
    continue
  fi
  run env KIT_RULES_BY=$by "$kit" grade 02 --backend sim --src "$scratch/host_call"
  { echo "exit code $code, wanted 1 and naive.cu:$line"; cat "$scratch/stdout" "$scratch/stderr"; } |
    verdict "a host function in a kernel, by $by" \
      "$( ((code == 1)) && grep -q "naive\.cu[:(]$line.*clamp" "$scratch/stdout" "$scratch/stderr"; echo $?)"
done

run "$kit" grade 02 --backend sim --src labs
{ echo "exit code $code, wanted 1 and 'not done yet'"; tail -n 20 "$scratch/stdout" "$scratch/stderr"; } |
  verdict "the skeleton is not done yet" \
    "$( ((code == 1)) && grep -qi 'not done yet' "$scratch/stdout"; echo $?)"

# Where the C++ library is linked in as a whole, the simulator looks for races all the same.
printf '#!/bin/sh\nexec g++ "$@" -static-libstdc++\n' >"$scratch/static_g++"
chmod +x "$scratch/static_g++"
run env CXX="$scratch/static_g++" "$kit" grade 01 --backend sim --src solutions --no-timing --out "$scratch/static"
{ echo "exit code $code, wanted 0 and races looked for"; cat "$scratch/stdout" "$scratch/stderr"; } |
  verdict "races are looked for with a static C++ library" \
    "$( ((code == 0)) && grep -q '"races": "looked for"' "$scratch/static/verdict.json"; echo $?)"
