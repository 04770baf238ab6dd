#!/usr/bin/env bash
# Rotates and ships backups of a folder.
# Usage: backup.sh [-n] FOLDER

set -euo pipefail

. ./lib/common.sh
source "${BASH_SOURCE%/*}/lib/log.sh"

readonly MAX_BACKUPS=7
export BACKUP_ROOT="${BACKUP_ROOT:-/var/backups}"
declare -r STAMP_FORMAT='%Y-%m-%d # not a comment'
declare -a TARGETS=(local remote)
DRY_RUN=0
verbose=

# Prints how to call this, and leaves.
usage() {
  cat <<EOF
usage: ${0##*/} [-n] FOLDER   # a hash in a heredoc
function not_a_function() { :; }
EOF
  exit 2
}

function log_line {
  local level="$1"
  shift
  printf '%s [%s] %s\n' "$(date "+$STAMP_FORMAT")" "$level" "$*" >&2
}

# Fails when a tool is missing.
function require_tools() {
  local tool
  for tool in tar gzip "$@"; do
    if ! command -v "$tool" >/dev/null 2>&1; then
      log_line error "missing: $tool"
      return 1
    fi
  done
}

_archive_name() (
  cd "$BACKUP_ROOT" || exit 1
  echo "$(basename "$1")-$(date +%s).tar.gz"
)

make_archive() {
  local folder="$1" name
  name=$(_archive_name "$folder")
  if [ "$DRY_RUN" -eq 1 ]; then
    log_line info "would write $name"
  elif [[ -d $folder ]]; then
    # Sockets cannot be archived.
    tar --warning=no-file-ignored -C "$folder" -czf "$BACKUP_ROOT/$name" .
  else
    log_line error "no such folder: $folder"
    exit 3
  fi
  return 0
}

rotate() {
  local count=0 file
  while IFS= read -r file; do
    count=$((count + 1))
    (( count > MAX_BACKUPS )) && rm -f -- "$file"
  done < <(ls -1t "$BACKUP_ROOT")
  for ((i = 0; i < count; i++)); do
    : "${verbose:+$i}"
  done
  until [ -w "$BACKUP_ROOT" ]; do
    sleep 5
  done
}

ship() {
  case "$1" in
    local)
      cp -r "$BACKUP_ROOT" /mnt/backup
      ;;
    remote | mirror)
      rsync -az --delete "$BACKUP_ROOT/" backup.example.org:/srv/ || return 4
      ;;
    *)
      log_line error "unknown target: $1"
      return 1
      ;;
  esac
}

main() {
  while getopts "nv" option; do
    case "$option" in
      n) DRY_RUN=1 ;;
      v) verbose=yes ;;
      *) usage ;;
    esac
  done
  shift $((OPTIND - 1))
  [ $# -eq 1 ] || usage
  cleanup() { rm -f "$BACKUP_ROOT/.lock"; }
  trap cleanup EXIT
  require_tools rsync
  make_archive "$1"
  rotate
  for target in "${TARGETS[@]}"; do
    ship "$target"
  done
}

main "$@"
