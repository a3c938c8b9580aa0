# syntax=docker/dockerfile:1
# All commands in one image, for CI that has no Node: docker run --rm idvkit check
FROM node:24-slim AS build
ARG VERSION=0.2.0
WORKDIR /opt/idvkit
RUN npm install --ignore-scripts --no-audit --no-fund --omit=dev "idvkit@${VERSION}"

FROM node:24-slim
LABEL org.opencontainers.image.source="https://github.com/idvkit/idvkit" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /opt/idvkit /opt/idvkit
ENV PATH="/opt/idvkit/node_modules/.bin:$PATH"
USER node
WORKDIR /work
ENTRYPOINT ["idvkit"]
CMD ["--help"]
