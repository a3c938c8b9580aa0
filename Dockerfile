# syntax=docker/dockerfile:1
# All commands in one image, for CI that has no Node. "npx -y pnpm@12 run pack" writes the tarball.
#   docker build -t idvkit . && docker run --rm idvkit check
FROM node:24-slim AS build
WORKDIR /opt/idvkit
COPY idvkit-tarballs/idvkit.tgz ./
RUN npm install --ignore-scripts --no-audit --no-fund --omit=dev ./idvkit.tgz && rm idvkit.tgz

FROM node:24-slim
LABEL org.opencontainers.image.source="https://github.com/idvkit/idvkit" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /opt/idvkit /opt/idvkit
ENV PATH="/opt/idvkit/node_modules/.bin:$PATH"
USER node
WORKDIR /work
ENTRYPOINT ["idvkit"]
CMD ["--help"]
