# The student's day: next, progress, hint, solution, reset, watch. In a copy of the kit, with lab 01, which
# builds fastest. Sourced by tests/cli/run.
# shellcheck shell=bash disable=SC2154

mkdir -p "$scratch/kit/tests"
cp -r common labs solutions "$scratch/kit/"
cp -r tests/labs "$scratch/kit/tests/"
ln -s "$PWD/build" "$scratch/kit/build"
records=$scratch/kit/.progress
study() { env KIT_ROOT="$scratch/kit" KIT_BUILD="$PWD/build" KIT_PROGRESS= "$kit" "$@"; }
mine=$scratch/kit/labs/01_cpu_baseline theirs=$scratch/kit/solutions/01_cpu_baseline
narrow() {  # narrow NAME: the last output has no line above 80 columns, no tab and no escape
  { cat "$scratch/stdout" "$scratch/stderr" | LC_ALL=C.UTF-8 grep -nE '.{81}|'$'\033''|'$'\t' || true; } >"$scratch/wide"
  verdict "$1" "$([[ ! -s $scratch/wide ]]; echo $?)" <"$scratch/wide"
}
says() {  # says NAME PATTERN: the last output has this on one line
  { echo "no line matches '$2'"; cat "$scratch/stdout" "$scratch/stderr"; } |
    verdict "$1" "$(grep -Eq -- "$2" "$scratch/stdout" "$scratch/stderr"; echo $?)"
}

# --- Nothing was done yet
accepts "next: begins with lab 01" '^Next: lab 01_cpu_baseline' study next
says "next: the handout comes first" '1\. read labs/01_cpu_baseline/README\.md'
first=$(grep -n 'TODO(' "$mine/convolve.cpp" | head -n 1 | cut -d: -f1)
says "next: names the line of the first gap" "line $first\b"
narrow "next: fits 80 columns"
accepts "progress: lists every lab" '^08_domain_transform +not begun' study progress
says "progress: points are of all that there are" '0 of 11 labs passed, 0 of 1100 points'
narrow "progress: fits 80 columns"
accepts "hint: the first one" '^Hint 1 of 5 for lab 01, stage convolve \(convolve\.cpp\)' study hint
accepts "hint: then the second" '^Hint 2 of 5' study hint 01
accepts "hint: again shows those that were given" '^Hint 1 of 5' study hint 01 --again
says "hint: again shows all of them" '^Hint 2 of 5'
echo "what was shown counts once" | verdict "hint: again gives no new one" "$(grep -q '^Hint 3' "$scratch/stdout" && echo 1 || echo 0)"
for number in 3 4 5; do accepts "hint: number $number" "^Hint $number of 5" study hint lab01; done
accepts "hint: none left" 'That was the last hint for stage convolve' study hint 01
echo "it gave one more" | verdict "hint: the last is not given twice" "$(grep -q '^Hint' "$scratch/stdout" && echo 1 || echo 0)"
accepts "hint: of a stage that is named" '^Hint 1 of 5 for lab 01, stage challenge' study hint 01 --stage challenge
refuses "hint: of an unknown lab" 2 "no lab '99'.*01_cpu_baseline" study hint 99
refuses "hint: of an unknown stage" 2 "no stage 'tile'; its stages are: convolve, challenge" study hint 01 --stage tile
mv "$theirs/hints.md" "$scratch/hints.md"
refuses "hint: where there are none" 2 'no hints for stage' study hint 01 --stage challenge
mkdir -p "$scratch/kit/.hints"
cp "$scratch/hints.md" "$scratch/kit/.hints/01_cpu_baseline.md"
accepts "hint: as the students' archive has them" '^Hint 2 of 5' study hint 01 --stage challenge
mv "$scratch/hints.md" "$theirs/hints.md"
rm -r "$scratch/kit/.hints"

# Every hint there is: the whole text arrives, in 80 columns.
: >"$scratch/all"
for lab in "$scratch"/kit/solutions/*/; do
  mapfile -t stages < <(grep -oE '^# [a-z0-9_]+$' "$lab/hints.md" | cut -c3-)
  for stage in "${stages[@]}"; do
    name=${lab%/} name=${name##*/}
    while study hint "$name" --stage "$stage" </dev/null 2>/dev/null | grep '^Hint' >/dev/null; do :; done
    study hint "$name" --stage "$stage" --again >>"$scratch/all" </dev/null || echo "failed: $name $stage" >>"$scratch/all"
  done
