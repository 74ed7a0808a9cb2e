#!/bin/bash
# As the official entry point: gives root away. The options are mongod's own, and are left out.
set -euo pipefail
chown -R 999:999 /data/db
export MONGO_INITDB_ROOT_PASSWORD=${MONGO_INITDB_ROOT_PASSWORD:-$(cat "${MONGO_INITDB_ROOT_PASSWORD_FILE:-/dev/null}")}
unset MONGO_INITDB_ROOT_PASSWORD_FILE
exec setpriv --reuid 999 --regid 999 --clear-groups java -Xmx256m -XX:+UseSerialGC -cp '/opt/mongo/lib/*:/opt/mongo/classes' StandInWithUsers /data/db/data.mv
