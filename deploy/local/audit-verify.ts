/** `npm run audit:verify`: verifies the audit log of the running platform. Exits with 1 if it does not hold. */
import { command, Obstacle } from './installation/obstacle.ts';
import { profileFromEnvironment } from './installation/profile.ts';
import { runningPlatform } from './platform/platform.ts';
import { verifyAuditLog } from './platform/run-as.ts';

await command(async () => {
  const platform = runningPlatform(profileFromEnvironment(process.env).dataDir);
  if (!platform) throw new Obstacle('Fairline is not up: `make up` starts it.');
  process.exitCode = await verifyAuditLog(platform);
});
