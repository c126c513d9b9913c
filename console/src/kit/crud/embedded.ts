import type { Component, InjectionKey } from 'vue';
import type { Crud, ResourcePath, Row } from './define-crud';

/** Loads a page of the console. */
export type LoadPage = () => Promise<{ default: Component }>;

/** The pages of the console by the names of their components; the application provides them. */
export const PAGES: InjectionKey<ReadonlyMap<string, LoadPage>> = Symbol('pages');

/** Where a page is shown without an address of its own: in the details of a row that its rows refer to. */
export interface Embedding {
  /** The title of the page there. */
  title: string;
  /** The values that all of its rows have, by their members. */
  fixed: Row;
}

/** Set around an embedded page. */
export const EMBEDDING: InjectionKey<Embedding> = Symbol('embedding');

/** A description without the members whose values are fixed, and without tabs of its own. */
export function narrowedTo<R extends ResourcePath>(of: Crud<R>, fixed: Row): Crud<R> {
  const rest = <T>(members: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !Object.hasOwn(fixed, name)));
  return { ...of, columns: rest(of.columns), filters: rest(of.filters), fields: rest(of.fields), tabs: undefined };
}
