# What the official images share: Debian's smallest system and the authorities that this machine trusts, so that a build behind its proxy works.
FROM fairline-stand-in-system
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
LABEL org.opencontainers.image.description="A stand-in for an official image, for tests of the containers only"
