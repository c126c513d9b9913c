import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { CrudService } from 'steward/crud';
import { Repository } from 'typeorm';
import { Branch } from './branch.entity.js';
import { Category } from './category.entity.js';
import { Equipment } from './equipment.entity.js';

/** The equipment of a tenant. */
@Injectable()
export class EquipmentService extends CrudService<Equipment> {
  constructor(@InjectRepository(Equipment) rows: Repository<Equipment>) {
    super(rows, {
      label: 'Equipment',
      name: 'name',
      filters: ['name', 'serialNumber', 'categoryId', 'branchId', 'status'],
      references: {
        categoryId: { entity: Category, label: 'name' },
        branchId: { entity: Branch, label: 'name' },
      },
      duplicate: 'There is equipment with this serial number already',
    });
  }
}
