/** Starts the platform the journeys run against, in demo mode, beside whatever else runs; it goes when they end. */
import { startPlatform } from '../local/platform.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const platform = await startPlatform({ temporary: true, demo: true });
  process.env.E2E_URL = platform.url;
  process.env.E2E_DATA = platform.profile.dataDir;
  return () => platform.stop();
}
