# What editors are told: compile_commands.json by make editor, and VS Code's tasks with their patterns. Sourced by
# tests/cli/run.
# shellcheck shell=bash disable=SC2154

editors=(python3 -B tests/cli/editors.py)
make --no-print-directory editor
accepts "editor: each source file has an entry" '^entries$' "${editors[@]}" entries compile_commands.json
before=$(stat -c %i,%Y compile_commands.json)
run make --no-print-directory editor
{ echo "was $before, is $(stat -c %i,%Y compile_commands.json)"; cat "$scratch/stdout"; } |
  verdict "editor: what has not changed is not written again, nor spoken of" \
    "$([[ $before == "$(stat -c %i,%Y compile_commands.json)" && ! -s $scratch/stdout ]]; echo $?)"

# A few of the skeletons and solutions each time.
mapfile -t sources < <(ls labs/*/*.cu labs/*/*.cpp solutions/*/*.cu solutions/*/*.cpp)
chosen=()
for ((n = ${DRAW:-RANDOM} % 16; n < ${#sources[@]}; n += $((${SHARE:-64} < 16 ? ${SHARE:-64} : 16)))); do chosen+=("${sources[n]}"); done
clang=$(sed -n 's/^CLANG := //p' build/deps.mk)
if [[ -z $clang ]]; then
  skips "editor, clang" "no clang here"
else
  accepts "editor: clang reads skeletons and solutions as their entries say" '^parses$' \
    "${editors[@]}" parses compile_commands.json "$clang" "${chosen[@]}"
fi
if ! clangd=$(command -v clangd); then
  skips "editor, clangd" "no clangd here"
else
  for file in "${chosen[@]:0:3}"; do
    accepts "editor: clangd finds no fault in $file" ' 0 errors' "$clangd" --check="$file" --check-lines=1-1
  done
  # What one side alone declares, and both: of two such functions clangd keeps one.
  mkdir -p "$scratch/both"
  cat >"$scratch/both/both.cu" <<'EOF'
#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>
__global__ void kernel(float* p) {
  int* numbers = new int[3];
  delete[] numbers;
  p[0] = std::clamp(p[0], 0.0f, 1.0f) + std::sqrt(p[1]);
  printf("%d", threadIdx.x);
}
void host(float* p) {
  std::vector<int> numbers(3);
  auto more = std::make_unique<int[]>(3);
  delete new float;
  kernel<<<1, 2>>>(p);
  std::printf("%d", numbers[0] + more[0]);
}
EOF
  sed -n "1p;s|solutions/04_tiled/tiled.cu|$scratch/both/both.cu|gp" compile_commands.json | sed '$s/,$/]/' >"$scratch/both/compile_commands.json"
  cp .clangd "$scratch/both/"
  accepts "editor: clangd finds no fault in what both sides use" ' 0 errors' "$clangd" --check="$scratch/both/both.cu" --check-lines=1-1
  accepts "editor: clangd knows threadIdx" '^hover$' \
    "${editors[@]}" hover compile_commands.json "$clangd" solutions/04_tiled/tiled.cu threadIdx 'const uint3 threadIdx'
  accepts "editor: clangd knows __syncthreads" '^hover$' \
    "${editors[@]}" hover compile_commands.json "$clangd" solutions/04_tiled/tiled.cu __syncthreads 'void __syncthreads()'
  accepts "editor: clangd knows what a launch takes" '^hover$' \
    "${editors[@]}" hover compile_commands.json "$clangd" solutions/04_tiled/tiled.cu '<<<' 'dim3 block'
fi

# --- VS Code: the tasks' commands are there; their patterns find what reports and compilers say of lines
accepts "VS Code: files and commands" '^tasks$' "${editors[@]}" tasks
submission marked
build/bin/apply_edits tests/labs/04_tiled/wrong/fill_one_element.edit >"$scratch/marked/04_tiled/fill.cu"
run env KIT_SEARCH_SECONDS=0 "$kit" grade 04 --src "$scratch/marked" --backend sim --no-timing --seed 1
cp "$scratch/stdout" "$scratch/report"
accepts "VS Code: a finding becomes a mark" 'fill\.cu:[0-9]+: warning: reads the launch.s dynamic shared memory at .*, where no thread of the block ever writes' \
  "${editors[@]}" marks Grade "$scratch/report"
sed -i 's/__syncthreads();/__syncthreds();/' "$scratch/marked/04_tiled/turn.cu"
wrong_line=$(grep -n '__syncthreds' "$scratch/marked/04_tiled/turn.cu" | head -n 1 | cut -d: -f1)
run "$kit" grade 04 --src "$scratch/marked" --backend sim --seed 1
cp "$scratch/stdout" "$scratch/report"
accepts "VS Code: a compiler's error becomes a mark" "turn\.cu:$wrong_line: error: .*__syncthreds" "${editors[@]}" marks Watch "$scratch/report"
printf '%s\n' 'labs/04_tiled/turn.cu(31): error: identifier "x" is undefined' >"$scratch/report"
accepts "VS Code: an error of nvcc becomes a mark" '^labs/04_tiled/turn\.cu:31: error: identifier' "${editors[@]}" marks Grade "$scratch/report"
run "$kit" profile 04 --src solutions --seed 1 --stage tile
cp "$scratch/stdout" "$scratch/report"
accepts "VS Code: the line that costs most becomes a mark" '^tiled\.cu:[0-9]+: info: .*costs most' "${editors[@]}" marks Profile "$scratch/report"
