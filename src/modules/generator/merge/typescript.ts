import type ts from 'typescript';

/** The compiler, which is loaded only when something is merged: a service that never merges does without it. */
export type TypeScript = typeof ts;
