/** A fake SMTP server: stores accepted mail, and refuses configured addresses. */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@fairline/chassis/testing';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export class MailServer {
  readonly received: { to: string; mail: Email }[] = [];
  readonly refusing = new Map<string, { code: number; times: number }>();
  private server: SMTPServer | undefined;

  /** Starts it, without mail. Returns the SMTP URL. One that was closed refuses every connection, so each start makes another. */
  async listen(): Promise<string> {
    const { received, refusing } = this;
    received.length = 0;
    refusing.clear();
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onRcptTo({ address }, _session, done) {
        const refusal = refusing.get(address);
        if (!refusal || refusal.times === 0) return done();
        refusal.times--;
        done(Object.assign(new Error(`not for ${address}`), { responseCode: refusal.code }));
      },
      onData(stream, { envelope }, done) {
        void buffer(stream).then(async (bytes) => {
          const mail = await PostalMime.parse(bytes);
          for (const { address } of envelope.rcptTo) received.push({ to: address, mail });
          done();
        });
      },
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => (this.server ? this.server.close(resolve) : resolve()));
  }

  mailTo(email: string): Email[] {
    return this.received.filter(({ to }) => to === email).map(({ mail }) => mail);
  }

  arrived(email: string, count = 1): Promise<Email[]> {
    return eventually(
      () => this.mailTo(email),
      ({ length }) => length >= count,
    );
  }
}
