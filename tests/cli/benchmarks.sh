# make bench: short tables without a GPU, what they leave behind, and mistakes. Sourced by tests/cli/run.
# shellcheck shell=bash disable=SC2154

bench() { make --no-print-directory bench QUICK=1 BACKEND=sim OUT="$scratch/bench" "$@"; }

accepts "bench: times of the CPU, and counts of the simulator" '^full HD .*[0-9]s( |$)' bench TABLE=S3-12
accepts "bench: what was measured is not measured again" '11 points, 11 of them already measured' \
  bench TABLE=S3-12
accepts "bench: it says what is missing without a GPU" 'times need a GPU' bench TABLE=S3-12
accepts "bench: the published figures stand beside ours" "S2's CPU +0\.418 +0\.822" bench TABLE=S2-1
accepts "bench: a table as CSV, with machine and command" 'commit .*make bench TABLE=S2-1 QUICK=1' \
  head -n 1 "$scratch/bench/S2-1.csv"
accepts "bench: a table as JSON" '"id": ?"S2-1"' cat "$scratch/bench/S2-1.json"
refuses "bench: no such table" 2 'S9-1.*S1-5.7' build/bin/kit_bench --table S9-1 --out "$scratch/out"
refuses "bench: no such lab" 2 "lab '77'" build/bin/kit_bench --lab 77 --out "$scratch/out"
refuses "bench: no GPU" 77 'BACKEND=cuda needs' env PATH="$(path_without nvidia-smi nvcc)" \
  build/bin/kit_bench --table S1-5.7 --backend cuda --out "$scratch/out"
refuses "bench: nothing to show" 2 'machine.json' build/bin/kit_bench --render --out "$scratch/out"
