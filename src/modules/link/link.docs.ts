import { objectOf, type RouteDocs, text, time } from 'steward/http';
import type { DescribedLink } from './link.service.js';

const describedLink = objectOf<DescribedLink>('DescribedLink', {
  kind: { type: 'string', enum: ['reset', 'invite', 'email'], description: 'What the link is for' },
  username: text('Whom it is for', 'alice'),
  tenantName: text("Name of their tenant; of the platform, the site's", 'Acme'),
  expiresAt: time('From then on it does not work'),
});

/** API description of links. */
export const linkDocs = {
  forgot: {
    summary: 'Ask for a link that sets a new password',
    description:
      'Mails it to the confirmed address of the user, if there is such a user; the answer is the same in any case. ' +
      'A captcha is always required.',
  },
  link: {
    summary: 'What a link is for',
    description: 'Leaves the link as it is.',
    answer: describedLink,
    limited: true,
  },
  reset: {
    summary: 'Set a password with a link',
    description: 'Uses the link up, and ends all sessions of its user. This is no login.',
  },
  confirm: { summary: 'Confirm an e-mail address with a link', description: 'Uses the link up.' },
} satisfies Record<string, RouteDocs>;
