/**
 * Delivers mail to an SMTP server. In demo mode without one the service runs its own, on loopback,
 * which keeps each mail as a file that the mailbox shows.
 */

import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Log } from '@fairline/chassis/process/log';
import type { Mail } from '@fairline/proto/auth/mail';
import { createTransport, type Transporter } from 'nodemailer';
import type { SMTPServer } from 'smtp-server';
import type { z } from 'zod';
import { emailKey } from '../users/user.ts';
import type { MailDelivery } from './context.ts';
import type { ComposedMail, SendFailure } from './mail.ts';

const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 };

export interface DeliverySettings {
  smtpUrl: string | undefined;
  from: string;
  folder: string;
  demo: boolean;
  log: Log;
}

export class SmtpDelivery implements MailDelivery {
  private readonly transport: Transporter | undefined;
  private readonly server: SMTPServer | undefined;
  private readonly setting: DeliverySettings;

  private constructor(setting: DeliverySettings, transport: Transporter | undefined, server: SMTPServer | undefined) {
    this.setting = setting;
    this.transport = transport;
    this.server = server;
  }

  static async open(setting: DeliverySettings): Promise<SmtpDelivery> {
    const { smtpUrl, from, demo, log } = setting;
    if (!smtpUrl && !demo) log.warn('SMTP_URL is not set: mail waits until it is');
    const server = !smtpUrl && demo ? await listenOnLoopback(setting) : undefined;
    const url = smtpUrl ?? (server && `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
    const options = { pool: true, maxConnections: 5, ...timeouts, ...(server && { ignoreTLS: true }) } as const;
    return new SmtpDelivery(
      setting,
      url ? createTransport({ url, ...options }, { from, disableFileAccess: true, disableUrlAccess: true }) : undefined,
      server,
    );
  }

  get canSend(): boolean {
    return this.transport !== undefined;
  }

  async send(id: string, to: { name: string; address: string }, mail: ComposedMail): Promise<'sent' | SendFailure> {
    const host = this.setting.from.match(/@([^>\s]+)/)?.[1] ?? 'fairline.example';
    try {
      await this.transport?.sendMail({
        to,
        ...mail,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return 'sent';
    } catch (error) {
      const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number };
      return {
        code: responseCode ? String(responseCode) : code,
        forGood: responseCode ? responseCode >= 500 : code === 'EENVELOPE',
      };
    }
  }

  /** Mail that our own server accepted, newest first, at most 50. */
  async mailbox(to: string | undefined): Promise<z.infer<typeof Mail>[]> {
    const names = await readdir(this.setting.folder).catch(() => []);
    const wanted = names.filter((name) => name.endsWith('.eml') && (!to || name.includes(recipientKey(to)))).sort();
    return Promise.all(
      wanted
        .slice(-50)
        .reverse()
        .map((name) => readMail(this.setting.folder, name)),
    );
  }

  async close(): Promise<void> {
    this.transport?.close();
    await new Promise<void>((resolve) => (this.server ? this.server.close(resolve) : resolve()));
  }
}

/** Our own server listens on loopback only, on a free port. */
async function listenOnLoopback({ folder, log }: DeliverySettings): Promise<SMTPServer> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { SMTPServer } = await import('smtp-server');
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1_000,
    onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((bytes) => Promise.all(recipients.map((to) => storeMail(folder, to, bytes))))
        .then(
          () => done(),
          (error: Error) => done(error),
        );
    },
  });
  server.on('error', (error) => log.warn({ error: error.message }, 'mail server'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** File names sort by time and contain a hash of the recipient, so a mailbox opens without reading every file. */
async function storeMail(folder: string, to: string, bytes: Uint8Array): Promise<void> {
  const name = join(folder, `${Date.now()}-${recipientKey(to)}-${randomBytes(4).toString('hex')}`);
  await writeFile(`${name}.part`, bytes, { mode: 0o600 });
  await rename(`${name}.part`, `${name}.eml`);
}

async function readMail(folder: string, name: string): Promise<z.infer<typeof Mail>> {
  const { default: PostalMime } = await import('postal-mime');
  const { to, subject, text, html } = await PostalMime.parse(await readFile(join(folder, name)));
  return {
    to: to?.[0]?.address ?? '',
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
    at: new Date(Number.parseInt(name, 10)).toISOString(),
  };
}

function recipientKey(address: string): string {
  return createHash('sha256').update(emailKey(address)).digest('hex').slice(0, 16);
}
