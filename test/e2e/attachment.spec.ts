import { Body, Controller, Module, Param } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentModule, attachmentRoutes } from 'steward/attachments';
import { CrudModule, crudPermissions, crudRoutes, CrudService, IdPipe } from 'steward/crud';
import { Columns, createTable, dropTable, OwnTable } from 'steward/database';
import { type Caller, CurrentCaller } from 'steward/http';
import { Text } from 'steward/validation';
import { Column, type MigrationInterface, PrimaryGeneratedColumn, type QueryRunner, Repository } from 'typeorm';
import type { Extension } from '../../src/app/extension.js';
import { Attachment } from '../../src/modules/attachment/attachment.entity.js';
import { FileUsage } from '../../src/modules/file/file.entity.js';
import { describeApi } from '../../src/openapi/document.js';
import { type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Answer } from '../support/client.js';

@OwnTable('app_device')
class Device {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ type: 'varchar', length: 64 })
  name: string;
}

class Device1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(runner, 'app_device', [column.id(), column.int('tenant_id'), column.text('name', 64)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'app_device');
  }
}

class AddDevice {
  @Text(64)
  name: string;
}

class DeviceService extends CrudService<Device> {
  constructor(@InjectRepository(Device) rows: Repository<Device>) {
    super(rows, { label: 'Device', filters: [], name: 'name' });
  }
}

const codes = crudPermissions('app:device');
const routes = crudRoutes(codes);

@Controller('api/app/device')
class DeviceController {
  constructor(private readonly service: DeviceService) {}

  @routes.add()
  add(@Body() body: AddDevice, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.delete()
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(id, caller);
  }
}

const PDF = 'application/pdf';

@Module({
  imports: [AttachmentModule, CrudModule, TypeOrmModule.forFeature([Device])],
  controllers: [
    DeviceController,
    attachmentRoutes('api/app/device', DeviceService, codes, {
      manual: { types: [PDF, 'text/plain'], max: 100_000, most: 2 },
      photo: { types: ['image/png'], max: 200_000 },
    }),
  ],
  providers: [DeviceService],
})
class DeviceModule {}

const devices: Extension = { module: DeviceModule, migrations: [Device1700000000004] };
const PATH = '/api/app/device';
const pdf = (size = 1000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 7)]);

interface ShownFile {
  id: number;
  member: string;
  name: string;
  type: string;
  size: number;
}

