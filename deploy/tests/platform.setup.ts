/** Starts the platform of the journeys, in demo mode, beside other running platforms; it stops when they end. Matches take about two minutes, because journeys wait for results; all of them are played as planned. */
import { type Platform, runningPlatform, startPlatform } from '../local/platform/platform.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const platform = await startPlatform({
    temporary: true,
    demo: true,
    durable: false,
    environment: { FEED_PACE: '3', FEED_INCIDENTS: '0' },
  });
  // The address that players return to from the payment provider: with another host name they would not be signed in.
  process.env.E2E_URL = platform.profile.publicUrl;
  process.env.E2E_DATA = platform.profile.dataDir;
  return () => platform.stop();
}

/** The platform of the journeys, for a test that needs more of it than its API. */
export function journeyPlatform(): Platform {
  const platform = runningPlatform(process.env.E2E_DATA ?? '');
  if (!platform) throw new Error('the platform does not run');
  return platform;
}
