# The image of Earshot with its databases. docs/install/docker.md describes its use, and docs/decisions/089-image.md its contents.
#
#   docker build --tag earshot .
#
# Both bases exist for amd64 and arm64. Their digests pin them; replace tag and digest together.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
ARG BASE_IMAGE=docker.io/library/debian:trixie-20261005-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f

# Builds the dashboard, the widgets and the SDK with all development dependencies.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci
# The programs, as the last stage copies them.
RUN mkdir /program \
  && cp -a package.json LICENSE contract mcp cli sdk server /program \
  && mkdir -p /program/docs /program/widgets /program/dashboard \
  && cp docs/licenses.md /program/docs \
  && cp -r widgets/dist /program/widgets \
  && cp -r dashboard/dist /program/dashboard

# Installs what runs in production. Only the packages of PostgreSQL have an install script that is necessary: it creates links.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts \
    --workspace=contract --workspace=mcp --workspace=server --workspace=sdk --workspace=cli \
  && npm rebuild --ignore-scripts=false
COPY deploy/image/slim.sh /
RUN sh /slim.sh node_modules
# Symbols for debuggers are 18 MB of Node.js.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && strip /usr/local/bin/node

# Removes Perl and the character sets of the C library from Debian, which no program of the image uses.
FROM ${BASE_IMAGE} AS system
RUN rm -rf /usr/bin/perl* /usr/lib/*/perl* /usr/share/perl* /usr/lib/*/gconv

# A copy, because files that a layer removes remain in the layer below.
FROM scratch
COPY --from=system / /
# A fixed id, so that volumes keep their owner. The name is for PostgreSQL, which refuses users without one.
RUN groupadd --gid 10001 earshot \
  && useradd --uid 10001 --gid earshot --home-dir /data --no-create-home --shell /usr/sbin/nologin earshot \
  && install -d -o earshot -g earshot -m 0700 /data /backups
COPY --from=dependencies /usr/local/bin/node /usr/local/bin/node
COPY --from=dependencies /app/node_modules /app/node_modules
COPY --from=build /program /app
COPY deploy/image/earshot /usr/local/bin/earshot
WORKDIR /app
RUN install -d -o earshot -g earshot /app/node_modules/.cache/earshot/compile
USER 10001:10001
# Fills the cache of compiled modules, which a read-only file system could not keep.
RUN node --import ./server/src/platform/compile-cache.js --input-type=module --eval "import { globSync } from 'node:fs'; for (const file of globSync('/app/server/dist/program/*/server.mjs')) await import(file)" \
  && earshot --version
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 EARSHOT_DATA_DIR=/data
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
# /health answers while the process runs. Platforms restart containers that are not healthy, and a restart does not bring back a
# database: load balancers use /health/ready. The image has no curl.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The options of `npm start`.
CMD ["node", "--max-semi-space-size=8", "--no-parallel-scavenge", "--import", "./server/src/platform/compile-cache.js", "--import", "./server/src/platform/memory/heap-limit.ts", "server/src/main.ts"]

ARG VERSION=0.1.0
ARG EARSHOT_COMMIT
# `GET /v1/version` returns it.
ENV EARSHOT_COMMIT=${EARSHOT_COMMIT}
LABEL org.opencontainers.image.title="Earshot" \
  org.opencontainers.image.description="Feedback, waitlist, testimonials, changelog, knowledge base and analytics behind one JSON API" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${EARSHOT_COMMIT}"
