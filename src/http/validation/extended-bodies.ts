import { Injectable, type Type } from '@nestjs/common';

/** The classes of request bodies to which a project adds members, with those that take them. */
@Injectable()
export class ExtendedBodies {
  private readonly extended = new Map<unknown, Type<object>>();

  /**
   * Lets bodies of a class take further members.
   * @param rules by the names of the members
   */
  extend(body: Type<object>, rules: Readonly<Record<string, PropertyDecorator>>): void {
    const derived = class extends body {};
    Object.defineProperty(derived, 'name', { value: body.name });
    for (const [name, rule] of Object.entries(rules)) rule(derived.prototype, name);
    this.extended.set(body, derived);
  }

  /** The class that bodies declared with a class are checked against. */
  of<T>(declared: T): T | Type<object> {
    return this.extended.get(declared) ?? declared;
  }
}
