import type { INestApplication, Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { lazily } from '../core/descriptors.js';
import { idsBody } from '../crud/routes/crud.docs.js';
import { serviceOf } from '../crud/read/service-of.js';
import type { Resource } from '../crud/read/resource.js';
import type { Access } from '../http/access/access.decorators.js';
import { type DeclaredRoute, RouteCheck } from '../http/access/route-check.js';
import { DOCS, type RouteDocs } from '../http/description/route.docs.js';
import type { Schema } from '../http/description/json-schema.js';
import { TAKEN_BODY, type TakenBody } from '../http/validation/taken-body.js';
import { declaredBody } from '../http/validation/declared-body.js';
import { ExtendedBodies } from '../http/validation/extended-bodies.js';
import { OTHER_BODIES } from '../http/validation/validate.js';
import { OPERATION } from '../http/recording/operation.js';
import { hoist } from './components.js';
import { dtoSchema } from './dto.schema.js';
import { entitySchema } from './entity.schema.js';
import { pathParameters, queryParameters } from './parameters.js';
import { type Response, responsesOf, sharedResponses } from './responses.js';

const swagger = lazily(() => import('@nestjs/swagger'));

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const DESCRIPTION = `Every answer is one JSON object, the envelope: \`code\` is 0 for success, 401 where the caller must
refresh its token or log in again (HTTP status 401), and 1 for every other failure; \`msg\` says what is wrong. Without a
token a route answers 401 unless it is public; \`x-permission\` names the permission code that it needs. An unknown path is
404, with the same envelope.`;

/**
 * The description of the running application in OpenAPI 3: routes and standard decorators as @nestjs/swagger finds
 * them, completed from the service's own decorators, validation rules and entities. The library is loaded here, so that
 * a start does not pay for it.
 */
export async function describeApi(app: INestApplication): Promise<OpenAPIObject> {
  const { SwaggerModule } = await swagger();
  const document = SwaggerModule.createDocument(
    app,
    {
      openapi: '3.0.3',
      // Relative to the document, so that it is also correct behind a proxy that adds a prefix to the paths.
      servers: [{ url: '..' }],
      info: { title: 'Steward', version: '1', description: DESCRIPTION.replaceAll('\n', ' ') },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    { operationIdFactory },
  );
  const schemas: Record<string, Schema> = {};
  const responses = hoist(sharedResponses, schemas) as NonNullable<OpenAPIObject['components']>['responses'];
  const labels = new Map<string, string>();
  for (const route of app.get(RouteCheck).routes()) {
    const path = document.paths[route.path.replace(/:(\w+)/g, '{$1}')];
    const verb = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const found = path?.[verb];
    if (path === undefined || found === undefined) continue;
    const resource = resourceOf(app, route.controller);
    path[verb] = hoist(complete(found, route, resource, app.get(ExtendedBodies, { strict: false })), schemas);
    for (const tag of found.tags ?? []) labels.set(tag, resource?.shape.label ?? tag);
  }
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...(schemas as object) },
    responses,
  };
  document.tags = Array.from(labels, ([name, description]) => ({ name, description }));
  return document;
}

/** `DictItemController.batchDelete` becomes `dictItemBatchDelete`: unique, and suitable as the name of a method. */
function operationIdFactory(controller: string, method: string): string {
  const name = controller.replace(/Controller$/, '');
  return name.charAt(0).toLowerCase() + name.slice(1) + method.charAt(0).toUpperCase() + method.slice(1);
}

/**
 * The standard decorators of @nestjs/swagger take precedence, except for parameters and a body that the service
 * describes itself; everything else is filled in.
 */
function complete(
  found: Operation,
  route: DeclaredRoute,
  resource: Resource<object> | undefined,
  extended: ExtendedBodies,
): Operation {
  const { controller, name, access } = route;
  const handler = (controller.prototype as Record<string, object>)[name] ?? {};
  const docs = Reflect.getMetadata(DOCS, handler) as RouteDocs | undefined;
  const row = resource ? entitySchema(resource) : {};
  const body = bodyOf(route, docs, row, extended);
  const parameters = [...pathParameters(route.path, docs ?? {}, row), ...queryParameters(docs ?? {}, resource)];
  const ours = {
    summary:
      typeof docs?.summary === 'function' ? docs.summary(resource?.shape.label ?? '') : (docs?.summary ?? words(name)),
    description: [docs?.description, whoMayCall(access)].filter(Boolean).join('\n\n'),
    ...(access?.kind === 'permission' ? { 'x-permission': access.code } : {}),
    security: access?.kind === 'public' ? [] : [{ bearer: [] }],
  };
  const described = Object.entries(found.responses).filter(([, response]) => response && 'content' in response);
  return {
    ...ours,
    ...found,
    parameters: [...(found.parameters ?? []).filter((one) => !isAmong(one, parameters)), ...parameters],
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...responsesOf(docs, row, {
        access,
        hasInput: body !== undefined || parameters.length > 0,
        isLimited: docs?.limited === true || Reflect.hasMetadata(OPERATION, handler),
      }),
      ...(Object.fromEntries(described) as Record<string, Response>),
    },
  } as Operation;
}

function isAmong(parameter: NonNullable<Operation['parameters']>[number], ours: { name: string }[]): boolean {
  return 'name' in parameter && ours.some(({ name }) => name === parameter.name);
}

function bodyOf(
  { controller, name }: DeclaredRoute,
  docs: RouteDocs | undefined,
  row: Schema,
  extended: ExtendedBodies,
): object | undefined {
  const handler = (controller.prototype as Record<string, object>)[name] ?? {};
  const taken = Reflect.getMetadata(TAKEN_BODY, handler) as TakenBody | undefined;
  const own = declaredBody(controller, name);
  const declared = docs?.body ?? (OTHER_BODIES.includes(own) ? undefined : extended.of(own));
  if (taken && !(taken.raw && declared)) return { required: true, content: contentOf(taken) };
  const body = docs?.query === 'ids' ? idsBody(row) : declared;
  if (body === undefined) return undefined;
  const schema = Array.isArray(body)
    ? { oneOf: body.map(dtoSchema) }
    : typeof body === 'function'
      ? dtoSchema(body)
      : body;
  const example = docs?.example;
  return {
    required: docs?.bodyOptional !== true,
    content: { [docs?.bodyMedia ?? 'application/json']: { schema, example } },
  };
}

/** A body that is not JSON, by its media types. */
function contentOf({ type = '*/*' }: TakenBody): Record<string, object> {
  const schemaOf = (media: string) => ({ type: 'string', ...(media.startsWith('text/') ? {} : { format: 'binary' }) });
  return Object.fromEntries([type].flat().map((media) => [media, { schema: schemaOf(media) }]));
}

/** The resource behind a controller, if its service reads rows of one entity. */
function resourceOf(app: INestApplication, controller: Type): Resource<object> | undefined {
  const service = serviceOf(controller);
  return service && app.get(service, { strict: false }).describe();
}

function whoMayCall(access: Access | undefined): string {
  switch (access?.kind) {
    case 'public':
      return 'Public.';
    case 'permission':
      return `Needs the permission \`${access.code}\`.`;
    default:
      return 'Needs a valid access token.';
  }
}

/** `batchGenerate` becomes "Batch generate". */
function words(name: string): string {
  const lower = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
