import { type Type, Injectable, SetMetadata, applyDecorators } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Schema } from '../../http/description/json-schema.js';
import type { ReadService } from '../read/read.service.js';
import type { Row } from '../shape.js';
import type { Change } from './change.js';

/**
 * Takes part when rows of another module's resource are changed or shown. Its methods run inside the transaction of the
 * change: an error in any of them refuses the change and rolls it back.
 */
export interface Extender<E extends Row> {
  /** Members that {@link complete} adds to rows, for the API description. */
  added?: Record<string, Schema>;

  /** Checks or completes a row before it is stored; `before` is undefined for a new one, `values` is the body. */
  beforeSave?(draft: E, before: E | undefined, change: Change, values: object): Promise<void>;

  /** Stores what belongs to a row that has just been stored. */
  afterSave?(row: E, before: E | undefined, change: Change, values: object): Promise<void>;

  /** Refuses to delete rows, or deletes what belongs to them. */
  beforeDelete?(rows: E[], change: Change): Promise<void>;

  /** Adds members from elsewhere to rows that are about to be shown, with one query for all of them. */
  complete?(rows: E[], manager: EntityManager): Promise<void>;
}

/** Key of the metadata with the service that a provider extends. */
export const EXTENDS = 'steward:extends';

/** A service whose resource can be extended. */
export type Extended<E extends Row> = Type<ReadService<E>> | (abstract new (...needs: never[]) => ReadService<E>);

/**
 * Makes a provider an {@link Extender} of another module's resource, after the hooks of the resource itself. Several
 * take their turns in the order of their modules.
 */
export const Extends = <E extends Row>(service: Extended<E>) =>
  applyDecorators(Injectable(), SetMetadata(EXTENDS, service)) as <C extends Type<Extender<E>>>(target: C) => void;
