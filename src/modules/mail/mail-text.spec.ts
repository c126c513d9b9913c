import { FACTOR_NAMES, MAIL_LANGUAGES, MAIL_TEMPLATES, type MailName } from './mail-templates.js';
import { type MailValues, valuesOf, writeMail } from './mail-text.js';

const NAMES = Object.keys(MAIL_TEMPLATES) as MailName[];
const LINK = 'https://steward.test/console/link#AbC_-9&x=1';

/** A value for everything that a template needs. */
function valuesFor(name: MailName): MailValues {
  return Object.fromEntries(valuesOf(name).map((value) => [value, value === 'link' ? LINK : `<${value}>`]));
}

describe('a mail', () => {
  it.each(NAMES.flatMap((name) => MAIL_LANGUAGES.map((language) => [name, language] as const)))(
    '%s has all its values in %s, in HTML escaped',
    (name, language) => {
      const { subject, text, html } = writeMail(name, language, valuesFor(name));
      expect(subject).not.toBe('');
      expect(subject + text + html).not.toMatch(/[{}]/);
      for (const value of valuesOf(name).filter((other) => other !== 'link')) {
        expect(text).toContain(`<${value}>`);
        expect(html).toContain(`&lt;${value}&gt;`);
        expect(html).not.toContain(`<${value}>`);
      }
    },
  );

  it.each(NAMES)('%s needs the same values in every language', (name) => {
    const needed = MAIL_LANGUAGES.map((language) => {
      const { subject, lines } = MAIL_TEMPLATES[name][language];
      return new Set([subject, ...lines].join(' ').match(/\{\w+\}/g));
    });
    for (const values of needed) expect(values).toEqual(needed[0]);
  });

  it('has its link as it is in text, and as one in HTML', () => {
    const { text, html } = writeMail('resetLink', 'en', { ...valuesFor('resetLink'), expires: new Date(0) });
    expect(text.split('\n')).toContain(LINK);
    expect(text).toContain('1970-01-01 00:00 UTC');
    const escaped = LINK.replace('&', '&amp;');
    expect(html).toContain(`<a href="${escaped}">${escaped}</a>`);
  });

  it('keeps each value on its line, and shows that one is empty', () => {
    const values = { username: 'a\r\nBcc: b@c.test\u2028x', time: '', address: '::1' };
    const { text } = writeMail('passwordChanged', 'en', values);
    expect(text.split('\n')[0]).toBe('The password of the account a Bcc: b@c.test x was changed.');
    expect(text).toContain('Time: -. Address: ::1.');
  });

  it('has a factor in its own language', () => {
    const values = { username: 'alice', time: '1', address: '::1', factor: FACTOR_NAMES.totp };
    expect(writeMail('factorAdded', 'en', values).text).toContain(': Authenticator app.');
    expect(writeMail('factorAdded', 'zh', values).text).toContain('：验证器应用。');
  });

  it.each(['javascript:alert(1)', 'console/link', ''])('is not written with the link %j', (link) => {
    expect(() => writeMail('resetLink', 'en', { ...valuesFor('resetLink'), link })).toThrow('link');
  });

  it('is not written without one of its values', () => {
    expect(() => writeMail('passwordChanged', 'zh', { username: 'a', time: '1' })).toThrow('address');
  });
});
