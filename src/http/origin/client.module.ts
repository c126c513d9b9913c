import { Module } from '@nestjs/common';
import { Locator } from './locator.js';

/** Tells where clients are. */
@Module({ providers: [Locator], exports: [Locator] })
export class ClientModule {}
