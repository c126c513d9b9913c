import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { errors } from 'steward/core';
import { CrudService } from 'steward/crud';
import type { Caller } from 'steward/http';
import { Repository } from 'typeorm';
import { Customer } from './customer.entity.js';

/** The columns of an import, in their order. */
const COLUMNS = ['name', 'email', 'phone', 'taxNumber'] as const;

/** Most customers in one import: as many as one transaction stores in a few seconds. */
const MOST = 1000;

/** The customers of a tenant. */
@Injectable()
export class CustomerService extends CrudService<Customer> {
  constructor(@InjectRepository(Customer) rows: Repository<Customer>) {
    super(rows, { label: 'Customer', name: 'name', filters: ['name', 'email', 'taxNumber'] });
  }

  /**
   * Adds the customers of a table in CSV, all of them or none. Its first line names the columns.
   * @throws AppError code 1 for a line that has another number of values, and of the first row that cannot be added
   */
  async import(csv: string, caller: Caller): Promise<{ added: number }> {
    const [head, ...lines] = csv.split(/\r?\n/).filter((line) => line !== '');
    if (head !== COLUMNS.join()) throw errors.failure(`The first line must be ${COLUMNS.join()}`, { reason: 'format' });
    if (lines.length > MOST)
      throw errors.failure(`At most ${MOST} customers at once`, { reason: 'maxItems', limit: MOST });
    const customers = lines.map((line, at) => {
      const values = line.split(',');
      if (values.length !== COLUMNS.length || values[0] === '' || line.includes('"')) {
        throw errors.failure(`Line ${at + 2} must have a name and ${COLUMNS.length} values without quotes`, {
          reason: 'format',
        });
      }
      return Object.fromEntries(COLUMNS.map((name, place) => [name, values[place]]));
    });
    await this.addAll(customers, caller);
    return { added: customers.length };
  }
}
