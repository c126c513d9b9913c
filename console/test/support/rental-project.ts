import { join } from 'node:path';
import { rentalCopy } from '../../../test/support/rental';
import { ADMIN, type Settings, Steward } from './steward';

/** What the payment provider of the tests signs with. */
export const WEBHOOK_SECRET = 'insecure-secret-of-the-payment-provider';

/** The product of `examples/rental`, built as a whole. */
export class RentalProject {
  private readonly copy = rentalCopy(['console']);
  private readonly settings: Settings = {
    DB_DATABASE: join(this.copy.folder, 'rental.db'),
    RENTAL_WEBHOOK_SECRET: WEBHOOK_SECRET,
    ADMIN_PASSWORD: ADMIN.password,
  };

  /** Builds it, and checks the console's sources. @throws with the output of the step that fails */
  async build(): Promise<void> {
    const { copy } = this;
    await copy.source('scripts/client.ts', ['--console']);
    await copy.run('@nestjs/cli/bin/nest.js', 'build');
    await copy.script('scripts/bundle.js');
    await copy.run('vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', 'console');
    await copy.run('vite/bin/vite.js', 'build', 'console', '--logLevel', 'warn', '--config', 'console/vite.config.ts');
  }

  /** Starts the service that was built. */
  start(): Promise<Steward> {
    return Steward.begin(this.settings, join(this.copy.folder, 'dist/main.js'));
  }

  remove(): void {
    this.copy.remove();
  }
}
