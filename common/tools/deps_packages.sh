# The distribution's packages: which hold what, and how to install, download and unpack them. Sourced
# by common/tools/deps, which sets root, deps, carried, log, mode and observer_release.
# shellcheck shell=bash disable=SC2154

readonly photo_names=('*/astronaut' '*/coffee' '*/chelsea' '*/camera')  # paths in the package
# Programs, which need the shared libraries that the system does not have.
readonly program_names=(observer-compiler clang clang-format clang-tidy shellcheck doxygen bubblewrap unpacker python graphviz browser gnuplot mmdebstrap)
readonly apt_options=(-o Acquire::Retries=1 -o Acquire::http::Timeout=20)
APT=()  # all options for apt-get and apt-cache, once apt_ready was called

# Prints the package that holds NAME; Debian and Ubuntu use the same names.
packages_of() {
  case $1 in
    compiler) echo g++ ;;
    observer-compiler) echo "g++-$observer_release" ;;
    stb) echo libstb-dev ;;
    json) echo nlohmann-json3-dev ;;
    cli11) echo libcli11-dev ;;
    fmt) echo libfmt-dev ;;
    boost) echo libboost-context-dev ;;
    libdw) echo libdw-dev ;;
    clang) echo clang ;;
    sqlite) echo libsqlite3-dev ;;
    nettle) echo nettle-dev ;;
    seccomp) echo libseccomp-dev ;;
    bubblewrap) echo bubblewrap ;;
    unpacker) echo libarchive-tools ;;
    gnuplot) echo gnuplot-nox ;;
    catch2) echo catch2 ;;
    photos) echo python3-skimage ;;
    clang-format | clang-tidy | shellcheck | doxygen | graphviz) echo "$1" ;;
    python) echo python3 ;;
    docs-style) echo doxygen-awesome-css ;;
    mathjax) echo libjs-mathjax ;;
    browser) echo chromium-headless-shell ;;
    mmdebstrap) echo mmdebstrap ;;
    *) fail "unknown name '$1'; known are: ${all_names[*]}" ;;
  esac
}

# Globs of the .deb files that NAME is unpacked from: each before "--" must match, the rest may.
debs_of() {
  case $1 in
    # The default version's package is empty: its versioned dependencies hold the files.
    boost) echo 'libboost-context[0-9]*-dev libboost[0-9]*-dev --' ;;
    catch2) echo '*catch2* --' ;;  # catch2, or where that is empty libcatch2-dev
    fmt) echo 'libfmt-dev -- libfmt[0-9]*' ;;
    libdw) echo 'libdw-dev libelf-dev libdw1* libelf1* --' ;;
    clang) echo "clang-[0-9]* libclang-cpp* libllvm* libclang-common-* -- $(cat "$2/$1.list" 2>/dev/null)" ;;
    # The libraries that were downloaded for a program are in a list beside them.
    *) echo "$(packages_of "$1") -- $(cat "$2/$1.list" 2>/dev/null)" ;;
  esac
}

is_program() { [[ " ${program_names[*]} " == *" $1 "* ]]; }

is_root() { [[ $EUID -eq 0 ]]; }

as_root() { if is_root; then "$@"; else sudo "$@"; fi; }

apt_update() {
  if is_root || [[ ${mode:-} == sudo ]]; then
    as_root apt-get "${APT[@]}" -q update >>"$log" 2>&1
  else
    mkdir -p "$deps/apt/lists/partial" "$deps/apt/cache/archives/partial"
    use_own_lists
    apt-get "${APT[@]}" -q update >>"$log" 2>&1
  fi
}

# Lists of packages of the caller's own, since /var/lib/apt needs rights.
use_own_lists() {
  APT=("${apt_options[@]}" -o "Dir::State=$deps/apt" -o Dir::State::status=/var/lib/dpkg/status
    -o "Dir::State::lists=$deps/apt/lists" -o "Dir::Cache=$deps/apt/cache")
}

known() { [[ -n $(apt-cache "${APT[@]}" show "$1" 2>/dev/null) ]]; }

