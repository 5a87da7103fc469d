# syntax=docker/dockerfile:1
# One image for one server: docker build --build-arg SERVICE=auth -t bourse-auth .
# SERVICE is auth, curation, backtest or node.

FROM node:24-bookworm-slim AS build
ARG SERVICE
WORKDIR /src
RUN test -n "$SERVICE" || { echo "Name the server: --build-arg SERVICE=auth, curation, backtest or node" >&2; exit 1; }
COPY . .
RUN npx --yes pnpm@12.18.0 install --frozen-lockfile --reporter=append-only
RUN node scripts/build.mjs
# Nobody can add a package to an image: it has the engines that a STORE_URL or a BUS_URL may ask for.
RUN cd "servers/$SERVICE" && npm pkg set "dependencies.@bourse/store-postgres=workspace:^"
RUN if [ "$SERVICE" = backtest ]; then cd servers/backtest && npm pkg set "dependencies.@bourse/bus-nats=workspace:^"; fi
# The server and the command bourse with their production dependencies alone, as files and not as links into the workspace.
RUN npx --yes pnpm@12.18.0 --filter "bourse-image-$SERVICE" deploy --prod --legacy --reporter=append-only /app

FROM node:24-bookworm-slim
ARG SERVICE
LABEL org.opencontainers.image.title="bourse-$SERVICE" org.opencontainers.image.licenses="MIT"
# Data belongs to the user that the server runs as; everything else in the image is root's, and read only.
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /app /app
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 SERVICE=$SERVICE PATH=/app/node_modules/.bin:$PATH
USER node
WORKDIR /data
VOLUME /data
EXPOSE 3000 3001 3002 8080 8081 8082 8000/udp
HEALTHCHECK --interval=15s --timeout=6s --start-period=30s CMD ["sh", "-c", "exec bourse $SERVICE health"]
# SIGTERM drains: requests are answered, files and locks released.
STOPSIGNAL SIGTERM
# Any other command runs in its place, such as: bourse auth users disable ada@example.com
CMD ["sh", "-c", "exec bourse start $SERVICE"]
