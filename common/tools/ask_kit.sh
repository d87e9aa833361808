# Sourced by tools that ask about the labs; $root is the kit's folder.
#   ask_kit labs [LAB]...     prints the names of the labs' folders
#   ask_kit lab-files LAB     prints the files that a student edits
# Both are commands of build/bin/kit, which is built first if it is not there.
# shellcheck shell=bash disable=SC2154

ask_kit() {
  [[ -x $root/build/bin/kit ]] ||
    make -C "$root" --no-print-directory -f common/build.mk "-j$(nproc)" build/bin/kit >&2 || return
  KIT_ROOT=$root "$root/build/bin/kit" "$@"
}
