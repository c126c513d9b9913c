import { Entity } from 'typeorm';
import { LogRow } from '../../database/log-row.entity.js';

/** What a row of the login log tells of (interface §2.10). */
export enum LoginLogType {
  Login = 1,
  Logout = 2,
}

/** One login attempt or logout: interface §2.10, contract §8. */
@Entity('login_log')
export class LoginLog extends LogRow {
  declare logType: LoginLogType;
}

/** The members of a row in the order of contract §8; the columns of its export. */
export const LOGIN_LOG_COLUMNS = [
  ...['id', 'tenantId', 'username', 'logType', 'source', 'method', 'requestMethod', 'url', 'param', 'result'],
  ...['ip', 'location', 'os', 'browser', 'consumeTime', 'status', 'error', 'createdAt'],
];
