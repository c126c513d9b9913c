import { t } from './dept.text';

/** The scope that names departments. */
export const CHOSEN = 2;

/** The data scopes of roles, as choices. */
export const SCOPES = [t.scope1, t.scope2, t.scope3, t.scope4, t.scope5].map((label, index) => ({
  value: index + 1,
  label,
}));

/** The meaning of each scope. */
export const SCOPE_HINTS = [t.hint1, t.hint2, t.hint3, t.hint4, t.hint5];
