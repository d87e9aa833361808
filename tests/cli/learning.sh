# What a student looks at besides the report: replay, quiz, the work log. Sourced by tests/cli/run.
# shellcheck shell=bash disable=SC2154

refuses "replay: no such stage" 2 "no stage 'tiled'.*there are: .*kernel" "$kit" replay 02 --src solutions --stage tiled
refuses "replay: a block is a number or more" 2 "BLOCK= takes the index of a block.*'1,b'" "$kit" replay 02 --src solutions --block 1,b
refuses "replay: a lab without kernels" 2 "nothing to watch" "$kit" replay 01 --src solutions
refuses "quiz: a lab without kernels" 2 "asks about kernels" "$kit" quiz 01 --src solutions
refuses "profile: no such stage" 2 "no stage 'tiled'.*there are: .*kernel" "$kit" profile 02 --src solutions --stage tiled
accepts "profile: one stage alone" '^sobel\.cu, ' "$kit" profile 02 --src solutions --seed 1 --stage sobel
grep -E '^[a-z_]+\.cu, ' "$scratch/stdout" | grep -v '^sobel' >"$scratch/others" || true
verdict "profile: no other stage" "$([[ ! -s $scratch/others ]]; echo $?)" <"$scratch/others"
refuses "primer: a block is a number" 2 "BLOCK= is the number of a block" common/tools/primer --replay --block 1,b banks
refuses "primer: a replay needs the simulator" 2 "without BACKEND=cuda" common/tools/primer --replay --backend cuda banks

mkdir -p "$scratch/asked"
cp -r solutions/02_naive "$scratch/asked/"
answer() { printf "%s\n" "$1" "$1" "$1" "$1" "$1" | env KIT_RULES_BY=none "$kit" quiz 02 --src "$scratch/asked" --seed 1; }
accepts "quiz: five questions, each with what the run showed" '^[0-5] of 5 right; kept in .*02_naive/quiz\.json' answer 1
grep -o '   \(right:\|no: it is\)' "$scratch/stdout" >"$scratch/marks" || true
verdict "quiz: says of each whether it is right" "$([[ $(wc -l <"$scratch/marks") == 5 ]]; echo $?)" <"$scratch/stdout"
grep '"text"' "$scratch/asked/02_naive/quiz.json" >"$scratch/first"
accepts "quiz: words are no answers" '^0 of 5 right' answer none
diff "$scratch/first" <(grep '"text"' "$scratch/asked/02_naive/quiz.json") >"$scratch/difference" || true
verdict "quiz: the same files are asked the same" "$([[ ! -s $scratch/difference ]]; echo $?)" <"$scratch/difference"

mkdir -p "$scratch/remembered"
printf '%s\n' '{"attempt":1,"lab":"02_naive","points":20.0}' '{"attempt":1,"lab":"03_constant_memory","points":0.0}' \
  '{"attempt":2,"lab":"02_naive","points":100.0}' 'not JSON' >"$scratch/remembered/log.jsonl"
accepts "progress: the points of attempts" '^points of lab 02: 20, 100 \(2 attempts\)' env KIT_PROGRESS="$scratch/remembered" "$kit" progress
accepts "submit: the log is packed if asked for" '^  02_naive/work_log\.jsonl' env KIT_PROGRESS="$scratch/remembered" \
  common/tools/submit --src "$scratch/asked" --out "$scratch/logged.tar.gz" --log 02
accepts "submit: the quiz's answers are packed" '^02_naive/quiz\.json' tar -tzf "$scratch/logged.tar.gz"
tar -xzOf "$scratch/logged.tar.gz" 02_naive/work_log.jsonl >"$scratch/log"
diff <(printf '%s\n' 20.0 100.0) <(sed 's/.*points"://; s/}//' "$scratch/log") >"$scratch/difference" || true
verdict "submit: the log has this lab's attempts" "$([[ ! -s $scratch/difference ]]; echo $?)" <"$scratch/difference"
refuses "submit: no log yet" 2 'no work log yet' env KIT_PROGRESS="$scratch/none" \
  common/tools/submit --src "$scratch/asked" --out "$scratch/out/x.tar.gz" --log 02
