import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Change, CrudService } from 'steward/crud';
import { User } from 'steward/resources';
import { In, Repository } from 'typeorm';
import { Branch } from './branch.entity.js';

/** The branches of a tenant. */
@Injectable()
export class BranchService extends CrudService<Branch> {
  constructor(@InjectRepository(Branch) rows: Repository<Branch>) {
    super(rows, { label: 'Branch', name: 'name', filters: ['name'] });
  }

  /** The users of a branch that is closed have none. No foreign key says so: their table is Steward's. */
  protected override async beforeDelete(branches: Branch[], { manager, afterCommit }: Change): Promise<void> {
    // TypeScript does not know the fields that a project adds.
    const [ofThem, none] = [{ branchId: In(branches.map(({ id }) => id)) }, { branchId: null }] as object[];
    await manager.update(User, ofThem ?? {}, none ?? {});
    afterCommit(() => this.reads.changed(manager.dataSource.getMetadata(User).tableName));
  }
}
