import { LogRow, OwnTable } from 'steward/database';

/** The kinds of rows in the login log. */
export enum LoginLogType {
  Login = 1,
  Logout = 2,
}

/** One login attempt or logout: docs/api.md, Login log. */
@OwnTable('login_log')
export class LoginLog extends LogRow {
  declare logType: LoginLogType;
}
