/**
 * Runs a script as one of the processes of the running platform, with that process' environment.
 * Usage: node deploy/local/as.ts <service> <script> [arguments]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { command, Obstacle } from './installation/obstacle.ts';
import { serviceNames } from './installation/ports.ts';
import { profileFromEnvironment } from './installation/profile.ts';
import { runningPlatform } from './platform/platform.ts';

await command(async () => {
  const [name, script, ...args] = process.argv.slice(2);
  const service = serviceNames.find((known) => known === name);
  if (!service || !script) throw new Obstacle(`Usage: node deploy/local/as.ts <${serviceNames.join('|')}> <script> [arguments]`);
  const platform = runningPlatform(profileFromEnvironment(process.env).dataDir);
  if (!platform) throw new Obstacle('Fairline is not up: `make up` starts it.');
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', env: platform.environmentOf(service) });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
});
