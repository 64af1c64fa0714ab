#!/bin/sh
# The first run on an empty machine: no caches, an empty home, no browser; then with Chromium, then with a browser where Chrome is installed.
# Each time a fresh clone is started and tested. Anybody can run it, as root, on a Debian:
#   scripts/firstRun.sh             on this machine, which should be a container that nobody needs: it installs and removes browsers
#   scripts/firstRun.sh --in DIR    in a new Debian in the folder DIR, made with debootstrap, with the Node, the CA certificates and the package
#                                   sources of this machine; DIR is removed in the end
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
tests='test/webview/panel/list.test.ts test/e2e/journeys/sixtySeconds.test.ts'
browsers='chromium chromium-headless-shell google-chrome google-chrome-stable microsoft-edge'

say() { printf '\n═══ %s ═══\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

# Runs a command in the clone as somebody who has just come: with a home folder of no content, and without this shell's variables.
fresh() {
  (cd "$machine/project" && env -i PATH="$PATH" HOME="$machine/home" ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"} "$@")
}

# npm start, until a page answers at the address that it names.
start() {
  # The log of the start before has an address, too.
  : > "$machine/start.log"
  # A group of its own can be ended as Ctrl+C would, with all of its processes.
  fresh setsid npm start -- --port 8099 > "$machine/start.log" 2>&1 &
  pid=$!
  until url=$(grep -o 'http://localhost:[0-9]*' "$machine/start.log"); do
    kill -0 $pid 2> /dev/null || { cat "$machine/start.log"; fail 'npm start ended.'; }
    sleep 1
  done
  fresh node -e "fetch('$url').then(async (page) => { if (!(await page.text()).includes('vscode-workbench')) throw new Error('No VS Code'); })"
  cat "$machine/start.log"
  kill -s INT -- "-$(pgrep -P $pid | head -n 1)"
  wait $pid || true
}

# $1: what the machine has. Only the first has to install what the clone needs; the home is empty each time.
layout() {
  say "$1"
  rm -rf "${machine:?}/home"
  mkdir -p "$machine/home"
  start
  # shellcheck disable=SC2086 # A list of files.
  fresh npm test -- --repeat 1 $tests
}

inside() {
  machine=$(mktemp -d)
  git -c safe.directory='*' clone -q "$1" "$machine/project"
  for browser in $browsers; do ! command -v "$browser" || fail "Here is $browser: this is no empty machine."; done
  layout 'No browser'
  command -v chromium-headless-shell > /dev/null || fail 'No browser was installed.'
  apt-get remove -y -qq chromium-headless-shell > /dev/null
  apt-get install -y -qq --no-install-recommends chromium > /dev/null
  layout 'Chromium'
  mkdir -p /opt/google
  mv /usr/lib/chromium /opt/google/chrome
  mv /opt/google/chrome/chromium /opt/google/chrome/chrome
  rm /usr/bin/chromium
  layout 'A browser where Chrome is installed'
  rm -rf "$machine"
  say 'The first run succeeds on all three'
}

# Makes a Debian in a folder, and runs this script in it.
in_new_debian() {
  [ ! -e "$1" ] || fail "$1 is there already."
  command -v debootstrap > /dev/null || fail 'Install debootstrap first.'
  # shellcheck source=/dev/null
  . /etc/os-release
  trap 'umount -l "$debian/proc" "$debian/dev" "$debian/sys" 2> /dev/null; rm -rf --one-file-system "$debian"' EXIT
  debian=$1
  debootstrap --variant=minbase --include=ca-certificates,git,procps "$VERSION_CODENAME" "$debian" > /dev/null
  if cp /etc/apt/sources.list.d/debian.sources "$debian/etc/apt/sources.list.d/" 2> /dev/null; then rm "$debian/etc/apt/sources.list"; fi
  cp /etc/resolv.conf /etc/hosts "$debian/etc/"
  cp -L /etc/ssl/certs/ca-certificates.crt "$debian/etc/ssl/certs/"
  node=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
  mkdir -p "$debian/usr/local/bin" "$debian/usr/local/lib/node_modules" "$debian/usr/local/etc"
  cp "$node/bin/node" "$debian/usr/local/bin/"
  cp -r "$node/lib/node_modules/npm" "$debian/usr/local/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$debian/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$debian/usr/local/bin/npx"
  cp "$(npm config get globalconfig)" "$debian/usr/local/etc/npmrc" 2> /dev/null || true
  git clone -q --bare "$project" "$debian/project.git"
  cp "$0" "$debian/firstRun.sh"
  for place in proc dev sys; do mount --rbind "/$place" "$debian/$place"; mount --make-rslave "$debian/$place"; done
  chroot "$debian" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt sh /firstRun.sh --of /project.git
}

[ "$(id -u)" = 0 ] || fail 'Run this as root.'
case "${1:-}" in
  '') inside "$project" ;;
  --of) inside "$2" ;;
  --in) in_new_debian "$2" ;;
  *) fail 'Usage: scripts/firstRun.sh [--in DIR]' ;;
esac
