# Steward's image. How to build and run it: docs/deployment.md

FROM node:24-bookworm AS build
WORKDIR /app

# A mirror of the npm registry: --build-arg NPM_CONFIG_REGISTRY=<address>
ARG NPM_CONFIG_REGISTRY
ENV SCARF_ANALYTICS=false

# better-sqlite3 12 compiled with the headers of Node.js 24.19 or later aborts the process when one of its objects is
# collected while no script runs (github.com/nodejs/node/issues/65446). Without the cleanup hooks that these headers
# brought, it is sound again.
ENV npm_config_build_from_source=better-sqlite3 npm_config_nodedir=/usr/local
RUN sed -i '/^ *\(Add\|Remove\)CleanupHook();$/d' /usr/local/include/node/node_object_wrap.h

COPY package.json package-lock.json ./
COPY console/package.json console/
RUN npm ci --no-audit --no-fund

COPY LICENSE .swcrc nest-cli.json tsconfig.json ./
COPY scripts/bundle.js scripts/console-api.js scripts/client.ts scripts/
COPY scripts/client scripts/client
COPY templates templates
COPY src src
COPY console console
# What nothing reads at run time stays behind: development packages, also those that npm keeps because a package could
# use them; types and maps of packages; SQLite's sources and object files. Nobody but root may write to what is copied.
RUN npm run build \
  && dev=$(node -p "['.', './console'].flatMap((folder) => Object.keys(require(folder + '/package.json').devDependencies)).join(' ')") \
  && npm prune --omit=dev --no-audit --no-fund \
  && cd node_modules && rm -rf $dev steward-console better-sqlite3/deps better-sqlite3/src \
  && find . -type f '(' -name '*.d.ts' -o -name '*.d.[cm]ts' -o -name '*.map' ')' -delete \
  && find better-sqlite3/build -type f ! -path '*/Release/better_sqlite3.node' -delete \
  && find . -xtype l -delete \
  && chmod -R go-w /app
# One start fills dist/.compile-cache: the image's own starts compile nothing then (docs/decisions/0023-bundled-for-the-start.md).
RUN export DB_DATABASE=/tmp/steward.db ADMIN_PASSWORD=insecure-for-one-start PORT=3999 LOG_LEVEL=silent; \
  $(node -p "require('./package.json').scripts.start") & service=$!; \
  until node -e "http.get('http://127.0.0.1:3999/api/health/live', () => process.exit(0)).on('error', () => process.exit(1))"; \
  do sleep 0.2; done; \
  kill $service && wait $service && rm /tmp/steward.db* && chmod -R a+rX dist

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Steward" \
  org.opencontainers.image.description="Administration for several tenants: console and API" \
  org.opencontainers.image.licenses="MIT"

WORKDIR /app
# SQLite's temporary files need a place where the rest of the file system is read-only.
ENV NODE_ENV=production SQLITE_TMPDIR=/app/data
# All that is ever written: the database. It may hold a city database too.
RUN install --directory --owner=node --group=node --mode=0700 data
VOLUME /app/data

COPY --from=build /app/LICENSE /app/package.json ./
COPY --from=build /app/templates templates
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/console/dist console/dist

# The user "node", by number: so an orchestrator can tell that it is not root.
USER 1000:1000
EXPOSE 3000
# Live, not ready: a process that waits for its database must not be replaced for that.
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "http.get({ host: '127.0.0.1', port: process.env.PORT || 3000, path: '/api/health/live' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Keep resident memory at about 150 MB and collections short: docs/deployment.md, "Memory and limits".
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=30", "--no-allocation-site-pretenuring", "--v8-pool-size=1", "dist/main.js"]
