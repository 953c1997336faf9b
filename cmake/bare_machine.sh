#!/usr/bin/env bash
# Runs both commands of the README on a newly installed machine: installs a minimal Debian in a folder, copies the last
# commit into it, and runs the commands there in a chroot, first as root and then as a user who cannot install packages.
#
#   cmake/bare_machine.sh SUITE [FOLDER]    SUITE is bookworm (Debian 12) or trixie (Debian 13);
#                                           FOLDER contains the machine, build/bare/SUITE by default
#
# Prints the last lines of each run, keeps the logs in FOLDER.logs, and fails if a run fails. Deletes the machine of an
# earlier run in FOLDER and installs it from scratch. Needs root, Debian's or Ubuntu's debootstrap (which it installs
# if it is missing), a mirror, 15 GB of disk and about two hours on two cores. Its mounts are not visible to other
# processes and are removed when it ends.
#
# Environment variables:
#   USERS        the users who run the commands, "root user" by default; the first must be root, because it installs
#                missing packages
#   PACKAGES     additional packages to install, such as "g++-13"
#   CXX, CC      the compilers of the release build; the build with sanitizers uses the newest clang
#   SLUICE_DATA  a folder of benchmark data, which is mounted read-only; without it, tests that need it are skipped
#   CCACHE_DIR   a folder for ccache that is kept between machines; by default, each machine has an empty cache
#   JOBS, FUZZ_SECONDS, CI   as in cmake/quickstart.sh
#   MIRROR       where packages are downloaded from; by default, debootstrap's mirror for the suite
set -euo pipefail

say() { printf '\n== %s\n' "$*"; }
stop() {
  echo "cmake/bare_machine.sh: $*" >&2
  exit 2
}

# enter_private_namespaces ARGUMENT...: starts this script again with its own mounts and processes. The kernel removes
# them when the script ends, even if it is killed.
enter_private_namespaces() {
  [ "${BARE_MACHINE_INSIDE:-}" = yes ] && return
  [ "$(id -u)" -eq 0 ] || stop "needs root, to make a chroot and to mount in it"
  unshare --mount --pid --fork true || stop "may not unshare mounts and processes here; run it outside a container"
  BARE_MACHINE_INSIDE=yes exec unshare --mount --propagation private --pid --fork --kill-child \
    "$repository/cmake/bare_machine.sh" "$@"
}

# make_empty_folder: removes the files of an earlier run of this script, and no others.
make_empty_folder() {
  if [ -e "$machine" ] && [ ! -e "$machine/bare_machine" ]; then
    stop "$machine: exists and was not made by this script; name another folder or remove it"
  fi
  rm -rf --one-file-system "$machine" "$logs"
  mkdir -p "$machine" "$logs"
  touch "$machine/bare_machine"
}

# install_debian: installs only the suite's essential packages and apt.
install_debian() {
  command -v debootstrap > /dev/null ||
    { apt-get update && apt-get install --yes --no-install-recommends debootstrap; } > "$logs/debootstrap" 2>&1
  debootstrap --variant=minbase "$suite" "$machine" ${MIRROR:+"$MIRROR"} >> "$logs/debootstrap" 2>&1 ||
    { tail -n 20 "$logs/debootstrap" && exit 1; }
  cp /etc/resolv.conf "$machine/etc/resolv.conf"
}

# mount_kernel_files: mounts the file systems that programs expect on a running system. Only this script's processes see
# them.
mount_kernel_files() {
  mount -t proc proc "$machine/proc"
  mount --rbind --make-rslave /dev "$machine/dev"
  mount -t tmpfs tmpfs "$machine/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$machine/dev/pts"
  mount --bind -o ro /sys "$machine/sys"
}

# share_folders: mounts folders of this machine in the new one, where every user has access to them.
share_folders() {
  if [ -n "${SLUICE_DATA:-}" ]; then
    mkdir "$machine/mnt/data"
    mount --bind "$SLUICE_DATA" "$machine/mnt/data"
    mount -o remount,bind,ro "$machine/mnt/data"
  fi
  if [ -n "${CCACHE_DIR:-}" ]; then
    mkdir "$machine/mnt/ccache"
    mount --bind "$CCACHE_DIR" "$machine/mnt/ccache"
  fi
}

# inside WHO COMMAND...: runs a command on the new machine in the home directory of the user WHO. Of this machine's
# environment, it receives only the variables that the header lists.
inside() {
  local who=$1 home=/root variables=() name
  shift
  [ "$who" = root ] || home=/home/$who
  for name in CXX CC JOBS FUZZ_SECONDS CI; do
    [ -z "${!name:-}" ] || variables+=("$name=${!name}")
  done
  [ -z "${SLUICE_DATA:-}" ] || variables+=(SLUICE_DATA=/mnt/data)
  if [ -n "${CCACHE_DIR:-}" ]; then
    variables+=(CCACHE_DIR=/mnt/ccache CCACHE_BASEDIR="$home/sluice" CCACHE_NOHASHDIR=yes CCACHE_UMASK=000)
  fi
  chroot "$machine" runuser -u "$who" -- env --ignore-environment --chdir="$home" HOME="$home" USER="$who" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${variables[@]}" "$@"
}

# copy_sources WHO: copies the files of the last commit, without the repository, into the home directory of WHO.
copy_sources() {
  git -C "$repository" -c safe.directory="$repository" archive --prefix=sluice/ HEAD | inside "$1" tar -x
}

# run_command WHO COMMAND...: runs one command of the README, writes its output to a log and prints the last lines.
run_command() {
  local who=$1 log started=$SECONDS status=0
  shift
  log=$logs/$who.${2:-run}
  inside "$who" sh -c 'cd sluice && exec "$@"' sh "$@" > "$log" 2>&1 < /dev/null || status=$?
  say "$suite, $who: $* ended with status $status after $((SECONDS - started)) s ($log)"
  tail -n 25 "$log"
  [ "$status" -eq 0 ] || failed+=("$who: $*")
}

case ${1:-} in
  bookworm | trixie) suite=$1 ;;
  *)
    sed -n '/^# Runs/,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 2
    ;;
esac
repository=$(cd "$(dirname "$0")/.." && pwd)
machine=$(realpath -m "${2:-$repository/build/bare/$suite}")
logs=$machine.logs
read -ra users <<< "${USERS:-root user}"
read -ra packages <<< "${PACKAGES:-}"
failed=()

enter_private_namespaces "$@"
make_empty_folder
say "Installing $suite in $machine"
install_debian
mount_kernel_files
share_folders
if [ ${#packages[@]} -gt 0 ]; then
  inside root apt-get update > "$logs/packages"
  inside root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${packages[@]}" \
    >> "$logs/packages" 2>&1
fi

for who in "${users[@]}"; do
  [ "$who" = root ] || chroot "$machine" useradd --create-home "$who"
  copy_sources "$who"
  run_command "$who" cmake/quickstart.sh
  run_command "$who" cmake/quickstart.sh test
done

if [ ${#failed[@]} -gt 0 ]; then
  say "$suite: failed: ${failed[*]}. Look around with: chroot $machine"
  exit 1
fi
say "$suite: both commands passed as ${users[*]}"
