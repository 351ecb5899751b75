# One image for every role: the role is the argument (`docker run textrail ingest`); without one it is the whole
# service on the embedded default, with its data in the volume /data.
# The version is that of the `node-linux-*` packages in package.json: what is tested is what runs. A tag can be moved: pin it by
# its digest, `--build-arg BASE=node:24.21.0-bookworm-slim@sha256:…` (docs/operations.md says how it is found and checked).
ARG BASE=node:24.21.0-bookworm-slim

FROM ${BASE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# npm takes only the binaries of this platform and C library, each checked against the lockfile, and runs no script of
# theirs. The base image brings the runtime, so those packages go; onnxruntime-node ships libraries for every platform,
# of which this one's stay; of Tesseract's cores only those that we load, without the copies that pages of a browser take; of pdf.js
# neither its viewer nor the shortened copies of what is loaded, of Swagger's page and zlibjs the one bundle each, of zod no sources;
# types and source maps are for editors. npm 11 makes no bill of materials where packages for development
# are asked for and missing, whatever --omit says.
RUN npm ci --omit=dev --ignore-scripts --no-fund \
 && npm pkg delete devDependencies \
 && npm sbom --sbom-format=cyclonedx --sbom-type=application --omit=dev > sbom.cdx.json \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node \
 && find node_modules/onnxruntime-node/bin -mindepth 2 -maxdepth 2 -type d ! -name linux -exec rm -rf {} + \
 && find node_modules/onnxruntime-node/bin/*/linux -mindepth 1 -maxdepth 1 ! -name "$(node -p process.arch)" -exec rm -rf {} + \
 && find node_modules/tesseract.js-core -name 'tesseract-core*' \( ! -name '*-lstm.*' -o -name '*.wasm.js' \) -delete \
 && rm -rf node_modules/pdfjs-dist/web node_modules/pdfjs-dist/image_decoders node_modules/pdfjs-dist/legacy/web \
    node_modules/pdfjs-dist/legacy/image_decoders node_modules/pdfjs-dist/legacy/build/*.min.mjs node_modules/zod/src \
 && find node_modules/pdfjs-dist -name 'pdf.sandbox*' -delete \
 && find node_modules/swagger-ui-dist -name '*.js' ! -name 'swagger-ui-bundle.js' ! -name 'absolute-path.js' ! -name 'index.js' -delete \
 && find node_modules/zlibjs/bin -type f ! -name 'node-zlib.js' -delete \
 && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

FROM ${BASE}
# What was built from what and when: `--build-arg REVISION=$(git rev-parse HEAD) --build-arg CREATED=$(date -u +%FT%TZ)`.
ARG BASE
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Textrail" \
      org.opencontainers.image.description="Document text extraction: one HTTP API, an event log underneath" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.base.name="${BASE}" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    BUILD_REVISION="${REVISION}" \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    HOME=/tmp \
    NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
RUN install -d -o 10001 -g 10001 /data
VOLUME /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=dependencies /app/sbom.cdx.json sbom.cdx.json
COPY package.json main.ts textrail.ts whole-service.ts one-service.ts ./
COPY clients/typescript clients/typescript
COPY commands commands
COPY core core
COPY deploy/access deploy/access
COPY deploy/operator.sh deploy/operator.sh
COPY patches patches
COPY platform platform
COPY schemas schemas
COPY services services
# A patch that no longer applies ends the build.
RUN ["node", "-e", "import('/app/services/extractor/formats/pdf/read/engine.ts').then(({ loadEngine }) => loadEngine())"]
RUN install -d -o 10001 -g 10001 node_modules/.cache
# A number, so that a cluster can tell that it is not root.
USER 10001:10001
# Compiled code for every start, of the service and of its workers: one cannot write it where the file system is read-only. Node keeps
# it by user.
ENV NODE_COMPILE_CACHE=/app/node_modules/.cache/compiled
RUN ["node", "main.ts", "--help"]
RUN ["node", "--input-type=module", "--eval", "await import('/app/whole-service.ts'); await import('/app/one-service.ts')"]
RUN ["node", "services/extractor/worker/compile.ts"]
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/main.ts"]
