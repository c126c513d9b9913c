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
 * The member `tenantId` in the body of a new row. It counts from callers of tenant 0 alone, so it is not checked
 * with the other members, which is before the caller matters, but by {@link tenantOfNew}.
 */
export function NamedTenant(): PropertyDecorator {
  const context: DocumentedRule = { schema: dtoSchema(TenantOfBody).properties?.tenantId ?? {} };
  return applyDecorators(Optional(), Allow({ context }));
}

/**
 * Tenant of a new row: the one that the body names, from a caller of tenant 0; else the caller's.
 * @throws AppError code 1 where it counts and is no id
 */
export function tenantOfNew(values: object, caller: Caller): number {
  if (caller.tenantId !== PLATFORM_TENANT.id) return caller.tenantId;
  return validate(TenantOfBody, values).tenantId ?? PLATFORM_TENANT.id;
}
