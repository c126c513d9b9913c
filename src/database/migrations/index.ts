import type { MigrationInterface } from 'typeorm';
import { Access1790000000001 } from './1790000000001-access.js';
import { Logs1790000000002 } from './1790000000002-logs.js';
import { Configuration1790000000003 } from './1790000000003-configuration.js';
import { Seed1790000000004 } from './1790000000004-seed.js';
import { LogIndexes1790000000010 } from './1790000000010-log-indexes.js';
import { OperationChanges1790000000020 } from './1790000000020-operation-changes.js';
import { LastLogin1790000000021 } from './1790000000021-last-login.js';
import { File1790000000022 } from './1790000000022-file.js';
import { StatisticsIndex1790000000023 } from './1790000000023-statistics-index.js';
import { SessionEnd1790000000024 } from './1790000000024-session-end.js';
import { FileUploader1790000000025 } from './1790000000025-file-uploader.js';
import { OperationObject1790000000026 } from './1790000000026-operation-object.js';
import { View1790000000027 } from './1790000000027-view.js';
import { TenantLogin1790000000030 } from './1790000000030-tenant-login.js';
import { Work1790000000031 } from './1790000000031-work.js';
import { KnownDevice1790000000033 } from './1790000000033-known-device.js';
import { Factors1790000000034 } from './1790000000034-factors.js';
import { SecurityEvent1790000000036 } from './1790000000036-security-event.js';
import { SessionUse1790000000037 } from './1790000000037-session-use.js';
import { AccountLink1790000000038 } from './1790000000038-account-link.js';
import { Passkey1790000000039 } from './1790000000039-passkey.js';
import { Restriction1790000000041 } from './1790000000041-restriction.js';
import { NamesByLanguage1790000000042 } from './1790000000042-names-by-language.js';
import { Departments1790000000043 } from './1790000000043-departments.js';
import { ApiTokens1790000000044 } from './1790000000044-api-tokens.js';
import { SingleSignOn1790000000045 } from './1790000000045-single-sign-on.js';
import { Attachments1790000000046 } from './1790000000046-attachments.js';

/** A migration; the name of the class ends in its timestamp. */
export type MigrationClass = new () => MigrationInterface;

/** The service's migrations in the order in which they are applied, the same for every database. */
export const migrations: MigrationClass[] = [
  Access1790000000001,
  Logs1790000000002,
  Configuration1790000000003,
  Seed1790000000004,
  LogIndexes1790000000010,
  OperationChanges1790000000020,
  LastLogin1790000000021,
  File1790000000022,
  StatisticsIndex1790000000023,
  SessionEnd1790000000024,
  FileUploader1790000000025,
  OperationObject1790000000026,
  View1790000000027,
  TenantLogin1790000000030,
  Work1790000000031,
  KnownDevice1790000000033,
  Factors1790000000034,
  SecurityEvent1790000000036,
  SessionUse1790000000037,
  AccountLink1790000000038,
  Passkey1790000000039,
  Restriction1790000000041,
  NamesByLanguage1790000000042,
  Departments1790000000043,
  ApiTokens1790000000044,
  SingleSignOn1790000000045,
  Attachments1790000000046,
];
