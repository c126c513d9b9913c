import type { MetadataStorage } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';

/**
 * Lets class-validator look up the rules of a class once. For each object that it validates, it would otherwise test
 * all classes that have rules for being a base class: bodies would take longer the more modules there are.
 */
export function keepRules(storage: MetadataStorage): void {
  const lookUp = storage.getTargetValidationMetadatas.bind(storage);
  const add = storage.addValidationMetadata.bind(storage);
  const kept = new Map<unknown, ValidationMetadata[]>();
  storage.addValidationMetadata = (rule) => {
    // A base class may gain a rule after a class that extends it was looked up.
    if (kept.size > 0) kept.clear();
    add(rule);
  };
  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    if (schema || always || strictGroups || groups) return lookUp(type, schema, always, strictGroups, groups);
    let rules = kept.get(type);
    if (rules === undefined) kept.set(type, (rules = lookUp(type, schema, always, strictGroups)));
    return rules;
  };
}
