import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app.error.js';
import { format } from './format.js';
import { type Plan, PlanCheck } from './plan.js';

/** Parses what was rendered, and compiles it where TypeScript is installed (contract §9). */
@Injectable()
export class TypeCheck extends PlanCheck {
  async check(plans: Plan[]): Promise<Map<string, string>> {
    const problems = new Map<string, string>();
    for (const { table, files } of plans) {
      for (const { path, content } of files) {
        try {
          await format(content, path);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          problems.set(table, error.message);
          break;
        }
      }
    }
    return problems;
  }
}
