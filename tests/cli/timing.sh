# Times: what is kept between gradings, and lies about them. Lab 01 has times without a GPU. Sourced by tests/cli/run.
# shellcheck shell=bash disable=SC2154

# times NAME: grades $scratch/NAME/01_cpu_baseline; its verdict.json is $scratch/NAME/out/verdict.json.
times() {
  local name=$1
  shift
  run "$kit" grade 01 --backend sim --src "$scratch/$name" --out "$scratch/$name/out" "$@"
}

# row NAME EXPRESSION: of the first row of timing, as Python.
row() {
  python3 -c 'import json, sys
row = json.load(open(sys.argv[1]))["timing"][0]
print(eval(sys.argv[2]))' "$scratch/$1/out/verdict.json" "$2"
}

submission timed
times timed --refresh
first=$(row timed 'row["cpu_one_thread_ms"]')
times timed
{ echo "exit code $code; $first, then $(row timed row)"; } |
  verdict "the CPU's times are measured once" "$([[ $code == 0 && $(row timed 'row["cpu_one_thread_ms"]') == "$first" ]]; echo $?)"
{ row timed row; } | verdict "an honest time counts" "$([[ $(row timed 'row["counts"] and row["launches"] >= 5') == True ]]; echo $?)"
times timed --refresh
{ echo "exit code $code; $first, then $(row timed row)"; } |
  verdict "REFRESH=1 measures the CPU's times again" "$([[ $(row timed 'row["cpu_one_thread_ms"]') != "$first" ]]; echo $?)"

# lies NAME CODE WHAT: the same with CODE at the beginning of convolve(); its time must not count.
lies() {
  submission "$1"
  python3 - "$scratch/$1/01_cpu_baseline/convolve.cpp" "$2" <<'P'
import pathlib, sys
path = pathlib.Path(sys.argv[1])
text = path.read_text()
begin = "  const int radius = filter_width / 2;\n"
assert text.count(begin) == 1
path.write_text(text.replace(begin, begin + sys.argv[2] + "\n"))
P
  times "$1"
  { echo "exit code $code"; row "$1" row; } |
    verdict "no time counts of $3" "$([[ $(row "$1" 'not row["counts"] and not row["speedup"] and "wrong image" in row["note"]') == True ]]; echo $?)"
}

lies some_rows '  if (width == 1024) height = 8;' "code that leaves rows out where it is timed"
lies same_again '  static int calls = 0;
  if (width == 1024 && ++calls > 1) return;' "code that leaves what it did before"
lies one_image '  static float seen[1024 * 1024];
  if (width == 1024 && seen[0] != 0) { std::copy_n(seen, 1024 * 1024, output); return; }
  if (width == 1024) std::copy_n(input, 1024 * 1024, seen);' "code that repeats an image that it has seen"

# Functions of the kit's and of its libraries', with another body.
submission own_timer
{ printf '#include <chrono>\n#define count() count() / 3\n#include "kit/timer.hpp"\n#undef count\n'
  cat "$scratch/own_timer/01_cpu_baseline/convolve.cpp"
  printf 'namespace lab01 {\ndouble (kit::Timer::*kept)() const = &kit::Timer::milliseconds;\ndouble (kit::Timer::*kept_too)() const = &kit::Timer::seconds;\n}\n'
} >"$scratch/own_timer.cpp"
mv "$scratch/own_timer.cpp" "$scratch/own_timer/01_cpu_baseline/convolve.cpp"
times timed --refresh
honest=$(row timed 'row["student_ms"]')
times own_timer
{ echo "exit code $code; honest $honest"; tail -n 5 "$scratch/stdout"; } |
  verdict "the worker's clock is the kit's" "$([[ ! -f $scratch/own_timer/out/verdict.json || $(row own_timer "row['student_ms'] > 0.6 * $honest") == True ]]; echo $?)"

submission own_numbers
cat >>"$scratch/own_numbers/01_cpu_baseline/convolve.cpp" <<'P'
namespace nlohmann::json_abi_v3_11_2::detail {
template <typename T> char* to_chars(char* first, const char* last, T value);
template <> char* to_chars<double>(char* first, const char*, double) { *first = '1'; return first + 1; }
}
P
times own_numbers
{ echo "exit code $code"; tail -n 5 "$scratch/stdout"; } |
  verdict "the worker writes numbers itself" "$(grep -q "defines 'char\* nlohmann" "$scratch/stdout"; echo $?)"
