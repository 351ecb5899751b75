# One image for every role. The role is the argument (`docker run textrail ingest`); without one, the container runs the
# whole embedded service with its data in the volume /data. The version of Node is that of the `node-linux-*` packages
# in package.json, so that the image runs what is tested. A tag can be moved: to pin it, pass the digest, `--build-arg
# BASE=node:24.21.0-bookworm-slim@sha256:…` (docs/operations.md says how to find and check it).
ARG BASE=node:24.21.0-bookworm-slim

FROM ${BASE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# npm installs only the binaries for this platform and C library, checks each against the lockfile, and runs no install
# scripts. What the service does not load is removed: the packages that contain Node, which the base image has; the
# libraries of onnxruntime-node for other platforms; Tesseract's cores that we do not use, and the copies for browsers;
# the viewer and the minified copies of pdf.js; all bundles of Swagger UI and zlibjs but one each; the sources of zod;
# types and source maps. devDependencies are deleted from package.json first, because npm 11 writes no bill of materials
# while they are listed and missing, whatever --omit says.
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
# The revision and time of the build: `--build-arg REVISION=$(git rev-parse HEAD) --build-arg CREATED=$(date -u
# +%FT%TZ)`.
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
# The build fails here if a patch no longer applies.
RUN ["node", "-e", "import('/app/services/extractor/formats/pdf/read/engine.ts').then(({ loadEngine }) => loadEngine())"]
RUN install -d -o 10001 -g 10001 node_modules/.cache
# A numeric user, so that a cluster can tell that it is not root.
USER 10001:10001
# Compiles the code of the service and of its workers for all starts, because the cache cannot be written later if the
# file system is read-only. Node keeps a cache for each user, so this runs as the service's user.
ENV NODE_COMPILE_CACHE=/app/node_modules/.cache/compiled
RUN ["node", "main.ts", "--help"]
RUN ["node", "--input-type=module", "--eval", "await import('/app/whole-service.ts'); await import('/app/one-service.ts')"]
RUN ["node", "services/extractor/worker/compile.ts"]
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/main.ts"]
