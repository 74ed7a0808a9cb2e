/** `make down`: stops the platform, services first, and keeps its data. */
import { command } from './installation/obstacle.ts';
import { profileFromEnvironment } from './installation/profile.ts';
import { stopPlatform } from './platform/platform.ts';

await command(async () => {
  const { dataDir } = profileFromEnvironment(process.env);
  const stopped = await stopPlatform(dataDir);
  console.log(stopped ? `Fairline is down. Its data is in ${dataDir}.` : 'Fairline is not up.');
});
