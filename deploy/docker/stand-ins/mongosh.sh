#!/bin/bash
# Only for the health check: succeeds once the port in the address accepts connections.
for argument; do
  if [[ $argument =~ ^mongodb://([^:/]+):([0-9]+) ]]; then exec 3<>"/dev/tcp/${BASH_REMATCH[1]}/${BASH_REMATCH[2]}"; exit; fi
done
exit 1
