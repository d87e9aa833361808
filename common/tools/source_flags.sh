# With which flags student code is read, whatever reads it. Sourced by common/tools/compile, which compiles it, and by
# compile_commands, which tells editors.
# shellcheck shell=bash disable=SC2034,SC2154

student_flags=(-std=c++20 -I "$root/common/image/include")
simulator_headers=(-isystem "$root/common/sim/include")
# A .cu file read by clang, without a toolkit.
cuda_by_clang=(-x cuda -nocudainc -nocudalib --cuda-path=/nonexistent --cuda-gpu-arch=sm_75)
default_warnings='-Wall -Wextra'
