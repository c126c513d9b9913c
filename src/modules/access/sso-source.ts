/** The source of what comes from an identity provider: roles (`user_role.source`) and sessions (`session.method`). */
export type SsoSource = `sso:${number}`;

/** The source that stands for an identity provider. */
export function ssoSourceOf(providerId: number): SsoSource {
  return `sso:${providerId}`;
}

/** The identity provider that a source stands for; undefined for any other source. */
export function providerOf(source: string): number | undefined {
  const id = /^sso:(\d+)$/.exec(source)?.[1];
  return id === undefined ? undefined : Number(id);
}
