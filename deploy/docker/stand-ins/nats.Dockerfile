FROM fairline-stand-in-base
COPY nats-server /usr/local/bin/nats-server
ENTRYPOINT ["nats-server"]
