import { Column } from 'typeorm';
import { AuditedEntity, OwnTable } from 'steward/database';

/** The kinds of menu entries. */
export enum MenuType {
  Folder = 0,
  Page = 1,
  Button = 2,
}

/** An entry of the console's menu tree. A role that includes it grants the permission code that it carries. */
@OwnTable('menu')
export class Menu extends AuditedEntity {
  @Column({ name: 'parent_id', type: 'int', default: 0, comment: '0 = top level' })
  parentId: number;

  @Column({ type: 'varchar', length: 64, default: '' })
  name: string;

  @Column({ name: 'name_en', type: 'varchar', length: 64, default: '', comment: 'In English; empty: the name' })
  nameEn: string;

  @Column({ name: 'name_zh', type: 'varchar', length: 64, default: '', comment: 'In Chinese; empty: the name' })
  nameZh: string;

  @Column({ type: 'int', default: 1, comment: '0 = folder, 1 = page, 2 = button' })
  type: MenuType;

  @Column({ type: 'varchar', length: 255, default: '', comment: "The console's route" })
  path: string;

  @Column({ type: 'varchar', length: 255, default: '', comment: "The console's component" })
  component: string;

  @Column({ type: 'varchar', length: 64, default: '' })
  icon: string;

  @Column({
    type: 'varchar',
    length: 128,
    default: '',
    comment: 'Permission code such as `sys:user:add`; empty where the entry grants nothing of its own',
  })
  permission: string;

  @Column({ type: 'int', default: 0 })
  sort: number;

  @Column({ type: 'int', default: 1, comment: '1 = enabled; 0 = neither shown nor granted' })
  status: number;

  @Column({ type: 'boolean', default: false, comment: 'Reachable, but not shown in the menu' })
  hidden: boolean;
}
