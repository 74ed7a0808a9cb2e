/** What prices return by the model's chances: no band of odds less than is published, and bots that bet by a rule no more or less than the margin, within a point. */
import { leastReturn } from '@fairline/proto/margin';
import { expect, it, vi } from 'vitest';
import { addReturns, bandsMilli, bots, phases, Returns } from './returns.ts';
import { catalogue } from './schedule/catalogue.ts';

/** Thousands of prices take long on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const returns = new Returns();
for (const { id } of catalogue) addReturns(returns, id, 100, 20_260_131);

it.each(phases.flatMap((phase) => bandsMilli.map((from) => [phase, from] as const)))(
  '%s, odds from %i thousandths: no price returns too little',
  (phase, from) => {
    const band = returns.of(phase, from);
    if (phase === 'live') expect(band?.prices).toBeGreaterThan(50);
    if (band) expect(band.least).toBeGreaterThan(leastReturn(phase));
  },
);

it.each(
  phases.flatMap((phase) =>
    bots.map((bot) => [phase, bot] as const).filter(([, bot]) => phase === 'live' || bot !== 'chaser'),
  ),
)('%s, the bot that bets on the %s loses the published margin within a point', (phase, bot) => {
  const { prices = 0, sum = 0, published = 0 } = returns.of(phase, bot) ?? {};
  expect(prices).toBeGreaterThan(1_000);
  expect(Math.abs(sum - published) / prices).toBeLessThan(0.01);
});

it('every fair chance comes back from the prices, and no market favours the player', () => {
  expect(returns.inverseError).toBeLessThan(0.001);
  expect(returns.leastSum).toBeGreaterThan(1.01);
});
