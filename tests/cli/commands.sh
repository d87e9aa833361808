# The Makefile's commands. Sourced by tests/cli/run.
# shellcheck shell=bash disable=SC2154

accepts "make alone lists the commands" '^  make lab' make
accepts "make help is the same" '^  make run ' make help

wide=$(make help | grep -E '.{81}' || true)
echo "$wide" | verdict "make help fits 80 columns" "$([[ -z $wide ]]; echo $?)"
run make --no-print-directory hint LAB=01
cat "$scratch/stdout" "$scratch/stderr" |
  verdict "make hint says nothing but the hint" "$([[ $(head -n 1 "$scratch/stdout") == 'Hint 1 of 5 for lab 01'* ]]; echo $?)"

missing=$(comm -23 <(grep -oE '^[a-z]+:.*## ' Makefile | cut -d: -f1 | sort) \
  <(make help | awk '$1 == "make" {print $2}' | sort))
echo "not listed: $missing" | verdict "every command is listed" "$([[ -z $missing ]]; echo $?)"

unnamed=$(make help | awk '$1 == "make" && $2 ~ /^[a-z-]+$/ {print $2}' |
  while read -r name; do [[ $name == help ]] || grep -qE "make $name([^a-z-]|$)" README.md || echo "$name"; done)
echo "not in README.md: $unnamed" | verdict "README.md names every command" "$([[ -z $unnamed ]]; echo $?)"
run make --no-print-directory photos
cat "$scratch/stdout" "$scratch/stderr" | verdict "make photos lists photographs, or says what else will do" \
  "$(grep -qE '^build/photos/.*\.png$' "$scratch/stdout" || grep -q 'any PNG or JPEG' "$scratch/stderr"; echo $?)"

refuses "make of a lab that is not there" 2 'no lab99.*lab01' make lab99
refuses "make of an unknown command" 2 'no rule.*frobnicate' make frobnicate

# make adds a line of its own to the program's.
make_says() {  # make_says NAME PATTERN ARGUMENTS...
  local name=$1 pattern=$2
  shift 2
  run make --no-print-directory "$@"
  { echo "exit code $code, wanted 2 and '$pattern'"; cat "$scratch/stderr"; } |
    verdict "$name" "$( ((code == 2)) && grep -Eqi -- "$pattern" "$scratch/stderr"; echo $?)"
}
make_says "make with an unknown backend" opengl lab02 BACKEND=opengl
make_says "make with an unknown source folder" nowhere lab02 SRC=nowhere
make_says "make with a seed that is no number" "seed = tomorrow: a whole number" lab02 SEED=tomorrow
make_says "make hint of an unknown lab" "no lab '99'" hint LAB=99
make_says "make hint of an unknown stage" "no stage 'nosuch'" hint LAB=01 STAGE=nosuch
make_says "make solution without a lab" 'which lab' solution
make_says "make watch of an unknown lab" "no lab '99'" watch LAB=99
make_says "make view without a picture" 'image' view LAB=02
make_says "make run without a picture" 'image' run LAB=02 OUT="$scratch/out.png"
make_says "make run of an unknown lab" 99 run LAB=99 IMG=x.png OUT="$scratch/out.png"

# Solutions lie in another folder than the lab's contract, which some of their lines are in.
accepts "profile: the text of a line of the contract" '^ +lab\.hpp:[0-9]+ +[^ ]' \
  "$kit" profile 08 --src solutions --seed 1 --stage algorithm_b
