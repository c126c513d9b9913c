import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type DeclaredHandler, type HandlerOptions, HANDLES, type WorkContext } from './handles.js';

/** The handler of a kind. */
export interface KnownHandler extends Required<HandlerOptions> {
  kind: string;
  run: (data: unknown, context: WorkContext) => Promise<unknown>;
}

const DEFAULTS = { concurrency: 4, attempts: 8, timeout: 60, encrypted: false };

/** The methods with `@Handles` of all providers, by kind. */
@Injectable()
export class WorkHandlers {
  private known: ReadonlyMap<string, KnownHandler> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws Error if two methods handle one kind */
  get all(): ReadonlyMap<string, KnownHandler> {
    return (this.known ??= this.find());
  }

  private find(): ReadonlyMap<string, KnownHandler> {
    const found = new Map<string, KnownHandler>();
    for (const { instance } of this.discovery.getProviders() as { instance: unknown }[]) {
      if (typeof instance !== 'object' || instance === null) continue;
      for (const handler of this.handlersOf(instance)) {
        if (found.has(handler.kind)) throw new Error(`Two methods handle work of the kind ${handler.kind}`);
        found.set(handler.kind, handler);
      }
    }
    return found;
  }

  private handlersOf(instance: object): KnownHandler[] {
    const prototype = Object.getPrototypeOf(instance) as Record<string, KnownHandler['run'] | undefined> | null;
    if (prototype === null) return [];
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const method = prototype[name];
      const declared = method && (Reflect.getMetadata(HANDLES, method) as DeclaredHandler | undefined);
      if (method === undefined || declared === undefined) return [];
      const { kind, options } = declared;
      const settings = { ...DEFAULTS, ...options };
      const { perTenant = settings.concurrency } = options;
      return [{ ...settings, perTenant, kind, run: (data, context) => method.call(instance, data, context) }];
    });
  }
}
