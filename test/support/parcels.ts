import { Body, Controller, Injectable, Module, Param, Query } from '@nestjs/common';
import { OmitType, PartialType } from '@nestjs/mapped-types';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import {
  type Branches,
  type Choice,
  CrudModule,
  crudPermissions,
  crudRoutes,
  CrudService,
  type Export,
  IdPipe,
  type Page,
  type RawQuery,
  readIds,
} from 'steward/crud';
import { type Caller, CurrentCaller } from 'steward/http';
import { Id, Nullable, Text, Whole } from 'steward/validation';
import { Column, Entity, PrimaryGeneratedColumn, Repository } from 'typeorm';

/** Rows that belong to departments and to users, in a tree. */
@Entity('parcel')
export class Parcel {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'dept_id', type: 'int', nullable: true })
  deptId: number | null;

  @Column({ name: 'created_by', type: 'int', nullable: true })
  createdBy: number | null;

  @Column({ name: 'parent_id', type: 'int', nullable: true })
  parentId: number | null;

  @Column({ type: 'varchar', length: 64 })
  name: string;
}

/** Rows that belong to users alone, and refer to parcels. */
@Entity('parcel_note')
export class ParcelNote {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'created_by', type: 'int', nullable: true })
  createdBy: number | null;

  @Column({ name: 'parcel_id', type: 'int', nullable: true })
  parcelId: number | null;

  @Column({ type: 'varchar', length: 64 })
  name: string;
}

/** Rows that belong to departments alone. */
@Entity('parcel_shelf')
export class ParcelShelf {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'dept_id', type: 'int', nullable: true })
  deptId: number | null;

  @Column({ type: 'varchar', length: 64 })
  name: string;
}

class AddParcel {
  @Nullable()
  @Whole()
  deptId?: number | null;

  @Nullable()
  @Whole()
  parentId?: number | null;

  @Nullable()
  @Whole()
  parcelId?: number | null;

  @Text(64, 1)
  name: string;
}

class UpdateParcel extends PartialType(OmitType(AddParcel, []), { skipNullProperties: false }) {
  @Id()
  id: number;
}

@Injectable()
class ParcelService extends CrudService<Parcel> {
  constructor(@InjectRepository(Parcel) rows: Repository<Parcel>) {
    super(rows, {
      label: 'Parcel',
      name: 'name',
      filters: ['name', 'deptId'],
      tree: 'parentId',
      by: { created: 'createdBy' },
      visibleBy: 'app:parcel:page',
    });
  }
}

@Injectable()
class ParcelNoteService extends CrudService<ParcelNote> {
  constructor(@InjectRepository(ParcelNote) rows: Repository<ParcelNote>) {
    super(rows, {
      label: 'Note',
      name: 'name',
      filters: ['name'],
      by: { created: 'createdBy' },
      references: { parcelId: { entity: Parcel, label: 'name' } },
    });
  }
}

@Injectable()
class ParcelShelfService extends CrudService<ParcelShelf> {
  constructor(@InjectRepository(ParcelShelf) rows: Repository<ParcelShelf>) {
    super(rows, { label: 'Shelf', name: 'name', filters: ['name', 'deptId'] });
  }
}

/** The controller of a resource with all operations. */
function controllerOf(path: string, service: new (...args: never[]) => CrudService<Parcel>) {
  const routes = crudRoutes(crudPermissions(`app:${path}`));

  @Controller(`api/app/${path}`)
  class ScopedController {
    constructor(private readonly service: CrudService<Parcel>) {}

    @routes.page()
    page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Parcel>> {
      return this.service.page(query, caller);
    }

    @routes.list()
    list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Parcel[]> {
      return this.service.list(query, caller);
    }

    @routes.options()
    options(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Choice[]> {
      return this.service.options(query, caller);
    }

    @routes.branches()
    branches(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Branches<Parcel>> {
      return this.service.branches(query, caller);
    }

    @routes.tree()
    tree(@CurrentCaller() caller: Caller): Promise<unknown> {
      return this.service.tree(caller);
    }

    @routes.export()
    export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
      return this.service.export(query, caller);
    }

    @routes.detail()
    detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<Parcel> {
      return this.service.detail(id, caller);
    }

    @routes.add()
    add(@Body() body: AddParcel, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
      return this.service.add(body, caller);
    }

    @routes.update()
    update(@Body() body: UpdateParcel, @CurrentCaller() caller: Caller): Promise<void> {
      return this.service.update(body, caller);
    }

    @routes.delete()
    delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
      return this.service.delete(id, caller);
    }

    @routes.batchDelete()
    batchDelete(@Body() body: unknown, @Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<void> {
      return this.service.batchDelete(readIds(body, query), caller);
    }
  }
  Reflect.defineMetadata('design:paramtypes', [service], ScopedController);
  return ScopedController;
}

const SERVICES = [ParcelService, ParcelNoteService, ParcelShelfService];
const PATHS = ['parcel', 'parcel_note', 'parcel_shelf'];

/** Resources whose rows belong to departments, users or both. */
@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Parcel, ParcelNote, ParcelShelf])],
  controllers: SERVICES.map((service, index) =>
    controllerOf(PATHS[index] ?? '', service as unknown as new (...args: never[]) => CrudService<Parcel>),
  ),
  providers: SERVICES,
})
export class ParcelModule {}
