import { crudDocs } from 'steward/crud';
import { flag, objectOf, type RouteDocs, text, time, whole } from 'steward/http';
import type { SentLink } from '../link/account-link-mail.js';
import type { Invitation } from './user-link.service.js';
import { userPermissions } from './user.permissions.js';

const link = {
  url: text('Works once; nobody is shown it again', 'https://admin.example.org/console/link#Zq-0123456789'),
  expiresAt: time('From then on it does not work'),
  mailed: flag("Whether it goes to the user's confirmed address; otherwise it has to be passed on"),
};

const sentLink = objectOf<SentLink>('SentLink', link);

/** API description of users beyond the eight operations. */
export const userDocs = {
  page: {
    ...crudDocs.page,
    description:
      `Shows \`email\`, \`mobile\` and \`roleIds\` to those who hold \`${userPermissions.list}\`. To others they are ` +
      'empty; they neither filter nor order by them, nor filter by `roleId`.',
  },
  resetLink: {
    summary: 'User: make a link that sets a password',
    description: 'The present password, the sessions and earlier links of the user end at once.',
    answer: sentLink,
  },
  invite: {
    summary: 'User: add one who sets the password with a link',
    answer: objectOf<Invitation>('Invitation', { id: whole('Id of the user', 1), ...link }),
  },
  resetFactors: {
    summary: 'User: remove the second factors and make a link that sets a password',
    description: 'The present password, the sessions and earlier links of the user end at once.',
    answer: sentLink,
  },
} satisfies Record<string, RouteDocs>;
