import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { lazily } from '../core/descriptors.js';
import { describeApi } from './document.js';

/** The files that the page loads, all from this service; everything else below its path is an unknown path. */
const ASSETS: Record<string, string> = {
  'index.css': 'text/css; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** Paths are relative, so that the page works behind a proxy that puts a prefix before them. */
const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Steward API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/index.css">
<link rel="icon" type="image/png" href="docs/favicon-32x32.png" sizes="32x32">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/swagger-ui-standalone-preset.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const START = `window.ui = SwaggerUIBundle({
  url: 'docs-json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
});
`;

/**
 * Serves the API description: the page at /api/docs, the document at /api/docs-json (docs.enabled). They are plain
 * Fastify routes, because their answers have no envelope. The document is built for the first request and kept.
 */
export function serveDocs(app: INestApplication, server: FastifyInstance): void {
  let document: Promise<string> | undefined;
  server.get('/api/docs-json', async (_request, reply) => {
    document ??= describeApi(app).then((described) => JSON.stringify(described));
    // A failure, such as too few file descriptors for the library, is not kept.
    document.catch(() => (document = undefined));
    return reply.type('application/json; charset=utf-8').send(await document);
  });
  server.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  server.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START));
  for (const [name, type] of Object.entries(ASSETS)) {
    server.get(`/api/docs/${name}`, async (_request, reply) => {
      // Opened first, because a stream that fails while it is sent cannot be answered with an envelope.
      const file = await open(join(await assetFolder(), name));
      return reply.type(type).header('cache-control', 'public, max-age=86400').send(file.createReadStream());
    });
  }
}

/** The folder of Swagger UI, which comes with @nestjs/swagger. */
const assetFolder = lazily(async () => {
  const { resolve } = createRequire(import.meta.url);
  return dirname(createRequire(resolve('@nestjs/swagger')).resolve('swagger-ui-dist/package.json'));
});
