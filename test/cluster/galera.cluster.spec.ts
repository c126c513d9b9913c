import { StewardProcess } from '../support/process.js';
import { NODES, databaseName, onNode, query } from './support/galera.js';

describe('three instances on three nodes', () => {
  const database = databaseName();
  const instances = NODES.map((node) => new StewardProcess({ ...onNode(node, database), NODE_ENV: 'test' }));

  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.remove()));
    await query('db1', 'DROP DATABASE IF EXISTS ??', [database]);
  });

  it('share one schema', async () => {
    for (const instance of instances) await instance.start();
  });
});
