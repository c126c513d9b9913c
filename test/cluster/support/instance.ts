import { TEST_DATA_KEY } from '../../support/app.js';
import { StewardProcess } from '../../support/process.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { type Node, onNode, portOf } from './galera.js';

/** Fixed in advance, so that any instance can seed. */
export const ADMIN_PASSWORD = 'insecure-cluster-password';

/** An instance of the service whose statements to its node are watched by a proxy. */
export class Instance extends StewardProcess {
  private constructor(
    private readonly proxy: TcpProxy,
    readonly node: Node,
    database: string,
  ) {
    // All instances need one key: if it were empty, each would generate its own.
    super({ ...onNode(node, database), DB_PORT: String(proxy.port), ADMIN_PASSWORD, DATA_KEY: TEST_DATA_KEY });
  }

  static async on(node: Node, database: string): Promise<Instance> {
    return new Instance(await TcpProxy.start(portOf(node)), node, database);
  }

  /** Sends the instance a signal as soon as it sends a matching statement; the node still receives the statement. */
  signalAt(statement: RegExp, signal: NodeJS.Signals): Promise<void> {
    return new Promise((resolve) => {
      this.proxy.once(statement, () => {
        process.kill(this.pid, signal);
        resolve();
      });
    });
  }

  override async remove(): Promise<void> {
    await super.remove();
    await this.proxy.stop();
  }
}
