import { plainName } from './names.js';

/** Names of columns for each role, as {@link plainName} writes them; the first one that a table has plays the role. */
export const ROLE_NAMES = {
  created: [
    ...['createdat', 'createtime', 'createdon', 'gmtcreate', 'dateadded', 'addtime', 'inserttime'],
    ...['datecreation', 'datecreated', 'createdtime', 'createdate', 'createddate', 'creationdate', 'creationtime'],
    ...['adddate', 'dateadd', 'insertedat', 'insertdate', 'gmtcreated'],
  ],
  updated: [
    ...['updatedat', 'updatetime', 'gmtmodified', 'datemodified', 'modifiedat', 'lastupdate'],
    ...[
      'datemod',
      'dateupdated',
      'updatedtime',
      'updatedate',
      'updateddate',
      'updatedon',
      'lastupdated',
      'lastmodified',
    ],
    ...['modifytime', 'modifydate', 'modifiedtime', 'modifieddate', 'modifiedon', 'dateupd', 'lastupdatetime'],
  ],
  createdBy: ['createdby', 'createby', 'creator'],
  updatedBy: ['updatedby', 'updateby', 'updater', 'modifier'],
  deletionFlag: ['deleted', 'isdeleted', 'delflag', 'deleteflag', 'isdel', 'isdelete', 'deletestatus'],
  deletionTime: ['deletedat', 'deletetime', 'deleted'],
  parent: ['parentid', 'pid', 'parent', 'parentcode'],
  label: ['name', 'title', 'label', 'realname', 'username', 'subject', 'code'],
  department: ['deptid', 'departmentid'],
  madeKey: ['id', 'uuid', 'guid'],
} as const;

/** The column that plays a role: among the suitable ones, the one whose name comes first in the list. */
export function columnFor<C extends { name: string }>(
  names: readonly string[],
  columns: readonly C[],
  can: (column: C) => boolean = () => true,
): C | undefined {
  for (const wanted of names) {
    const found = columns.find((column) => plainName(column.name) === wanted && can(column));
    if (found) return found;
  }
  return undefined;
}
