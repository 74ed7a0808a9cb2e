FROM fairline-stand-in-base
RUN groupadd --gid 999 redis && useradd --uid 999 --gid 999 redis \
 && apt-get update && apt-get install -y --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/*
USER redis
CMD ["redis-server"]
