FROM fairline-stand-in-base
RUN apt-get update && apt-get install -y --no-install-recommends openjdk-17-jre-headless && rm -rf /var/lib/apt/lists/*
COPY lib /opt/mongo/lib
COPY classes /opt/mongo/classes
COPY mongo.sh /usr/local/bin/docker-entrypoint.sh
COPY mongosh.sh /usr/local/bin/mongosh
VOLUME /data/db /data/configdb
ENTRYPOINT ["docker-entrypoint.sh"]
