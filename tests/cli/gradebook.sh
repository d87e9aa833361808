# What instructors do with a gradebook: regrade one student, give points and comments by hand, due dates, groups,
# show, diff, export, hidden cases. One class run of lab 01 is graded. Sourced by tests/cli/run.
# shellcheck shell=bash disable=SC2154

readonly kit_class=build/bin/kit_class graded_lab=01_cpu_baseline
class=$scratch/class
mkdir -p "$class"/{ann,bob,cem}/$graded_lab
cp solutions/$graded_lab/*.cpp "$class/ann/$graded_lab"
# Right for every filter but those of 13 x 13, which only the hidden case has.
sed 's/= sum;/= filter_width == 13 ? 0 : sum;/' solutions/$graded_lab/convolve.cpp >"$class/bob/$graded_lab/convolve.cpp"
echo 'int x = "no number";' >"$class/cem/$graded_lab/convolve.cpp"
touch -d 2026-11-20T12:30:00Z "$class/ann/$graded_lab"/*
touch -d 2026-11-21T09:00:00Z "$class/bob/$graded_lab"/*
touch -d 2026-11-19T09:00:00Z "$class/cem/$graded_lab"/*
printf '%s\n' 'student_id,last_name,first_name,email,group' 'ann,Doe,Ann,ann@example.org,' 'bob,Roe,Bob,bob@example.org,Red' \
  'cem,Poe,Cem,cem@example.org,Red' >"$class.roster.csv"
printf '%s\n' 'lab,due,grace,late,maximum' '01,2026-11-20T12:00Z,5,10% per hour,50%' >"$class.due.csv"
printf '%s\n' 'student_id,lab,due' 'bob,1,2026-11-22T00:00+01:00' >"$class.extensions.csv"
printf '%s\n' 'student_id,lab,points,reason,by' 'cem,1,60.5,"a mail, and a talk",Dr. X' >"$class.override.csv"
printf '%s\n' 'student_id;lab;comment' 'ann;1;well <b>done</b>' >"$class.comments.csv"
echo '{"schema": "kit/hidden/v1", "seed": 4711, "labs": {"01_cpu_baseline": {"cases":
  [{"filter": "random:13", "width": 61, "height": 47, "border": "zero"}]}}}' >"$class.hidden.json"

# class_grade OPTION...: the class into $scratch/grades
class_grade() {
  "$kit_class" grade "$class" --out "$scratch/grades" --labs 01 --no-sandbox --no-self-check --backend sim \
    --hidden "$class.hidden.json" --roster "$class.roster.csv" "$@"
}
# sqlite_count FOLDER CONDITION [TABLE]: rows of the gradebook's table, by default of its history
sqlite_count() {
  python3 - "$1/gradebook.sqlite" "select count(*) from ${3:-history} where $2" <<'EOF'
import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])
EOF
}
# has FILE PATTERN, and lacks FILE PATTERN, for `accepts` and the like
has() { grep -Eq -- "$2" "$scratch/$1" && echo yes; }
lacks() { ! grep -rEq -- "$2" "$scratch/$1" && echo yes; }

accepts "class: graded with due dates, groups and a hidden file" '3 grades: 1 passed, 2 wrong' \
  class_grade --due "$class.due.csv" --extensions "$class.extensions.csv"
accepts "class: late by hours, and why" yes has grades/grades.csv \
  'ann,Doe,.*,110,11,99,100,graded,"handed in 30 min after it was due, 2026-11-20T12:00Z; 1 hour late at 10 % each'
accepts "class: an extension" yes has grades/grades.csv 'bob,Roe,.*,0,0\.|bob,Roe,.*an extension\), in time'
accepts "class: of two in a group the newest, and the report says so" yes has grades/students/cem/report.md \
  'handed in by bob for the group Red; the group handed in different submissions'
accepts "class: a group's work is graded once" '^2$' sqlite_count "$scratch/grades" "event like 'graded: %'"
accepts "class: students see no more of hidden cases than that there are" yes has grades/students/bob/report.html 'a hidden case: wrong'
accepts "class: nothing else of them is in any student's file" yes lacks grades/students 'hidden case 1|61x47|13x13'
accepts "class: the instructor's page has all" yes has grades/instructor/bob.html 'hidden case 1'
accepts "class: the source with numbers" yes has grades/students/bob/report.html '<summary>convolve.cpp'
accepts "class: frequent mistakes" yes has grades/causes.html '<td>convolve.cpp</td><td>wrong[^<]*</td><td>2</td>'

cp -r "$scratch/grades" "$scratch/before"
accepts "report: points and comments by hand, without grading" '3 grades, none given anew' "$kit_class" report \
  --out "$scratch/grades" --override "$class.override.csv" --comments "$class.comments.csv"
accepts "report: in the table" yes has grades/grades.csv \
  'cem,Poe,.*,60\.5,100,graded,.*"60\.5 points, given by Dr\. X on [0-9-]+: a mail, and a talk \(the grader gave'
accepts "report: in the student's page, as text" yes has grades/students/ann/report.html 'Comment:</b> well &lt;b&gt;done'
accepts "report: what lateness took off stays" yes has grades/grades.csv 'ann,Doe,.*,110,11,99,'
accepts "show: as the student sees it" 'cem|60.5 of 100 \(given by hand\)' "$kit_class" show cem --out "$scratch/grades"
accepts "diff: who changed and why" \
  'cem  01_cpu_baseline: wrong [0-9.]+ -> wrong 60.5  \(points by hand: a mail, and a talk\)' \
  "$kit_class" diff "$scratch/before" "$scratch/grades" --csv "$scratch/diff.csv"
accepts "diff: as CSV" yes has diff.csv '^cem,01_cpu_baseline,wrong,wrong,[0-9.]+,60.5,"points by hand'
accepts "diff: through make, which needs no submissions" '1 changed, 2 unchanged' \
  make -s grade DIFF="$scratch/before" OUT="$scratch/grades"

accepts "regrade: one student alone, and overrides stay" '3/3 +passed +01_cpu_baseline ann' class_grade --regrade=ann
cp "$scratch/stdout" "$scratch/regraded"
accepts "regrade: without the table of due dates it says what does not count" '^No DUE or LATE in this run: [0-9]+ penalties' \
  cat "$scratch/regraded"
accepts "regrade: nobody else" '^3$' sqlite_count "$scratch/grades" "event like 'graded: %'"
accepts "regrade: the points by hand stay" yes has grades/grades.csv 'cem,Poe,.*,60\.5,100,graded,'
sed -i 's/60.5,[^,]*,[^,]*,/,,/' "$class.override.csv"
accepts "override: taken back by an empty cell" 'none given anew' "$kit_class" report --out "$scratch/grades" \
  --override "$class.override.csv"
accepts "override: is gone from the table" yes lacks grades/grades.csv 'given by'
accepts "override: and stays in the history" '^2$' sqlite_count "$scratch/grades" "kind = 'override'" decision

all_labs() { ! make -n gradescope 2>/dev/null | grep -- --labs >/dev/null && echo yes; }
accepts "make: LABS is handed on only if it was typed" yes all_labs
printf 'Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (77)\r\n    Points Possible,,,,,100\r\n"Doe, Ann",901,,ann@example.org,A,\r\n"Zed, Zoe",902,,zoe,A,\r\n' \
  >"$class.canvas.csv"
accepts "export: to Canvas; who is not found is listed" 'line 4 \(Zoe Zed, 902\) is about nobody' make -s grade EXPORT=canvas \
  TEMPLATE="$class.canvas.csv" OUT="$scratch/grades"
accepts "export: the file" yes has grades/canvas.csv '^"Doe, Ann",901,,ann@example.org,A,110'

refuses "regrade: an unknown student" 2 "there is no student 'anna' in this class; students are: ann, bob, cem" \
  class_grade --regrade=anna
refuses "show: an unknown student" 2 "there is no student 'an'" "$kit_class" show an --out "$scratch/grades"
refuses "show: no gradebook" 2 "there is no gradebook '.*/nowhere'" "$kit_class" show ann --out "$scratch/nowhere"
printf 'student_id,lab,points,reason\nann,1,50,x\ncem,1,111,x\n' >"$class.bad.csv"
refuses "override: points out of range" 2 "bad.csv:3: the points '111' are no number from 0 to 110" \
  "$kit_class" report --out "$scratch/grades" --override "$class.bad.csv"
