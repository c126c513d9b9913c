import { Body, Controller, Injectable, Module, Param } from '@nestjs/common';
import { PartialType } from '@nestjs/mapped-types';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { errors } from 'steward/core';
import { actionRoute, type Change, CrudModule, crudPermissions, crudRoutes, CrudService, IdPipe } from 'steward/crud';
import { Columns, createTable, dropTable, index, OwnTable, rowLock } from 'steward/database';
import { type Caller, CurrentCaller } from 'steward/http';
import { Id, Optional, Text, Time, Whole } from 'steward/validation';
import {
  Column,
  LessThan,
  type MigrationInterface,
  MoreThan,
  Not,
  PrimaryGeneratedColumn,
  type QueryRunner,
  Repository,
} from 'typeorm';
import type { Extension } from '../../src/app/extension.js';

/** Something that one party may have at a time. */
@OwnTable('app_machine')
export class Machine {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ type: 'int', default: 0 })
  turns: number;
}

@OwnTable('app_booking')
export class Booking {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'machine_id', type: 'int' })
  machineId: number;

  @Column({ name: 'starts_at', type: 'datetime', precision: 3 })
  startsAt: Date;

  @Column({ name: 'ends_at', type: 'datetime', precision: 3 })
  endsAt: Date;

  @Column({ type: 'int', default: 1, comment: '1 = requested, 2 = confirmed, 3 = cancelled' })
  status: number;

  @Column({ type: 'varchar', length: 64, default: '' })
  note: string;
}

class Booking1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    const [id, tenant] = [column.id(), column.int('tenant_id')];
    await createTable(runner, 'app_machine', [id, tenant, column.int('turns', { default: 0 })]);
    await createTable(
      runner,
      'app_booking',
      [
        id,
        tenant,
        column.int('machine_id'),
        column.time('starts_at'),
        column.time('ends_at'),
        column.int('status', { default: 1 }),
        column.text('note', 64),
      ],
      [index('app_booking', 'machine_id', 'starts_at')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'app_booking');
    await dropTable(runner, 'app_machine');
  }
}

class AddBooking {
  @Id()
  machineId: number;

  @Time()
  startsAt: Date;

  @Time()
  endsAt: Date;

  @Optional()
  @Whole()
  status?: number;
}

class UpdateBooking extends PartialType(AddBooking) {
  @Id()
  id: number;
}

@Injectable()
class BookingService extends CrudService<Booking> {
  constructor(@InjectRepository(Booking) rows: Repository<Booking>) {
    super(rows, {
      label: 'Booking',
      filters: ['machineId'],
      references: { machineId: { entity: Machine, label: 'id' } },
      flow: {
        property: 'status',
        moves: { confirm: { from: 1, to: 2 }, cancel: { from: [1, 2], to: 3 } },
      },
    });
  }

  // docs/extending.md prints this method.
  protected override async beforeSave(draft: Booking, _before: Booking | undefined, { manager }: Change) {
    const { id = 0, machineId, startsAt, endsAt } = draft;
    // The first to change the machine's row has the turn; all others wait for the end of that transaction.
    await manager.increment(Machine, { id: machineId }, 'turns', 1);
    // A locking read sees what others have committed meanwhile; a plain one may not.
    const taken = await manager.findOne(Booking, {
      where: { machineId, id: Not(id), startsAt: LessThan(endsAt), endsAt: MoreThan(startsAt) },
      ...rowLock(manager),
    });
    if (taken) throw errors.failure(`The machine is booked from ${taken.startsAt.toISOString()} on`);
  }
}

export const bookingPermissions = {
  ...crudPermissions('app:booking'),
  confirm: 'app:booking:confirm',
  cancel: 'app:booking:cancel',
} as const;

class CancelBooking {
  @Text(64, 1)
  note: string;
}

const permissions = bookingPermissions;
const routes = crudRoutes(permissions);

@Controller('api/app/booking')
class BookingController {
  constructor(private readonly service: BookingService) {}

  @routes.add()
  add(@Body() body: AddBooking, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.update()
  update(@Body() body: UpdateBooking, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @actionRoute('confirm', permissions.confirm)
  confirm(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.move('confirm', id, caller);
  }

  @actionRoute('cancel', permissions.cancel)
  cancel(@Param('id', IdPipe) id: number, @Body() body: CancelBooking, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.move('cancel', id, caller, body);
  }
}

@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Booking, Machine])],
  controllers: [BookingController],
  providers: [BookingService],
})
class BookingModule {}

/** Bookings of machines, which must not overlap. */
export const bookings: Extension = { module: BookingModule, migrations: [Booking1700000000001] };
