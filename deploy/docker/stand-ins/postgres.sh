#!/bin/bash
# Like the official entry point, it makes the cluster the first time, with the superuser's password, and drops root.
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres /var/lib/postgresql
  password=${POSTGRES_PASSWORD:-$(cat "${POSTGRES_PASSWORD_FILE:-/dev/null}")}
  POSTGRES_PASSWORD=$password exec setpriv --reuid postgres --regid postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086 # Several arguments in one variable, as the official image takes them.
  initdb -U postgres --auth-host=scram-sha-256 --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") ${POSTGRES_INITDB_ARGS:-}
  printf 'host all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
fi
unset POSTGRES_PASSWORD
exec "$@" -c listen_addresses='*'
