#!/bin/sh
# Restarts the nodes one after the other without a failed request, if at least one other node is ready. nginx of the
# distributions has no health checks, so a node is taken out before its restart and put back once it is ready.
#   restart-nodes.sh [node …]     nodes as nginx knows them; default: all of the configuration
set -eu
CONF="${NGINX_CONF:-/etc/nginx/conf.d/ninth-bend.conf}"
RELOAD="${NGINX_RELOAD:-nginx -s reload}"
# How a node is restarted; $1 is its address without the port.
RESTART="${NODE_RESTART:-restart_by_ssh}"
READY_PATH="${READY_PATH:-/readyz}"
# Requests that nginx has passed on finish meanwhile.
SETTLE_SECONDS="${SETTLE_SECONDS:-4}"
READY_SECONDS="${READY_SECONDS:-120}"

restart_by_ssh() { ssh "$1" sudo systemctl restart ninth-bend; }
nodes() { sed -n 's/^ *server \([^ ;]*:[0-9]*\) .*/\1/p' "$CONF" | sort -u; }
# Writes into the file itself: it may be a link or a mounted file.
edit() { text=$(sed "$1" "$CONF"); printf '%s\n' "$text" > "$CONF"; $RELOAD; }
pattern() { printf '%s' "$1" | sed 's/[.[\]/\\&/g'; }
take_out() { edit "s/^\( *server $(pattern "$1") .*\);/\1 down;/"; }
put_back() { edit "s/^\( *server $(pattern "$1") .*\) down;/\1;/"; }
in_use() { sed -n 's/^ *server \([^ ;]*:[0-9]*\) .*;$/\1 &/p' "$CONF" | grep -v ' down;$' | cut -d ' ' -f 1 | sort -u; }
is_ready() { curl --silent --fail --output /dev/null --max-time 2 "http://$1$READY_PATH"; }

another_is_ready() {
  for other in $(in_use); do
    if [ "$other" != "$1" ] && is_ready "$other"; then return 0; fi
  done
  return 1
}

[ $# -gt 0 ] || set -- $(nodes)
for node in "$@"; do
  if ! another_is_ready "$node"; then
    echo "$node is not restarted: no other node in use is ready. Start one of the others first." >&2
    exit 1
  fi
  take_out "$node"
  sleep "$SETTLE_SECONDS"
  $RESTART "${node%:*}" "${node##*:}"
  waited=0
  until is_ready "$node"; do
    waited=$((waited + 1))
    if [ "$waited" -gt "$READY_SECONDS" ]; then
      echo "$node is not ready after $READY_SECONDS seconds; it stays out of $CONF, and the others run as before." >&2
      exit 1
    fi
    sleep 1
  done
  put_back "$node"
  echo "$node is back."
done
