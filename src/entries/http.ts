/** `steward/http`: who may call a route, who calls it, what is recorded about it and how it is described. */
export {
  AsksWho,
  CurrentCaller,
  LoginOnly,
  OpenToRestricted,
  OpenToTokens,
  Permission,
  Public,
  type StepUpRule,
} from '../http/access/access.decorators.js';
export { assertHoldsAll, grantTest, holds } from '../http/access/grants.js';
export { markOf } from '../http/access/principal-mark.js';
export { type DeclaredRoute, RouteCheck } from '../http/access/route-check.js';
export { CallerSource, PrincipalSource, StepUpSource } from '../http/access/sources.js';
export type { RouteDocs } from '../http/description/route.docs.js';
export {
  type DocumentedRule,
  flag,
  idList,
  listOf,
  orNull,
  pageSchemaOf,
  type Schema,
  objectOf,
  text,
  time,
  whole,
} from '../http/description/json-schema.js';
export { NoDeadline } from '../http/limits/deadline.js';
export { UNDER_PRESSURE_TOO } from '../http/limits/event-loop.js';
export { networkOf, networkTest } from '../http/origin/client-ip.js';
export { ClientModule } from '../http/origin/client.module.js';
export { httpsTest } from '../http/origin/forwarded-proto.js';
export { Locator } from '../http/origin/locator.js';
export { parseUserAgent } from '../http/origin/user-agent.js';
export { changeBetween, maskedChanges } from '../http/recording/changes.js';
export {
  type Concealment,
  Conceals,
  type NotedOperation,
  type OperationOutcome,
  OperationRecorder,
  OperationType,
} from '../http/recording/operation.js';
export { Operations } from '../http/recording/operations.js';
export { Recorded } from '../http/recording/recorded.js';
export {
  type Caller,
  type ChangedObject,
  ofOneself,
  type Principal,
  readerOf,
  type Restriction,
  type RowChange,
  systemCaller,
  within,
} from '../http/request/caller.js';
export { covers, dataScopeOf, type Grants, type RoleGrant } from '../http/request/data-scope.js';
export { type Client, CurrentClient } from '../http/request/client.js';
export { isBackground, type StewardRequest } from '../http/request/request.js';
export { signedWebhook, type WebhookSignature } from '../http/webhook/signed-webhook.js';
