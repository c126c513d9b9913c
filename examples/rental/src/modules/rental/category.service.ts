import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { CrudService } from 'steward/crud';
import { Repository } from 'typeorm';
import { Category } from './category.entity.js';

/** The kinds of equipment, which are a tree. */
@Injectable()
export class CategoryService extends CrudService<Category> {
  constructor(@InjectRepository(Category) rows: Repository<Category>) {
    super(rows, { label: 'Category', name: 'name', filters: ['name', 'parentId'], tree: 'parentId' });
  }
}
