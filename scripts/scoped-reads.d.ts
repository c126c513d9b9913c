import type { Rule } from 'eslint';

export const scopedReads: Rule.RuleModule;
