import { safePath } from './safe-path.js';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoxfQ.c2lnbmF0dXJl';

describe('path for logs', () => {
  it.each([
    ['/api/user/page', '/api/user/page'],
    ['/api/user/page?token=x&pageNo=1', '/api/user/page'],
    ['/api/user/page;a=b', '/api/user/page'],
    [`/api/oauth2/remove/${JWT}`, '/api/oauth2/remove/***'],
    ['/api/oauth2/remove/anything/else', '/api/oauth2/remove/***'],
    [`/api/nowhere/${JWT}/more`, '/api/nowhere/***/more'],
    [`/${JWT.replaceAll('.', '%2E')}`, '/***'],
    [`/${JWT.replace('eyJ', '%65yJ')}`, '/***'],
    [`/API/OAuth2/Remove/${JWT}`, '/API/OAuth2/Remove/***'],
    [`/files/a${JWT}b`, '/files/***'],
    ['/files/surveyJson.x', '/files/surveyJson.x'],
    ['/files/eyes.open%20', '/files/eyes.open%20'],
  ])('%s', (url, expected) => {
    expect(safePath(url)).toBe(expected);
  });
});
