import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A mail as a server received it. */
export interface ReceivedMail {
  to: string[];
  /** Headers and body, decoded. */
  text: string;
}

/**
 * A mail server in this process. It accepts mails, refuses recipients, or accepts connections and says nothing.
 */
export class SmtpServer {
  readonly mails: ReceivedMail[] = [];
  /** Recipients that it refuses, each with its answer: `550 no such user`. */
  readonly refused = new Map<string, string>();
  connections = 0;
  hangs = false;
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  /** Address for SMTP_URL; the same after a stop and another start. */
  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.server = createServer((socket) => this.serve(socket)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.server?.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private serve(socket: Socket): void {
    this.connections++;
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    if (this.hangs) return;
    let rest = '';
    let to: string[] = [];
    let isData = false;
    const answer = (line: string) => socket.write(`${line}\r\n`);
    const command = (line: string) => {
      const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
      if (/^(EHLO|HELO|MAIL)/i.test(line)) return answer('250 ok');
      if (/^RCPT/i.test(line)) {
        const refusal = this.refused.get(address);
        if (refusal === undefined) to.push(address);
        return answer(refusal ?? '250 ok');
      }
      if (/^DATA/i.test(line)) {
        isData = true;
        return answer('354 go on');
      }
      if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n');
      answer('502 unknown');
    };
    answer('220 test');
    socket.on('data', (chunk) => {
      rest += chunk.toString();
      for (;;) {
        const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = rest.slice(0, end);
        rest = rest.slice(end + (isData ? 5 : 2));
        if (isData) {
          this.mails.push({ to, text: decoded(text) });
          [isData, to] = [false, []];
          answer('250 stored');
        } else command(text);
      }
    });
  }
}

/** A message with its quoted-printable and base64 parts decoded. */
function decoded(message: string): string {
  const bytes = message
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
