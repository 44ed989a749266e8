FROM node:26-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund && npm cache clean --force
COPY src ./src
COPY demo ./demo
COPY migrations ./migrations
COPY personas ./personas
COPY prompts ./prompts
RUN mkdir -p data memory && chown node:node data memory
USER node
VOLUME ["/app/data", "/app/memory"]
CMD ["node", "src/main.ts"]