printf 'student_id,lab,points,reason\nzoe,1,50,x\n' >"$class.bad.csv"
refuses "override: an unknown student" 2 "bad.csv:2: there is no student 'zoe'" \
  "$kit_class" report --out "$scratch/grades" --override "$class.bad.csv"
printf 'lab,due\n01,2026-11-20\n' >"$class.bad.csv"
refuses "due: a time without a zone" 2 "bad.csv:2: the due date '2026-11-20' is no time with a zone" \
  "$kit_class" report --out "$scratch/grades" --due "$class.bad.csv"
refuses "extensions: without a due date" 2 'extensions.csv:2: 01_cpu_baseline has no due date that could be extended' \
  "$kit_class" report --out "$scratch/grades" --extensions "$class.extensions.csv"
printf 'student_id,lab,due\nzoe,1,2026-11-22T00:00Z\n' >"$class.bad.csv"
refuses "extensions: an unknown student" 2 "bad.csv:2: there is no student 'zoe'" \
  "$kit_class" report --out "$scratch/grades" --due "$class.due.csv" --extensions "$class.bad.csv"
refuses "export: an unknown system" 2 "there is no course system 'sakai'" "$kit_class" export sakai --out "$scratch/grades"
refuses "export: without a template" 2 'TEMPLATE=file.csv' "$kit_class" export moodle --out "$scratch/grades"
refuses "diff: a folder without a gradebook" 2 'there is no gradebook' "$kit_class" diff "$class" "$scratch/grades"
