import { MariaDbServer } from '../mariadb-server.js';
import { type Storage, newStorage, onServices } from '../services.js';

/** Empty storage; on services, in a database server in China's time zone, which must not affect anything stored. */
export async function storageElsewhere(): Promise<Storage> {
  const storage = await newStorage();
  if (!onServices) return storage;
  const server = await MariaDbServer.start();
  await server.query("SET GLOBAL time_zone = '+08:00'");
  const remove = async () => {
    await server.remove();
    await storage.remove();
  };
  return { environment: { ...storage.environment, ...server.environment }, remove };
}
