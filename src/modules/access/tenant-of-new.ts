import { applyDecorators } from '@nestjs/common';
import { Allow } from 'class-validator';
import type { Caller, DocumentedRule } from 'steward/http';
import { dtoSchema } from 'steward/openapi';
import { Optional, validate, Whole } from 'steward/validation';
import { PLATFORM_TENANT } from './tenant.entity.js';

class TenantOfBody {
  @Optional()
  @Whole(0)
  tenantId?: number;
}

/**
 * The member `tenantId` in the body of a new row. It counts only from callers of tenant 0, so {@link tenantOfNew}
 * checks it, and not the validation of the other members, which does not depend on the caller.
 */
export function NamedTenant(): PropertyDecorator {
  const context: DocumentedRule = { schema: dtoSchema(TenantOfBody).properties?.tenantId ?? {} };
  return applyDecorators(Optional(), Allow({ context }));
}

/**
 * Tenant of a new row: the one that the body names, if the caller is of tenant 0; otherwise the caller's.
 * @throws AppError code 1 for a caller of tenant 0 whose `tenantId` is not an id
 */
export function tenantOfNew(values: object, caller: Caller): number {
  if (caller.tenantId !== PLATFORM_TENANT.id) return caller.tenantId;
  return validate(TenantOfBody, values).tenantId ?? PLATFORM_TENANT.id;
}
