# The gateway in a container: built in one stage, run in the other, as an unprivileged user.
# The base image is named by tag, so that builds get the latest fixes. For a reproducible build, name the digest:
# --build-arg NODE_IMAGE=node:26-bookworm-slim@sha256:...
ARG NODE_IMAGE=node:26-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY build.mjs tsconfig.json tsconfig.build.json ./
COPY migrations migrations
COPY openapi openapi
# The guides become pages.
COPY docs docs
COPY schematron schematron
COPY src src
RUN npm run -s build && npm prune --omit=dev --omit=optional --ignore-scripts && mkdir data

FROM ${NODE_IMAGE}
# NODE_ENV=production refuses the embedded database and the sandbox unless they are explicitly allowed.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# Freed memory goes back to the system (docs/adr/0070-the-process.md).
ENV MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY LICENSE NOTICE README.md CHANGELOG.md ./
COPY docs docs
COPY deploy deploy
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# 1000 is the user `node` of the base image.
COPY --from=build --chown=1000:1000 /app/data /data
USER 1000
VOLUME ["/data"]
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Exec form: the process is the container's first and receives SIGTERM itself.
CMD ["node", "dist/cli/index.js", "start"]
