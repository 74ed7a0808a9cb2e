/**
 * Runs a script as one of the processes of the running platform, with that process' environment.
 * Usage: node deploy/local/as.ts <service> <script> [arguments]
 */
import { command, Obstacle } from './installation/obstacle.ts';
import { serviceNames } from './installation/ports.ts';
import { profileFromEnvironment } from './installation/profile.ts';
import { runningPlatform } from './platform/platform.ts';
import { runAs } from './platform/run-as.ts';

await command(async () => {
  const [name, script, ...args] = process.argv.slice(2);
  const service = serviceNames.find((known) => known === name);
  if (!service || !script)
    throw new Obstacle(`Usage: node deploy/local/as.ts <${serviceNames.join('|')}> <script> [arguments]`);
  const platform = runningPlatform(profileFromEnvironment(process.env).dataDir);
  if (!platform) throw new Obstacle('Fairline is not up: `make up` starts it.');
  process.exitCode = await runAs(platform, service, script, args);
});
