/** `steward/testing`: a whole application under test, called over HTTP. */
export { ADMIN_PASSWORD, startApp, type TestApp, type TestAppOptions, TestClock } from './app.js';
export { Builders } from './builders.js';
export { aCaller } from './callers.js';
export { expectData, expectFailure, expectNamed, expectSuccess } from './checks.js';
export { type Answer, type CallOptions, Client, type Tokens } from './client.js';
export { type LogLine, recordLog } from './log.js';
export { eventually } from './poll.js';
export { type ReceivedMail, SmtpServer } from './smtp-server.js';
export { pass } from './time.js';
