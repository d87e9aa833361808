# make doctor: on this machine, and where things are missing. Sourced by tests/cli/run.
# shellcheck shell=bash disable=SC2154

doctor=common/tools/doctor
accepts "doctor: a machine that can build the kit can do the labs" '^Everything that the labs need is there' "$doctor"
wide=$(grep -nE '.{81}' "$scratch/stdout" || true)
echo "$wide" | verdict "doctor: fits 80 columns" "$([[ -z $wide ]]; echo $?)"
bad=$(grep -vE '^(ok|lacks|missing) |^        |^$|:$|^This machine|^Everything' "$scratch/stdout" || true)
echo "$bad" | verdict "doctor: every line begins with a state in words" "$([[ -z $bad ]]; echo $?)"
refuses "doctor: an argument" 2 'frobnicate' "$doctor" frobnicate

# A copy without packages, and a PATH with nothing but what the script itself is made of.
bare=$scratch/bare
mkdir -p "$bare" "$scratch/doctor_copy/common"
cp -r common/tools "$scratch/doctor_copy/common/"
for tool in bash sh dirname mktemp rm grep sed awk head fold df nproc uname cat id find tr env sort tail realpath; do
  ln -sf "$(command -v "$tool")" "$bare/$tool"
done
diagnoses() {  # diagnoses NAME CODE PATTERN MEND COMMAND...: this exit code, a line with PATTERN, and below it MEND
  local name=$1 wanted=$2 pattern=$3 mend=$4
  shift 4
  run "$@"
  sed -i -e ':again' -e 'N;$!b again' -e 's/\n \{22\}/ /g' "$scratch/stdout"  # broken lines joined
  { echo "exit code $code, wanted $wanted, '$pattern' and '$mend'"; cat "$scratch/stdout" "$scratch/stderr"; } |
    verdict "$name" "$( ((code == wanted)) && [[ ! -s $scratch/stderr ]] &&
      grep -EA3 -- "$pattern" "$scratch/stdout" | grep -E -- "to mend: .*$mend" >/dev/null; echo $?)"
}
diagnoses "doctor: nothing is there" 1 '^missing +compiler +no g\+\+' 'apt-get install g\+\+' env PATH="$bare" "$scratch/doctor_copy/common/tools/doctor"
said=$(cat "$scratch/stdout")
for thing in 'missing +make' 'lacks +GPU' 'lacks +unpacker' 'lacks +python3'; do
  echo "$said" | verdict "doctor: nothing is there, '$thing' is said" "$(grep -Eq "^$thing" <<<"$said"; echo $?)"
done
run env PATH="$bare" "$scratch/doctor_copy/common/tools/doctor"
wide=$(grep -E '.{81}' "$scratch/stdout" || true)
echo "$wide" | verdict "doctor: fits 80 columns where all is missing" "$([[ -z $wide ]]; echo $?)"

fake() {  # fake FOLDER PROGRAM: a program in $scratch/FOLDER, whose text is on standard input
  mkdir -p "$scratch/$1"
  cat >"$scratch/$1/$2"
  chmod +x "$scratch/$1/$2"
}
fake old g++ <<<$'#!/bin/sh\ncase "$*" in *dump*) echo 10.2.1 ;; *) echo "g++ 10.2.1" ;; esac'
diagnoses "doctor: a compiler that is too old" 1 '^missing +compiler +g\+\+ 10.2.1 is too old' 'g\+\+-12' \
  env PATH="$scratch/old:$PATH" "$doctor"
fake broken g++ <<<$'#!/bin/sh\ncase "$*" in *dump*) echo 12.2.0 ;; *--version*) echo g++ 12 ;; *) echo "no cc1plus" >&2; exit 1 ;; esac'
diagnoses "doctor: a compiler that compiles nothing" 1 'cannot make a C\+\+20 program: no' 'libc6-dev' \
  env PATH="$scratch/broken:$PATH" "$doctor"
diagnoses "doctor: packages that are not there" 1 '^missing +stb' 'apt-get install libstb-dev' \
  env KIT_DEPS_IGNORE_SYSTEM=1 "$scratch/doctor_copy/common/tools/doctor"

fake gpu nvidia-smi <<<$'#!/bin/sh\ncase "$*" in *query*) echo "Tesla T4, 7.5, 550.54" ;; *-L*) echo "GPU 0: Tesla T4 (UUID: x)" ;; *) echo "CUDA Version: 12.4" ;; esac'
run env PATH="$scratch/gpu:$PATH" "$doctor"
seen=0
grep -Eq '^ok +GPU +Tesla T4, compute capability 7.5, driver 550.54' "$scratch/stdout" || seen=$?
verdict "doctor: a GPU" "$seen" <"$scratch/stdout"
fake gpu nvidia-smi <<<$'#!/bin/sh\necho "GeForce GTX 1080, 6.1, 550.54"'
diagnoses "doctor: a GPU that is too old" 0 '^lacks +GPU .*6\.1' 'BACKEND=sim' env PATH="$scratch/gpu:$PATH" "$doctor"
fake gpu nvidia-smi <<<$'#!/bin/sh\necho "NVIDIA-SMI has failed"\nexit 9'
diagnoses "doctor: a driver that fails" 0 'NVIDIA-SMI has failed' 'driver' env PATH="$scratch/gpu:$PATH" "$doctor"
fake nvcc nvcc <<<$'#!/bin/sh\necho "Cuda compilation tools, release 11.8, V11.8.89"'
diagnoses "doctor: a CUDA Toolkit that is too old" 0 '^lacks +CUDA .*11\.8' 'cuda-downloads' env PATH="$scratch/nvcc:$PATH" "$doctor"
fake nvcc nvcc <<<$'#!/bin/sh\ncase "$*" in *--version*) echo "release 13.0, V13.0.1" ;; *) echo "error: unsupported GNU version"; exit 1 ;; esac'
diagnoses "doctor: an nvcc that does not know this g++" 0 'unsupported GNU' 'CXX=g\+\+-12' env PATH="$scratch/nvcc:$PATH" "$doctor"
fake nvcc nvcc <<<$'#!/bin/sh\necho "release 13.0, V13.0.1"'
fake gpu nvidia-smi <<<$'#!/bin/sh\ncase "$*" in *query*) echo "Tesla T4, 7.5, 525.1" ;; *) echo "CUDA Version: 12.0" ;; esac'
diagnoses "doctor: a driver older than the toolkit" 0 '^lacks +driver .*12\.0' 'update the driver' \
  env PATH="$scratch/gpu:$scratch/nvcc:$PATH" "$doctor"

fake jail bwrap <<<$'#!/bin/sh\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1'
mkdir -p "$scratch/proc/sys/kernel"
echo 1 >"$scratch/proc/sys/kernel/apparmor_restrict_unprivileged_userns"
diagnoses "doctor: AppArmor forbids the sandbox" 0 '^lacks +sandbox +AppArmor' 'apparmor_restrict_unprivileged_userns=0' \
  env PATH="$scratch/jail:$PATH" KIT_PROC="$scratch/proc" "$doctor"
echo 0 >"$scratch/proc/sys/kernel/apparmor_restrict_unprivileged_userns"
diagnoses "doctor: a sandbox that does not work" 0 'uid map: Permission denied' 'tier 2' \
  env PATH="$scratch/jail:$PATH" KIT_PROC="$scratch/proc" "$doctor"
