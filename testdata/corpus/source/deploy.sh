#!/usr/bin/env bash
# Builds an image, rolls it out, and rolls back when the service does not come up.
set -euo pipefail

readonly app=${APP:-shop}
readonly registry=${REGISTRY:-registry.example.org}
readonly timeout=${TIMEOUT:-120}
readonly lock=/var/lock/deploy-$app.lock

verbose=0
dry_run=0
environment=staging

usage() {
  cat <<'TEXT'
usage: deploy.sh [-v] [-n] [-e ENVIRONMENT] VERSION

  -v  say what is done
  -n  say what would be done, and do nothing
  -e  staging (the default) or production
TEXT
}

log() {
  printf '%s %s\n' "$(date +%H:%M:%S)" "$*" >&2
}

debug() {
  if ((verbose)); then
    log "$@"
  fi
}

die() {
  log "error: $*"
  exit 1
}

run() {
  debug "+ $*"
  if ((dry_run)); then
    return 0
  fi
  "$@"
}

require() {
  local missing=()
  for command in "$@"; do
    command -v "$command" >/dev/null || missing+=("$command")
  done
  if ((${#missing[@]} > 0)); then
    die "missing: ${missing[*]}"
  fi
}

build() {
  local version=$1
  local image=$registry/$app:$version

  if docker manifest inspect "$image" >/dev/null 2>&1; then
    log "$image is there already"
    return
  fi
  log "building $image"
  run docker build --pull --build-arg "VERSION=$version" --tag "$image" .
  run docker push "$image"
}

current() {
  kubectl --namespace "$environment" get deployment "$app" \
    --output jsonpath='{.spec.template.spec.containers[0].image}'
}

roll_out() {
  local image=$1
  log "rolling out $image to $environment"
  run kubectl --namespace "$environment" set image "deployment/$app" "$app=$image"
  run kubectl --namespace "$environment" rollout status "deployment/$app" --timeout "${timeout}s"
}

healthy() {
  local url=https://$environment.example.org/health
  local status
  for attempt in 1 2 3 4 5; do
    status=$(curl --silent --output /dev/null --write-out '%{http_code}' "$url" || true)
    debug "attempt $attempt: $url says $status"
    if [[ $status == 200 ]]; then
      return 0
    fi
    sleep $((attempt * 2))
  done
  return 1
}

while getopts 'vne:h' option; do
  case $option in
    v) verbose=1 ;;
    n) dry_run=1 ;;
    e) environment=$OPTARG ;;
    h)
      usage
      exit 0
      ;;
    *)
      usage >&2
      exit 2
      ;;
  esac
done
shift $((OPTIND - 1))

[[ $# -eq 1 ]] || { usage >&2; exit 2; }
[[ $environment == staging || $environment == production ]] || die "no such environment: $environment"
require docker kubectl curl flock

exec 9>"$lock"
flock --nonblock 9 || die "somebody else is deploying $app"

before=$(current)
build "$1"
if roll_out "$registry/$app:$1" && healthy; then
  log "$app $1 runs on $environment"
else
  log "$app $1 does not come up: back to $before"
  roll_out "$before"
  exit 1
fi
