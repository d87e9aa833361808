# What compilers are not asked about a file that a student has still to finish. Sourced by
# common/tools/compile, compile_commands and check_nvcc, for the same files.
# shellcheck shell=bash disable=SC2034

# Whether a file holds the first line of a gap, as common/grader/lab/todo_block.cpp knows it.
first_line_of_gap='^[[:space:]]*//[[:space:]]*TODO\(lab[0-9]+\)'
unfinished() { grep -Eqs "$first_line_of_gap" "$1"; }

# What a gap will use lies unused until it is filled. Once no gap is left, an unused name is worth a
# warning: often it is the one that should have been written elsewhere.
unfinished_host=(-Wno-unused-parameter -Wno-unused-variable -Wno-unused-function -Wno-unused-const-variable
  -Wno-unused-but-set-variable -Wno-unused-but-set-parameter -Wno-unused-local-typedefs)
unfinished_nvcc=("-diag-suppress=177,550")  # never referenced, set but never used