# Checks that apt-get is there and knows every package, reading the lists anew if it does not.
apt_ready() {
  local package
  [[ -z ${KIT_DEPS_OFFLINE:-} ]] && command -v apt-get >/dev/null || return 1
  if ((${#APT[@]} == 0)); then
    APT=("${apt_options[@]}")
    if is_root; then APT+=(-o APT::Sandbox::User=root)
    elif [[ ${mode:-} != sudo && -d $deps/apt/lists ]]; then use_own_lists; fi
  fi
  for package; do
    known "$package" || { apt_update && known "$package"; } || return 1
  done
}

# Installs packages with apt-get; a second try reads the lists anew, which may be out of date.
apt_install() {
  apt_ready "$@" || return 1
  say install "$*"
  local try
  for try in first second; do
    as_root env DEBIAN_FRONTEND=noninteractive apt-get "${APT[@]}" -q -y install \
      --no-install-recommends "$@" </dev/null >>"$log" 2>&1 && return
    [[ $try == second ]] || apt_update || return 1
  done
  return 1
}

# Prints the packages that apt-get would install with one.
needed_by() {
  apt-get "${APT[@]}" -s install --no-install-recommends "$1" | awk -v name="$1" '/^Inst/ && $2 != name {print $2}'
}

# Prints the packages whose files NAME needs, by the names this distribution gives them.
packages_to_unpack() {
  local package
  package=$(packages_of "$1")
  case $1 in
    boost)  # libboost-context-dev -> libboost-context1.74-dev -> libboost1.74-dev
      package=$(apt-cache "${APT[@]}" depends "$package" | awk '/Depends: libboost-context/ {print $2}')
      [[ -n $package ]] && echo "$package ${package/-context/}"
      ;;
    libdw)  # libdw-dev -> libelf-dev libdw1, or libdw1t64; both with a library that they need
      echo "$package" "$(apt-cache "${APT[@]}" depends "$package" libelf-dev |
        awk '/Depends: lib(dw1|elf-dev|elf1)/ {print $2}' | sort -u | paste -sd' ')"
      ;;
    fmt)  # libfmt-dev -> libfmt9, say
      echo "$package" "$(apt-cache "${APT[@]}" depends "$package" | awk '/Depends: libfmt[0-9]/ {print $2}')"
      ;;
    clang)  # clang -> clang-14, say, with what it loads; not the linker, the C library and other languages
      package=$(apt-cache "${APT[@]}" depends "$package" | awk '/Depends: clang-[0-9]/ {print $2; exit}')
      echo "$package"
      apt-cache "${APT[@]}" depends "$package" | awk '/Depends: lib(clang-cpp|clang-common|llvm)/ {print $2}'
      apt-get "${APT[@]}" -s install --no-install-recommends "$package" | awk '/^Inst lib(edit|xml|z3|tinfo|ffi|bsd|icu|md)/ {print $2}'
      ;;
    catch2)  # libcatch2-dev on Debian 13, where catch2 is empty
      apt-cache "${APT[@]}" depends "$package" | grep -o 'libcatch2-dev$' || echo "$package"
      ;;
    observer-compiler)  # it makes objects of C++ and nothing else: no C, no preprocessor alone, no linker
      echo "$package" lib{gcc,stdc++}-"$observer_release"-dev
      needed_by "$package" | grep -Ev '^(gcc|cpp)-|-dev$|^lib(gcc|.*san)' || true
      ;;
    *)
      echo "$package"
      ! is_program "$1" || needed_by "$package"
      ;;
  esac
}

# What to say of the packages that a package brings along.
and_more() { (($1 < 1)) || echo " and $1 more"; }

# Downloads the .deb files NAME is unpacked from into a folder; no rights needed.
apt_download() {
  local name=$1 folder=$2 try packages
  apt_ready "$(packages_of "$name")" || return 1
  read -ra packages < <(packages_to_unpack "$name" 2>>"$log" | paste -sd' ') || return 1
  say download "$(packages_of "$name")$(and_more $((${#packages[@]} - 1)))"
  mkdir -p "$folder"
  for try in first second; do
    if (cd "$folder" && apt-get "${APT[@]}" -q download "${packages[@]}") >>"$log" 2>&1; then
      ! is_program "$name" || echo "${packages[*]:1}" >"$folder/$name.list"
      return
    fi
    [[ $try == second ]] || apt_update || return 1
  done
  return 1
}

# Prints the files of a .deb as a tar stream, with dpkg's tool or, on other systems, with ar.
deb_contents() {
  local member tool=cat
  if command -v dpkg-deb >/dev/null; then
    dpkg-deb --fsys-tarfile "$1"
    return
  fi
  member=$(ar t "$1" | grep '^data\.tar')
  case $member in *.zst) tool='zstd -dc' ;; *.xz) tool='xz -dc' ;; *.gz) tool='gzip -dc' ;; esac
  ar p "$1" "$member" | $tool
}

# Unpacks NAME from the .deb files of a folder to .deps/NAME, whole or not at all.
unpack() {
  local name=$1 folder=$2 partial=$deps/$1.partial pattern deb needed=yes debs=() left_out=() patterns
  read -ra patterns <<<"$(debs_of "$name" "$folder")"
  for pattern in "${patterns[@]}"; do
    if [[ $pattern == -- ]]; then
      needed=no
      continue
    fi
    deb=$(find "$folder" -maxdepth 1 -name "${pattern}_*.deb" 2>/dev/null | sort -V | tail -n 1)
    if [[ -n $deb ]]; then debs+=("$deb"); elif [[ $needed == yes ]]; then return 1; fi
  done
  say unpack "$name (${debs[0]##*/}$(and_more $((${#debs[@]} - 1))))"
  # Nothing is linked by the observer's compiler.
  [[ $name != observer-compiler ]] || left_out=('--exclude=./usr/lib/gcc/*.a' '--exclude=./usr/lib/gcc/*.so*')
  rm -rf "$partial"
  mkdir -p "$partial"
  for deb in "${debs[@]}"; do
    if [[ $name == photos ]]; then
      deb_contents "$deb" | tar -x -C "$partial" --transform='s|.*/||' --wildcards \
        "${photo_names[@]/%/.png}" "${photo_names[@]/%/.jpg}" 2>/dev/null || true
    else
      deb_contents "$deb" | tar -x -C "$partial" --no-same-owner --exclude='./usr/share/doc*' "${left_out[@]}" ||
        return 1
    fi
  done
  rm -rf "${deps:?}/$name"
  mv "$partial" "$deps/$name"
}
