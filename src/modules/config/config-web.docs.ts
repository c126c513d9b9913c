import type { RouteDocs, Schema } from 'steward/http';

const webConfiguration: Schema = {
  title: 'WebConfiguration',
  type: 'object',
  description: 'The values of the enabled items of the group `web` by their keys',
  additionalProperties: { type: 'string' },
  example: { siteName: 'Steward', siteTheme: 'auto' },
};

/** API description of the web site's configuration. */
export const configWebDocs = {
  index: { summary: "The web site's configuration", answer: webConfiguration },
  save: {
    summary: "Change the web site's configuration",
    description: 'Changes the keys that are given, all or none.',
    body: webConfiguration,
    bodyOptional: true,
  },
} satisfies Record<string, RouteDocs>;
