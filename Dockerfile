# headwise-server and the `headwise` command, with a demo model.
#
#   docker build -t headwise .
#   docker run --rm -p 127.0.0.1:50051:50051 -p 127.0.0.1:9464:9464 headwise
#
# BASE may be any Debian 12 or 13; the two stages must stand on the same one.
ARG BASE=debian:trixie-slim

FROM ${BASE} AS build
WORKDIR /src
COPY deploy/install-deps.sh deploy/
RUN sh deploy/install-deps.sh --build
COPY . .
ARG REVISION=unknown
RUN cmake --preset release -DHEADWISE_BUILD_TESTS=OFF -DHEADWISE_REVISION="${REVISION}" \
 && cmake --build --preset release \
 && cmake --install build/release --prefix /stage/usr --strip \
 && reflection=$(sed -n 's/^grpc_reflection:FILEPATH=//p' build/release/CMakeCache.txt) \
 && sh deploy/docker/runtime-packages.sh /stage/usr/bin/* --loads "${reflection}" >/stage/packages

FROM ${BASE}
COPY --from=build /stage/packages /usr/share/headwise/packages
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive xargs -a /usr/share/headwise/packages \
      apt-get install -y -qq --no-install-recommends \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/cache/ldconfig/* \
      /var/log/apt /var/log/dpkg.log /var/log/alternatives.log
COPY --from=build /stage/usr/bin/ /usr/bin/
COPY LICENSE /usr/share/headwise/
COPY deploy/demo/ /usr/share/headwise/demo/
# Last, so that a new revision leaves the layers above as they are.
ARG REVISION=unknown
LABEL org.opencontainers.image.title="headwise" \
      org.opencontainers.image.description="Multi-head attention as a service" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="Apache-2.0"

# No user of that number exists, and none needs to.
USER 65532:65532
WORKDIR /
EXPOSE 50051 9464
STOPSIGNAL SIGTERM
# Where the `headwise` command looks for the server, here and with `docker exec`.
ENV HEADWISE_SERVER=127.0.0.1:50051
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/usr/bin/headwise", "healthcheck"]
ENTRYPOINT ["/usr/bin/headwise-server"]
# A container that listened on its loopback address alone could not be reached. The connection is
# plaintext: publish the port on 127.0.0.1, or keep it behind what encrypts.
CMD ["--model", "demo=/usr/share/headwise/demo", \
     "--listen", "0.0.0.0:50051", "--metrics-address", "0.0.0.0:9464", "--insecure"]
