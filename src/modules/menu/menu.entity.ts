import { Column, Entity } from 'typeorm';
import { AuditedEntity } from '../../database/entity.js';

/** What a menu entry is (contract §6). */
export enum MenuType {
  Folder = 0,
  Page = 1,
  Button = 2,
}

/** An entry of the console's menu tree; the permission code that it carries is what a role grants with it. */
@Entity('menu')
export class Menu extends AuditedEntity {
  /** 0 = top level. */
  @Column({ name: 'parent_id', type: 'int', default: 0 })
  parentId: number;

  @Column({ type: 'varchar', length: 64, default: '' })
  name: string;

  @Column({ type: 'int', default: 1 })
  type: MenuType;

  /** The console's route. */
  @Column({ type: 'varchar', length: 255, default: '' })
  path: string;

  /** The console's component. */
  @Column({ type: 'varchar', length: 255, default: '' })
  component: string;

  @Column({ type: 'varchar', length: 64, default: '' })
  icon: string;

  /** Permission code such as `sys:user:add`; empty where the entry grants nothing of its own. */
  @Column({ type: 'varchar', length: 128, default: '' })
  permission: string;

  @Column({ type: 'int', default: 0 })
  sort: number;

  /** 1 = enabled; 0 = neither shown nor granted. */
  @Column({ type: 'int', default: 1 })
  status: number;

  /** Reachable, but not shown in the menu. */
  @Column({ type: 'boolean', default: false })
  hidden: boolean;
}
