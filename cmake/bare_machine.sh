#!/usr/bin/env bash
# Runs both commands of the README on a machine that has nothing: makes a minimal Debian in a folder, copies the last
# commit into it, and runs the commands there, as root and then as a user who may install nothing.
#
#   cmake/bare_machine.sh SUITE [FOLDER]    SUITE is bookworm (Debian 12) or trixie (Debian 13);
#                                           FOLDER is where the machine goes, build/bare/SUITE by default
#
# Prints the last lines of each run, keeps the logs in FOLDER.logs, and fails if a run fails. A machine that this script
# made before is made again from scratch. Needs root, Debian's or Ubuntu's debootstrap (which it installs), a mirror, 15
# GB of disk and about two hours on two cores. Nothing that it mounts is visible outside, nor stays when it ends.
#
# From the environment:
#   USERS        who runs the commands, "root user" by default; the first has to be root, who installs what is missing
#   PACKAGES     packages to install besides, such as "g++-13"
#   CXX, CC      the compilers of the release build; that with the sanitizers takes the newest clang
#   SLUICE_DATA  a folder of benchmark data, which is mounted read-only; tests that need it are skipped without
#   CCACHE_DIR   a folder for ccache that is kept between machines; by default each starts without
#   JOBS, FUZZ_SECONDS, CI   as in cmake/quickstart.sh
#   MIRROR       where packages come from; by default, what debootstrap takes for the suite
set -euo pipefail

say() { printf '\n== %s\n' "$*"; }
stop() {
  echo "cmake/bare_machine.sh: $*" >&2
  exit 2
}

# become_invisible ARGUMENT...: starts this script again where its mounts and processes are its own: the kernel takes
# both away when it ends, however it ends.
become_invisible() {
  [ "${BARE_MACHINE_INSIDE:-}" = yes ] && return
  [ "$(id -u)" -eq 0 ] || stop "needs root, to make a chroot and to mount in it"
  unshare --mount --pid --fork true || stop "may not unshare mounts and processes here; run it outside a container"
  BARE_MACHINE_INSIDE=yes exec unshare --mount --propagation private --pid --fork --kill-child \
    "$repository/cmake/bare_machine.sh" "$@"
}

# make_empty_folder: removes what an earlier run left, and nothing else.
make_empty_folder() {
  if [ -e "$machine" ] && [ ! -e "$machine/bare_machine" ]; then
    stop "$machine: exists and was not made by this script; name another folder or remove it"
  fi
  rm -rf --one-file-system "$machine" "$logs"
  mkdir -p "$machine" "$logs"
  touch "$machine/bare_machine"
}

# install_debian: the suite's essential packages and apt, no more.
install_debian() {
  command -v debootstrap > /dev/null ||
    { apt-get update && apt-get install --yes --no-install-recommends debootstrap; } > "$logs/debootstrap" 2>&1
  debootstrap --variant=minbase "$suite" "$machine" ${MIRROR:+"$MIRROR"} >> "$logs/debootstrap" 2>&1 ||
    { tail -n 20 "$logs/debootstrap" && exit 1; }
  cp /etc/resolv.conf "$machine/etc/resolv.conf"
}

# mount_kernel_files: what programs expect of a running system. Seen by this script's processes only.
mount_kernel_files() {
  mount -t proc proc "$machine/proc"
  mount --rbind --make-rslave /dev "$machine/dev"
  mount -t tmpfs tmpfs "$machine/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$machine/dev/pts"
  mount --bind -o ro /sys "$machine/sys"
}

# share_folders: shows folders of this machine in the new one, where every user may reach them.
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

# inside WHO COMMAND...: runs a command in the new machine, in WHO's home, with nothing of this machine's environment
# but the variables that the header lists.
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

# copy_sources WHO: the last commit, as a fresh download of it is, in WHO's home.
copy_sources() {
  git -C "$repository" -c safe.directory="$repository" archive --prefix=sluice/ HEAD | inside "$1" tar -x
}

# run_command WHO COMMAND...: one command of the README; its output goes into a log, its last lines are printed.
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

become_invisible "$@"
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