describe('files of rows', () => {
  let steward: TestApp;
  let token: string;
  let tenantId: number;
  beforeAll(async () => {
    steward = await startApp({ extensions: [devices], env: { FILE_QUOTA: '1048576' } });
    ({ id: tenantId } = await steward.make.aTenant());
    ({ token } = await aCaller(steward, Object.values(codes), { tenantId }));
  });
  afterAll(() => steward.stop());

  async function aDevice(as = token): Promise<number> {
    const added = await steward.client.call<{ id: number }>('POST', `${PATH}/add`, {
      token: as,
      body: { name: 'Drill' },
    });
    expectSuccess(added);
    return added.body.data.id;
  }

  /** Attaches a file, as a client that sends bytes does. */
  async function attach(
    id: number,
    content: Buffer | string,
    { kind = 'manual', name = 'manual.pdf', type = PDF, as = token } = {},
  ): Promise<Answer<{ id: number }>> {
    const response = await fetch(`${steward.url}${PATH}/file/${kind}/${id}?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': type },
      body: new Uint8Array(Buffer.from(content)),
    });
    return { status: response.status, body: await response.json(), headers: response.headers } as Answer<{
      id: number;
    }>;
  }

  async function filesOf(id: number, as = token): Promise<ShownFile[]> {
    const answer = await steward.client.get<ShownFile[]>(`${PATH}/file/${id}`, as);
    expectSuccess(answer);
    return answer.body.data;
  }

  const download = (path: string, as = token) =>
    fetch(`${steward.url}${PATH}/file/${path}`, { headers: { authorization: `Bearer ${as}` } });

  const used = async () => Number((await steward.db.getRepository(FileUsage).findOneByOrFail({ tenantId })).bytes);

  it('are added, listed, sent as they came, and deleted', async () => {
    const id = await aDevice();
    const content = pdf(90_000);
    const name = '使用 "manual" (1)\u2019.pdf';
    const added = await attach(id, content, { name });
    expectSuccess(added);
    expectSuccess(await attach(id, 'Read me', { name: 'a.txt', type: 'text/plain; charset=utf-8' }));
    const [first, second, ...others] = await filesOf(id);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ id: added.body.data.id, member: 'manual', name, type: PDF, size: 90_000 });
    expect(second).toMatchObject({ name: 'a.txt', type: 'text/plain', size: 7 });

    const sent = await download(`manual/${id}/${first?.id ?? 0}`);
    expect(Buffer.from(await sent.arrayBuffer()).equals(content)).toBe(true);
    expect(sent.headers.get('content-type')).toBe('application/octet-stream');
    expect(sent.headers.get('x-content-type-options')).toBe('nosniff');
    const disposition = sent.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w%.-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(name);

    const before = await used();
    expectSuccess(await steward.client.call('DELETE', `${PATH}/file/manual/${id}/${first?.id ?? 0}`, { token }));
    expect((await filesOf(id)).map((file) => file.name)).toEqual(['a.txt']);
    expect(await used()).toBe(before - 90_000);
    expect((await download(`manual/${id}/${first?.id ?? 0}`)).status).toBe(404);
  });

  it.each([
    ['another type', pdf(), { type: 'image/png' }],
    ['bytes that are not of its type', Buffer.from('MZ, an executable'), {}],
    ['no bytes', Buffer.alloc(0), {}],
    ['too many bytes', pdf(150_000), {}],
    ['no name', pdf(), { name: '' }],
    ['a name that ends the header', pdf(), { name: 'a\r\nset-cookie: b' }],
    ['a path for a name', pdf(), { name: '../a.pdf' }],
    ['a kind that there is not', pdf(), { kind: 'constructor' }],
  ])('refuse %s', async (_what, content, options) => {
    const id = await aDevice();
    expect((await attach(id, content, options)).body.ok).toBe(false);
    expect(await filesOf(id)).toEqual([]);
  });

  it('are no more than a row may have, even at once', async () => {
    const id = await aDevice();
    const answers = await Promise.all(Array.from({ length: 6 }, () => attach(id, pdf())));
    expect(answers.filter(({ body }) => body.ok)).toHaveLength(2);
    expect(await filesOf(id)).toHaveLength(2);
  });

  it('count against the storage of the tenant', async () => {
    const id = await aDevice();
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(199_000)]);
    let refused: Answer<unknown> | undefined;
    for (let count = 0; count < 8 && refused === undefined; count++) {
      const answer = await attach(id, png, { kind: 'photo', name: 'a.png', type: 'image/png' });
      if (!answer.body.ok) refused = answer;
    }
    expect(refused?.body.msg).toContain('in all');
    expect(await used()).toBeLessThanOrEqual(1_048_576);
    expectSuccess(await steward.client.call('DELETE', `${PATH}/delete/${id}`, { token }));
    expect(await used()).toBeLessThan(300_000);
  });

  it('are deleted with their row', async () => {
    const id = await aDevice();
    expectSuccess(await attach(id, pdf()));
    expectSuccess(await steward.client.call('DELETE', `${PATH}/delete/${id}`, { token }));
    expect(await steward.db.getRepository(Attachment).countBy({ rowId: id, place: 'app_device.manual' })).toBe(0);
  });

  it('are hidden from other tenants and from callers without the codes', async () => {
    const id = await aDevice();
    const { id: file } = (await attach(id, pdf())).body.data;
    const { id: elsewhere } = await steward.make.aTenant();
    const { token: stranger } = await aCaller(steward, Object.values(codes), { tenantId: elsewhere });
    expectFailure(await steward.client.get(`${PATH}/file/${id}`, stranger));
    expect((await download(`manual/${id}/${file}`, stranger)).headers.get('content-type')).toContain('json');
    expect((await attach(id, pdf(), { as: stranger })).body.ok).toBe(false);
    expectFailure(await steward.client.call('DELETE', `${PATH}/file/manual/${id}/${file}`, { token: stranger }));
    // Nor does a row of one's own lead to a file of another one.
    const own = await aDevice(stranger);
    expect((await download(`manual/${own}/${file}`, stranger)).status).toBe(404);

    const { token: reader } = await aCaller(steward, ['app:device:detail'], { tenantId });
    expect(await filesOf(id, reader)).toHaveLength(1);
    expect((await attach(id, pdf(), { as: reader })).status).toBe(403);
    expectFailure(await steward.client.call('DELETE', `${PATH}/file/manual/${id}/${file}`, { token: reader }), 403);
  });

  it('are in the description of the API', async () => {
    const { paths } = await describeApi(steward.app);
    expect(paths['/api/app/device/file/{id}']?.get?.summary).toBe('Files of a row: Device');
    const { content } = paths['/api/app/device/file/{kind}/{id}']?.post?.requestBody as { content: object };
    expect(Object.keys(content)).toEqual([PDF, 'text/plain', 'image/png']);
  });

  it('stop the start if their rules cannot be kept', () => {
    const rules = { types: [PDF], max: 20_000_000 };
    expect(() => attachmentRoutes(PATH, DeviceService, codes, { manual: rules })).toThrow('max up to');
  });
});
