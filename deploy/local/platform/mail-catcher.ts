/** A mail server on loopback that keeps what it accepts, for tests of an installation that sends real mail. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

interface CaughtMail {
  readonly to: string;
  readonly text: string;
}

export class MailCatcher {
  private readonly server: Server;
  private readonly mails: CaughtMail[] = [];

  private constructor() {
    this.server = createServer((socket) => receive(socket, (mail) => this.mails.push(mail)));
  }

  static async listen(): Promise<MailCatcher> {
    const catcher = new MailCatcher();
    await once(catcher.server.listen(0, '127.0.0.1'), 'listening');
    return catcher;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The mails to an address with their headers, oldest first. Only their ASCII is decoded. */
  to(address: string): string[] {
    return this.mails.filter(({ to }) => to === address).map(({ text }) => decoded(text));
  }

  close(): void {
    this.server.close();
  }
}

/** Answers the commands of RFC 5321 that a client without extensions sends. */
function receive(socket: Socket, keep: (mail: CaughtMail) => void): void {
  let held = '';
  let to = '';
  let isData = false;
  socket.setEncoding('latin1').on('error', () => socket.destroy());
  socket.write('220 catcher\r\n');
  socket.on('data', (chunk: string) => {
    held += chunk;
    for (let mark = markOf(isData); held.includes(mark); mark = markOf(isData)) {
      const part = held.slice(0, held.indexOf(mark));
      held = held.slice(part.length + mark.length);
      if (isData) keep({ to, text: part });
      to = /^RCPT TO:<([^>]+)>/i.exec(part)?.[1] ?? to;
      isData = !isData && /^DATA$/i.test(part);
      const code = isData ? 354 : /^QUIT$/i.test(part) ? 221 : 250;
      socket.write(`${code} ok\r\n`);
    }
  });
}

/** What ends a command, or a mail. */
const markOf = (isData: boolean) => (isData ? '\r\n.\r\n' : '\r\n');

/** Decodes quoted-printable. */
const decoded = (text: string) =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