done
words() { tr -d '`' | tr -cs 'A-Za-z0-9_' '\n' | sort | uniq -c | awk '{print $2, $1}'; }
lost=$(comm -23 <(cat solutions/*/hints.md | grep -v '^#\+ \(Hint [0-9]\|[a-z0-9_]*$\)' | grep -v '^```' | words | cut -d' ' -f1 | sort -u) \
  <(words <"$scratch/all" | cut -d' ' -f1 | sort -u))
echo "lost: $lost" | verdict "hint: every word of every hints.md is shown" "$([[ -z $lost ]]; echo $?)"
cp "$scratch/all" "$scratch/stdout"
: >"$scratch/stderr"
narrow "hint: every hint fits 80 columns"
rm -rf "$records"

# --- The solution, before a pass
run study solution 01
{ echo "exit code $code, wanted 1 and nothing shown"; cat "$scratch/stdout"; } |
  verdict "solution: not without a yes" "$( ((code == 1)) && ! grep -q 'solutions/01' "$scratch/stdout"; echo $?)"
answer() { printf '%s\n' "$1" | study solution "${@:2}"; }
accepts "solution: with a yes" 'solutions/01_cpu_baseline/convolve\.cpp' answer y 01
says "solution: names the notes" 'NOTES\.md'
narrow "solution: fits 80 columns"
accepts "solution: YES=1 does not ask" 'solutions/01_cpu_baseline/convolve\.cpp' study solution 01 --yes
run study solution 01 --stage answers
{ echo "exit code $code, wanted 1 and nothing shown"; cat "$scratch/stdout"; } |
  verdict "solution: no answers without a yes" "$( ((code == 1)) && ! grep -q '^Answers' "$scratch/stdout"; echo $?)"
refuses "solution: of an unknown lab" 2 "no lab '99'" study solution 99 --yes
refuses "solution: of no lab" 2 'which lab' study solution
refuses "solution: of an unknown stage" 2 "no stage 'tile'" study solution 01 --yes --stage tile
mv "$theirs" "$scratch/away"
refuses "solution: the students' archive has none, and says so" 2 'holds no solutions.*hint' study solution 01 --yes
mv "$scratch/away" "$theirs"

# --- A grading is remembered, and only one's own
run study grade 01 --src solutions --no-timing
echo "there is $records" | verdict "progress: SRC=solutions leaves no trace" "$([[ ! -e $records/01_cpu_baseline.json ]]; echo $?)"
run study grade 01
says "next step: make hint where one is stuck" '^next: '
run study progress
says "progress: a skeleton that was graded" '^01_cpu_baseline .*not begun'
sed 's/= sum;/= sum + 1;/' "$theirs/convolve.cpp" >"$mine/convolve.cpp"
run study grade 01
says "next step: names the hints" 'make hint LAB=01'
accepts "progress: a lab that was begun" '^01_cpu_baseline .*0 of 1 stages ' study progress
accepts "next: what the last grading said" 'The last grading said: correct line [0-9]+ of labs/01' study next
cp "$theirs/convolve.cpp" "$mine/convolve.cpp"
run study grade 01
accepts "progress: a lab that passed" '^01_cpu_baseline .* passed +100 of 100 +0 of 10' study progress
narrow "progress: fits 80 columns with results"
accepts "progress: a speedup is kept where one was measured" 'speedup of lab 01: [0-9.]+ times as (long|fast) as one CPU thread' study progress
accepts "next: goes on to lab 02" '^Next: lab 02_naive' study next
accepts "hint: after a pass for the challenge" 'stage challenge' study hint 01
accepts "solution: after a pass without asking" 'solutions/01_cpu_baseline/convolve\.cpp' study solution 01
run study solution 01 --stage convolve
echo "exit code $code, or another text" |
  verdict "solution: a stage's file, as it is" "$( ((code == 0)) && cmp -s "$scratch/stdout" "$theirs/convolve.cpp"; echo $?)"
accepts "solution: the answers to the questions" '^Answers to the questions in labs/01_cpu_baseline/README\.md' \
  study solution 01 --stage answers
questions() { sed -n "/^## $1\$/,/^## /p" "$2" | grep -c '^[0-9]*\. '; }
for number in 01 02 03 04 05 06 07 08 09 10 11; do
  run study solution "$number" --stage answers --yes
  echo "$(grep -c '^[0-9]*\. ' "$scratch/stdout") answers" | verdict "solution: every question of lab $number has its answer" \
    "$([[ $(grep -c '^[0-9]*\. ' "$scratch/stdout") == "$(questions Questions labs/"$number"_*/README.md)" ]]; echo $?)"
done
echo "they say more" | verdict "solution: of the notes only the answers" "$(grep -q 'Typical mistakes' "$scratch/stdout" && echo 1 || echo 0)"
sed -i 's/= sum;/= sum + 1;/' "$mine/convolve.cpp"
run study grade 01
accepts "progress: the best counts" '^01_cpu_baseline .* passed before +100 of 100' study progress
rm "$mine/convolve.cpp"
accepts "progress: without one of a lab's files" '^01_cpu_baseline .* passed before' study progress
rm "$records/01_cpu_baseline.json"
accepts "next: a file that is missing" 'convolve\.cpp is missing; make reset LAB=01' study next

# --- Records that are damaged, or cannot be written
for content in '' '{' '[]' '{"schema": "kit/progress/v1"}' '{"schema": "kit/progress/v1", "gradings": "many"}' $'\001\377'; do
  printf '%s' "$content" >"$records/01_cpu_baseline.json"
  accepts "progress: a record that is '${content//[^ -~]/?}'" 'cannot be read and is ignored' study progress
done
narrow "progress: fits 80 columns with a damaged record"
accepts "hint: with a damaged record" '^Hint 1 of 5' study hint 01
accepts "hint: which is whole again" '^Hint 2 of 5' study hint 01
rm "$records/01_cpu_baseline.json"
mkdir "$records/01_cpu_baseline.json"
accepts "progress: a folder in a record's place" '^08_' study progress
rmdir "$records/01_cpu_baseline.json"
cp "$theirs/convolve.cpp" "$mine/convolve.cpp"
run env KIT_ROOT="$scratch/kit" KIT_BUILD="$PWD/build" KIT_PROGRESS=/proc/nowhere "$kit" grade 01 --no-timing
{ echo "exit code $code, wanted 0 and a note"; cat "$scratch/stderr"; } | verdict "grade: where progress cannot be kept" \
  "$( ((code == 0)) && grep -q 'note: your progress is not kept' "$scratch/stderr" && grep -q '^passed' "$scratch/stdout"; echo $?)"

# --- reset
reset() { printf '%s\n' "$1" | "$scratch/kit/common/tools/reset" "${@:2}"; }
mkdir -p "$scratch/kit/.pristine/labs/01_cpu_baseline"
cp labs/01_cpu_baseline/*.cpp "$scratch/kit/.pristine/labs/01_cpu_baseline/"
run reset n 01
echo "exit code $code, wanted 1 and the file as it was" |
  verdict "reset: not without a yes" "$( ((code == 1)) && cmp -s "$mine/convolve.cpp" "$theirs/convolve.cpp"; echo $?)"
accepts "reset: says where the copy is" 'kept as convolve\.cpp\.before' reset y 01
echo "the copy is another" | verdict "reset: keeps a copy" "$(cmp -s "$mine/convolve.cpp.before" "$theirs/convolve.cpp"; echo $?)"
accepts "reset: of a lab that is as handed out" 'as it was handed out' reset y 01
echo "the copy is another" | verdict "reset: a skeleton never replaces the copy" "$(cmp -s "$mine/convolve.cpp.before" "$theirs/convolve.cpp"; echo $?)"
echo "// my second try" >"$mine/convolve.cpp"
accepts "reset: a second copy" 'kept as convolve\.cpp\.2\.before' reset y 01
echo "the copy is another" | verdict "reset: the first copy stays" "$(cmp -s "$mine/convolve.cpp.before" "$theirs/convolve.cpp"; echo $?)"
refuses "reset: of an unknown lab" 2 "no lab '99'" reset y 99

# --- watch
cp "$theirs/convolve.cpp" "$mine/convolve.cpp"
run env KIT_ROOT="$scratch/kit" KIT_BUILD="$PWD/build" KIT_PROGRESS= python3 tests/cli/watch.py "$kit" "$mine/convolve.cpp"
sed -n 's/^ok *//p' "$scratch/stdout" | while read -r name; do echo | verdict "watch: $name" 0; done
echo "exit code $code" | cat - "$scratch/stdout" "$scratch/stderr" | verdict "watch: all of tests/cli/watch.py" "$code"
refuses "watch: of an unknown lab" 2 "no lab '99'" study watch 99
refuses "watch: of an unknown folder" 2 'nowhere' study watch 01 --src nowhere
