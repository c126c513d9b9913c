import { Column } from 'typeorm';
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

  /** The account, for data scopes; 0 if none has the name, and in rows of earlier versions. */
  @Column({ name: 'user_id', type: 'int', select: false, default: 0 })
  userId: number;
}
