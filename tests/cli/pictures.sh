# kit run: pictures, filters and outputs, good and bad. Sourced by tests/cli/run.
# shellcheck shell=bash disable=SC2154

pictures=$scratch/pictures out=$scratch/out
mkdir -p "$pictures" "$out"
python3 tests/cli/make_pictures.py "$pictures"

filter() { "$kit" run --lab 02 --backend sim --src solutions "$@"; }
size_of_png() { od -An -tu1 -j16 -N8 "$1" | awk '{print $3 * 256 + $4 "x" $7 * 256 + $8}'; }

accepts "a colour picture is filtered" . \
  filter --image "$pictures/good.png" --filter sobel_magnitude --out "$out/edges.png"
size=$(size_of_png "$out/edges.png" 2>&1 || true)
echo "$size" | verdict "the result is as large as the picture" "$([[ $size == 40x30 ]]; echo $?)"
accepts "a grey picture is filtered" . filter --image "$pictures/grey.png" --out "$out/grey.png"
accepts "a JPEG is written" . filter --image "$pictures/good.png" --out "$out/good.jpg"
accepts "alpha is kept in PNG" . filter --image "$pictures/alpha.png" --out "$out/alpha.png"
accepts "16 bits are read as 8 with a notice" '16' \
  filter --image "$pictures/deep.png" --out "$out/deep.png"

refused() { refuses "$1" 2 "$2" filter "${@:3}"; }
refused "a picture that is not there" 'nowhere\.png.*build/photos' --image nowhere.png --out "$out/a.png"
refused "a folder as picture" pictures --image "$pictures" --out "$out/a.png"
for name in empty.png truncated.png corrupt.png text.png zero.png few_rows.png huge.png truncated.jpg \
  bitmap.bmp; do
  refused "the picture $name" "${name%.*}" --image "$pictures/$name" --out "$out/a.png"
done

refused "alpha into a JPEG" 'alpha' --image "$pictures/alpha.png" --out "$out/a.jpg"
refused "an output folder that is not there" 'nowhere' --image "$pictures/good.png" --out "$out/nowhere/a.png"
refused "an output that cannot be written" '/proc' --image "$pictures/good.png" --out /proc/a.png
refused "an output format nobody knows" 'gif' --image "$pictures/good.png" --out "$out/a.gif"
refused "no output" 'out' --image "$pictures/good.png"
refused "no picture" 'image' --out "$out/a.png"

for name in sharper '' box:4 box:0 box:-3 box:513 box: gaussian:0 gaussian:nan gaussian:1:4 log:4; do
  refused "the filter '$name'" 'filter|width|sigma' \
    --image "$pictures/good.png" --out "$out/a.png" --filter "$name"
done
refused "an unknown border" mirror --image "$pictures/good.png" --out "$out/a.png" --border mirror
refused "an unknown option" frobnicate --image "$pictures/good.png" --out "$out/a.png" --frobnicate
run make -s run LAB=05 "IMG=$pictures/good.png" "OUT=$out/a.png" STAGE=nosuch SRC=solutions
bad=$([[ $(cat "$scratch/stderr") == *'there is no "nosuch"; choose global'* ]]; echo $?)
verdict "make run hands on which stage is meant" "$bad" <"$scratch/stderr"
refuses "a picture through an unknown lab" 2 99 \
  "$kit" run --lab 99 --image "$pictures/good.png" --out "$out/a.png"
refuses "a picture through an unknown backend" 2 opengl \
  "$kit" run --lab 02 --backend opengl --image "$pictures/good.png" --out "$out/a.png"

# A failed run leaves what was there.
echo "an earlier result" >"$scratch/kept.png"
run filter --image "$pictures/truncated.png" --out "$scratch/kept.png"
bad=$([[ $code == 2 && $(cat "$scratch/kept.png") == "an earlier result" ]]; echo $?)
echo "exit code $code; the file is changed or the code is not 2" |
  verdict "a failed run keeps the earlier output" "$bad"
