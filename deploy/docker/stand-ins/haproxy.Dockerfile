FROM fairline-stand-in-base
RUN apt-get update && apt-get install -y --no-install-recommends adduser haproxy && rm -rf /var/lib/apt/lists/*
USER haproxy
STOPSIGNAL SIGUSR1
CMD ["haproxy", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
