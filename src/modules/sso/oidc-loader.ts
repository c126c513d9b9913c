import { lazily } from 'steward/core';

/** Loads the client for identity providers with its library, which a service without any never needs. */
export const loadOidc = lazily(() => import('./oidc-client.js'));
