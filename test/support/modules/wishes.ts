/** A column of a resource, and the tenant that refers to another row with it. */
export interface Place {
  /** `/api/demo-item`. */
  path: string;
  property: string;
  tenantId: number;
}

/** A key of a row. */
export type Key = string | number;

/** A row to refer to. */
export interface Target {
  key: Key;
  /** Whether rows of its table belong to tenants. */
  ofTenant: boolean;
}

/** What a spec can ask the shared service for. */
export interface Wishes {
  tenant: [wish: object, answer: { id: number }];
  caller: [wish: { codes: string[]; tenantId: number }, answer: { token: string }];
  clerk: [wish: { codes: string[]; tenantId: number; scope: 'department' | 'owner' }, answer: { token: string }];
  target: [wish: Place, answer: Target];
  row: [wish: Omit<Place, 'property'>, answer: object];
}
