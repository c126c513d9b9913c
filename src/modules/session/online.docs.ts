import { flag, listOf, pageSchemaOf, type RouteDocs, objectOf, text, time, whole } from 'steward/http';
import type { OnlineEntry } from './online.registry.js';
import type { OwnSession } from './online.service.js';

const members = {
  sid: text('Id of the session', '0b0f3d8e-6f0c-4f43-9d4d-3b8f5a3a2f11'),
  jti: text("Id of the session's newest access token", '0b0f3d8e-6f0c-4f43-9d4d-3b8f5a3a2f11.1790000000'),
  userId: whole('Id of the user', 1),
  tenantId: whole('0 = the platform', 0),
  username: text('Name of the account', 'admin'),
  ip: text('Address at the login', '203.0.113.7'),
  location: text('City of the address', 'Berlin'),
  os: text('From the User-Agent', 'Linux'),
  browser: text('From the User-Agent', 'Firefox 140'),
  method: text(
    'How its user proved who they are: `password`, the second factor besides it, or `sso:` and the id of a provider',
    'totp',
  ),
  loginAt: time('When the session began'),
  refreshedAt: time('When its tokens were last refreshed'),
  expiresAt: time('When its refresh token expires'),
};

const onlineEntry = objectOf<OnlineEntry>('OnlineEntry', members);
const ownSession = objectOf<OwnSession>('OwnSession', {
  ...members,
  current: flag('Whether it is the session that asks'),
});

/** API description of online users. */
export const onlineDocs = {
  page: { summary: 'Online users: one page', query: 'page', answer: pageSchemaOf(onlineEntry) },
  forceLogout: {
    summary: 'End a session',
    params: { jti: 'Id of any live access token of the session' },
  },
  ownSessions: { summary: "The caller's own sessions", answer: listOf(ownSession) },
  endOwn: {
    summary: "End one of the caller's own sessions",
    params: { jti: 'Id of any live access token of the session' },
  },
  endOthers: { summary: "End all of the caller's sessions but the one that asks" },
} satisfies Record<string, RouteDocs>;
