/**
 * Checks of running containers from outside, used by containers.ts: each process runs confined, nothing that Docker shows holds a secret,
 * and no server refused a process for want of rights.
 */
import { run } from '../local/installation/shell.ts';

export type Compose = (...args: string[]) => Promise<string>;

export interface Container {
  readonly name: string;
  readonly service: string;
  readonly image: string;
}

/** Refusals by PostgreSQL, Redis, NATS and MongoDB, then by the kernel. */
const refusals =
  /permission denied|NOPERM|permissions? violation|(publish|subscription) violation|not authorized|EACCES|EROFS|read-only file system/i;
/** Of the containers that run to their end before the platform starts. */
const setupImage = /^fairline-setup:/;

export function assertThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** The running containers. */
export async function containersOf(compose: Compose): Promise<Container[]> {
  const lines = (await compose('ps', '--format', '{{.Name}} {{.Service}} {{.Image}}')).trim().split('\n');
  return lines.map((line) => {
    const [name = '', service = '', image = ''] = line.split(' ');
    return { name, service, image };
  });
}

/** Each of our processes runs as a user without rights, cannot write into its image, and has a health check. */
export async function assertConfined(compose: Compose): Promise<void> {
  const processes = (await containersOf(compose)).filter(
    ({ image }) => image.startsWith('fairline-') && !setupImage.test(image),
  );
  for (const { name } of processes) {
    const attempt = 'id -u; touch /app/new 2>/dev/null && echo written; grep CapEff /proc/1/status';
    const [user = '', capabilities = ''] = (await run('docker', ['exec', name, 'sh', '-c', attempt]))
      .trim()
      .split('\n');
    assertThat(user !== '0', `${name} runs as root`);
    assertThat(
      /^CapEff:\s*0+$/.test(capabilities),
      `${name} could write into its image, or has capabilities: ${capabilities}`,
    );
    const health = await run('docker', ['inspect', '--format', '{{.State.Health.Status}}', name]);
    assertThat(health.trim() === 'healthy', `${name} is ${health.trim()}`);
  }
}

/** No secret is in what `docker inspect` and `docker history` show of any container or image, those that have ended included. */
export async function assertSecretsHidden(compose: Compose, images: readonly string[]): Promise<void> {
  const file = await compose(
    'run',
    '--rm',
    '--no-deps',
    '-T',
    '--entrypoint',
    'cat',
    'secrets',
    '/secrets/all/secrets',
  );
  const secrets = file.split('\n').flatMap((line) => /^(\w+)=(.{8,})$/.exec(line)?.slice(1) ?? []);
  assertThat(secrets.length > 20, `${secrets.length / 2} secrets were found`);
  const all = (await compose('ps', '--all', '--quiet')).trim().split('\n');
  const histories = await Promise.all(
    images.map((image) => run('docker', ['history', '--no-trunc', '--format', '{{.CreatedBy}}', image])),
  );
  const shown = [
    await run('docker', ['inspect', ...all]),
    await run('docker', ['image', 'inspect', ...images]),
    ...histories,
  ].join('\n');
  for (let at = 0; at < secrets.length; at += 2)
    assertThat(!shown.includes(secrets[at + 1] as string), `Docker shows ${secrets[at]}`);
}

/** Nothing that a process does lacks a right. A refusal may be visible only in a log, because most processes carry on without the answer. */
export async function assertNothingRefused(compose: Compose): Promise<void> {
  const logged = (await compose('logs', '--no-color')).split('\n').filter((line) => refusals.test(line));
  assertThat(logged.length === 0, `${logged.length} lines about missing rights:\n${logged.slice(0, 10).join('\n')}`);
}
