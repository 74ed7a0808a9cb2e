/** `make integrity`: wallet proves the ledger, and casino compares its rounds with wallet's. Exits with 1 if any check fails. */
import { command, Obstacle } from './installation/obstacle.ts';
import { profileFromEnvironment } from './installation/profile.ts';
import { runningPlatform } from './platform/platform.ts';
import { runAs } from './platform/run-as.ts';

await command(async () => {
  const platform = runningPlatform(profileFromEnvironment(process.env).dataDir);
  if (!platform) throw new Obstacle('Fairline is not up: `make up` starts it.');
  const ledger = await runAs(platform, 'wallet', 'services/wallet/books/integrity.ts');
  const rounds = await runAs(platform, 'casino', 'services/casino/agreement/integrity.ts');
  process.exitCode = Math.max(ledger, rounds);
});
