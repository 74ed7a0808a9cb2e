FROM fairline-stand-in-base
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-15 && rm -rf /var/lib/apt/lists/* \
 && ln -s /usr/lib/postgresql/15/bin/pg_isready /usr/lib/postgresql/15/bin/psql /usr/local/bin/ \
 && groupadd --gid 999 postgres && useradd --uid 999 --gid 999 --home-dir /var/lib/postgresql postgres
COPY native /usr/lib/postgresql/18
COPY postgres.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/lib/postgresql/18/bin:$PATH PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
