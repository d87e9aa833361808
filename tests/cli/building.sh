# kit build-lab: what it builds is always the source that is there now, whole, and nobody
# else's. Lab 01, which builds fastest. Sourced by tests/cli/run.
# shellcheck shell=bash disable=SC2154

lab=01_cpu_baseline
worker_of() { sha256sum "$scratch/built/worker" 2>&1 || true; }
# build FOLDER: exit code in $code, the worker in $scratch/built.
build() { run "$kit" build-lab --lab "$lab" --backend sim --src "$scratch/$1" --out "$scratch/built"; }
# builds NAME FOLDER same|other: builds; the worker must be the earlier one, or another.
builds() {
  local before after bad=0
  before=$(worker_of)
  build "$2"
  after=$(worker_of)
  ((code == 0)) || bad=1
  if [[ $3 == same ]]; then [[ $before == "$after" ]] || bad=1; else [[ $before != "$after" ]] || bad=1; fi
  { echo "exit code $code, wanted 0 and the $3 worker"; cat "$scratch/stderr" "$scratch/built/build.log"; } |
    verdict "build-lab: $1" $bad
}

submission one
submission two
code_file=$lab/convolve.cpp
sed -i 's/= sum;/= sum + 1;/' "$scratch/two/$code_file"
touch -d 2001-01-01 "$scratch/two/$code_file"
builds "a worker" one other
builds "nothing again if nothing changed" one same
builds "another student's older file in the same folder" two other
builds "and back" one other

sed -i '1i #include "more.hpp"' "$scratch/one/$code_file"
sed -i 's/= sum;/= sum + kMore;/' "$scratch/one/$code_file"
echo 'constexpr float kMore = 1;' >"$scratch/one/$lab/more.hpp"
builds "a header of the student's own" one other
echo 'constexpr float kMore = 2;' >"$scratch/one/$lab/more.hpp"
builds "again when only that header changed" one other

# Killed at any moment, the next build is whole. What its compilers still write is nobody's.
bad=0
for moment in 0.15 0.3 0.45 0.6; do
  echo "constexpr float kMore = $moment;" >"$scratch/one/$lab/more.hpp"
  run setsid timeout -s KILL "$moment" "$kit" build-lab --lab "$lab" --backend sim \
    --src "$scratch/one" --out "$scratch/built"
  build one
  ((code == 0)) || { bad=1; break; }
done
{ echo "exit code $code after a build that was killed"; cat "$scratch/stderr" "$scratch/built/build.log"; } |
  verdict "build-lab: after builds that were killed" $bad

# At once, in one folder.
echo 'constexpr float kMore = 3;' >"$scratch/one/$lab/more.hpp"
jobs=() bad=0
for folder in one two one; do
  "$kit" build-lab --lab "$lab" --backend sim --src "$scratch/$folder" --out "$scratch/built" \
    >>"$scratch/at_once" 2>&1 &
  jobs+=($!)
done
for job in "${jobs[@]}"; do wait "$job" || bad=1; done
verdict "build-lab: three at once in one folder" $bad <"$scratch/at_once"

# Millions of messages are cut; the fault stays the student's.
{ echo '#define A x y z;'; for name in B C D E; do
  previous=$(tr BCDE ABCD <<<"$name")
  echo "#define $name $previous $previous $previous $previous $previous $previous $previous $previous"
done; echo 'E'; } >"$scratch/two/$code_file"
build two
size=$(stat -c %s "$scratch/built/build.log")
echo "exit code $code, wanted 1; the log has $size bytes" |
  verdict "build-lab: the log has an end" "$( ((code == 1 && size < 200000)) && [[ ! -e $scratch/built/worker ]]; echo $?)"

refuses "build-lab: a library of the kit is missing" 99 'make' \
  env KIT_BUILD="$scratch/no_build" "$kit" build-lab --lab "$lab" --backend sim \
  --src solutions --out "$scratch/built"

# A source that is no source.
submission huge
truncate -s 5M "$scratch/huge/$code_file"
refuses "grade of a file of megabytes" 2 '4 MiB' "$kit" grade 01 --backend sim --src "$scratch/huge"

# --- build-lab: a compiler that is killed says nothing about what it was given
mkdir -p "$scratch/kill"
cat >"$scratch/kill/g++" <<EOF
#!/bin/bash
# Killed while \$KILLS names what it is at (-c: compiling; worker: linking) and the file of turns is not empty.
if [[ \$KILLS != cc1plus && " \$* " == *"\$KILLS"* && -s $scratch/kill/turns ]]; then
  sed -i 1d $scratch/kill/turns
  kill -KILL \$\$
fi
[[ \$KILLS != cc1plus ]] || set -- "-B$scratch/kill/" "\$@"
exec $(command -v g++) "\$@"
EOF
cat >"$scratch/kill/cc1plus" <<EOF
#!/bin/bash
kill -\$(cat $scratch/kill/turns) \$\$
EOF
chmod +x "$scratch/kill/g++" "$scratch/kill/cc1plus"
# dies NAME TURNS WHAT CODE PATTERN: builds with such a compiler; the exit code and a text in what was said or logged.
# WHAT cc1plus: a program that g++ starts ends by the signal TURNS each time.
dies() {
  local bad=0
  if [[ $3 == cc1plus ]]; then echo "$2"; else for ((turn = 0; turn < $2; ++turn)); do echo x; done; fi >"$scratch/kill/turns"
  rm -rf "$scratch/kill/out"
  run env KILLS="$3" CXX="$scratch/kill/g++" "$kit" build-lab --lab "$lab" --src solutions --backend sim \
    --out "$scratch/kill/out"
  ((code == $4)) && { [[ -z $5 ]] || grep -Eqs -- "$5" "$scratch/stderr" "$scratch/kill/out/build.log"; } || bad=1
  { echo "exit code $code, wanted $4 and '$5'"; cat "$scratch/stderr" "$scratch/kill/out/build.log" 2>/dev/null || true; } |
    verdict "build-lab: $1" $bad
}
dies "a compiler that was killed is run again" 1 ' -c ' 0 ''
dies "a compiler that is killed each time: the source asks too much" 99 ' -c ' 5 '^stopped: compiling took more memory .*convolve.cpp smaller'
dies "a linker that was killed is run again" 1 '/worker.part' 0 ''
dies "a linker that is killed each time is the kit's fault" 2 '/worker.part' 99 'the linker was killed'
dies "a program of the compiler's that is killed each time" KILL cc1plus 5 '^stopped: compiling took more memory'
dies "a program of the compiler's that is at its limit of time" XCPU cc1plus 5 '^stopped: compiling took too long'
dies "a program of the compiler's that is at its limit of space" XFSZ cc1plus 5 '^stopped: compiling took too much space'
