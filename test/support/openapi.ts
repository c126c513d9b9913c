import { createConfig, lintFromString } from '@redocly/openapi-core';

/** The problems that openapi-typescript's bundled validator finds in the structure, the references and the examples. */
export async function problemsOf(document: object): Promise<string[]> {
  const error = 'error' as const;
  const config = await createConfig({
    rules: {
      struct: error,
      'no-unresolved-refs': error,
      'no-unused-components': error,
      'operation-operationId-unique': error,
      'path-parameters-defined': error,
      'operation-parameters-unique': error,
      'security-defined': error,
      'no-schema-type-mismatch': error,
      'no-required-schema-properties-undefined': error,
      'no-invalid-schema-examples': error,
      'no-invalid-media-type-examples': error,
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ message, location }) => `${message} (${location[0]?.pointer})`);
}
