import { Injectable, type OnModuleInit, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS, type Access } from './access.decorators.js';

/** A route of the application as its decorators declare it. */
export interface DeclaredRoute {
  method: string;
  path: string;
  handler: string;
  /** The class and the name of the method behind it. */
  controller: Type;
  name: string;
  access: Access | undefined;
}

/** Reads the routes of all controllers, and aborts the start if one does not say who may call it. */
@Injectable()
export class RouteCheck implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const open = this.routes().filter(({ access }) => access === undefined);
    if (open.length === 0) return;
    const names = open.map(({ method, path, handler }) => `${method} ${path} (${handler})`).join(', ');
    throw new Error(`Routes without @Permission(code), @LoginOnly() or @Public(): ${names}`);
  }

  routes(): DeclaredRoute[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => this.routesOf(metatype as Type));
  }

  private routesOf(controller: Type): DeclaredRoute[] {
    const prototype = controller.prototype as Record<string, () => unknown>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const verb = handler && (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
      if (handler === undefined || verb === undefined) return [];
      return [
        {
          method: RequestMethod[verb],
          path: joinPath(pathOf(controller), pathOf(handler)),
          handler: `${controller.name}.${name}`,
          controller,
          name,
          access: this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [handler, controller]),
        },
      ];
    });
  }
}

function pathOf(target: object): string {
  return String(Reflect.getMetadata(PATH_METADATA, target) ?? '');
}

function joinPath(...parts: string[]): string {
  return `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
}
