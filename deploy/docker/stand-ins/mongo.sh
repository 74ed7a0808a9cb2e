#!/bin/bash
# Like the official entry point, it drops root. The options of mongod are ignored.
set -euo pipefail
chown -R 999:999 /data/db
export MONGO_INITDB_ROOT_PASSWORD=${MONGO_INITDB_ROOT_PASSWORD:-$(cat "${MONGO_INITDB_ROOT_PASSWORD_FILE:-/dev/null}")}
unset MONGO_INITDB_ROOT_PASSWORD_FILE
exec setpriv --reuid 999 --regid 999 --clear-groups java -Xmx256m -XX:+UseSerialGC -cp '/opt/mongo/lib/*:/opt/mongo/classes' StandInWithUsers /data/db/data.mv
