# kit view: the page that compares pictures. How it looks and works in a browser is tested by make
# test-docs. Sourced by tests/cli/run.
# shellcheck shell=bash disable=SC2154

pictures=$scratch/pictures out=$scratch/out
mkdir -p "$pictures" "$out"
python3 tests/cli/make_pictures.py "$pictures"
view() { "$kit" view --lab 01 --backend sim "$@"; }

accepts "view: a picture by the solution" '^Right: ' view --src solutions --image "$pictures/good.png" --out "$out/page.html"
page=$(cat "$out/page.html")
count() { grep -o "$1" <<<"$page" | wc -l; }
echo "$(count '<figure><img src="data:image/png;base64,') figures" |
  verdict "view: four images in the page itself" "$(($(count '<figure><img src="data:image/png;base64,') != 4))"
echo "it names another file or the network" |
  verdict "view: the page needs nothing else" "$(grep -Eq '(src|href)="[^d"]|https?:|url\(' <<<"$page"; echo $((!$?)))"
images=$(count '<figure><img') texts=$(grep -oE '<figure><img [^>]*alt="[^"]{6,}"' <<<"$page" | wc -l)
echo "$images images, $texts texts" | verdict "view: every image has a text" "$((images != texts || images == 0))"
left=$(find "$out" -name '*.part*')
echo "left: $left" | verdict "view: leaves no other file" "$([[ -z $left ]]; echo $?)"
for image in grey alpha; do
  accepts "view: a picture with ${image}" '^Right: ' view --src solutions --image "$pictures/$image.png" --out "$out/$image.html"
done

submission off
sed -i 's/= sum;/= sum + (x == 7 \&\& y == 5 ? 0.25f : 0.0f);/' "$scratch/off/01_cpu_baseline/convolve.cpp"
run view --src "$scratch/off" --image "$pictures/grey.png" --out "$out/off.html"
{ echo "exit code $code, wanted 1, one pixel and its place"; cat "$scratch/stdout" "$scratch/stderr"; } |
  verdict "view: says how wrong a picture is, and where" \
    "$( ((code == 1)) && grep -q 'Not what the reference gives: 1 of 1200 pixels.*x = 7, y = 5' "$scratch/stdout"; echo $?)"
echo "no button" | verdict "view: leads to the worst pixel" "$(grep -q 'data-x="7" data-y="5"' "$out/off.html"; echo $?)"
submission nan
sed -i 's/= sum;/= x == 7 \&\& y == 5 ? 0.0f \/ 0.0f : sum;/' "$scratch/nan/01_cpu_baseline/convolve.cpp"
run view --src "$scratch/nan" --image "$pictures/grey.png" --out "$out/nan.html"
{ echo "exit code $code, wanted 1"; cat "$scratch/stdout" "$scratch/stderr"; } |
  verdict "view: values that are no numbers" "$( ((code == 1)) && grep -q 'not finite numbers, at x = 7, y = 5' "$scratch/stdout"; echo $?)"

refuses "view: of an unknown lab" 2 "no lab '99'" "$kit" view --lab 99 --image "$pictures/good.png" --out "$out/a.html"
refuses "view: of a picture that is not there" 2 'nowhere\.png' view --src solutions --image nowhere.png --out "$out/a.html"
refuses "view: into a file that is no page" 2 '\.html' view --src solutions --image "$pictures/good.png" --out "$out/a.png"
refuses "view: into a folder that is not there" 2 'nowhere' view --src solutions --image "$pictures/good.png" --out "$out/nowhere/a.html"
refuses "view: with an unknown filter" 2 'sharper' view --src solutions --image "$pictures/good.png" --out "$out/a.html" --filter sharper
refuses "view: of a lab that was not begun" 1 'not done yet' view --src labs --image "$pictures/good.png" --out "$out/a.html"
