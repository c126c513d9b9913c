import { defineSettings, secret, setting, type SettingsOf, values } from 'steward/settings';

/** Settings of the rental. */
export const rentalSettings = defineSettings('rental', {
  webhookSecret: secret('RENTAL_WEBHOOK_SECRET', {
    description: 'Signs the webhooks of the payment provider; without it, all of them are refused.',
  }),
  overdueCron: setting({
    env: 'RENTAL_OVERDUE_CRON',
    schema: values.cron,
    accepts: 'a cron expression',
    fallback: '0 3 * * *',
    description: 'When bookings whose equipment has not come back are marked.',
  }),
});

declare module 'steward/settings' {
  interface ProjectSettings {
    rental: SettingsOf<typeof rentalSettings>;
  }
}
