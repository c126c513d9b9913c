import type { Type } from '@nestjs/common';

/** The modules that the code generator wrote; it keeps this list itself. */
export const generatedModules: Type[] = [];
