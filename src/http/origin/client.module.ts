import { Global, Module } from '@nestjs/common';
import { Locator } from './locator.js';

/** Tells where clients are; available everywhere. */
@Global()
@Module({ providers: [Locator], exports: [Locator] })
export class ClientModule {}
