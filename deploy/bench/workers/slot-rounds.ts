/**
 * Slot rounds in one process, without wallet or network: simulated by the fast generator, as for PAR sheets, and drawn by HMAC, as for players and verifiers.
 * The file is both the measurement and the worker that plays.
 */
import { fileURLToPath } from 'node:url';
import { fastDraws, seededRounds } from '@fairline/games/draws';
import { slotPayouts, slots } from '@fairline/games/slots';
import type { Bench } from '../row.ts';
import { openWorker } from './worker.ts';

const simulatedRounds = 10_000_000;
const hmacRounds = 1_000_000;
const wager = { lines: 9, betPerLineMinor: 1_000 };

type Generator = 'fast' | 'hmac';
interface Played {
  seconds: number;
  cpuSeconds: number;
  returned: number;
}

export const slotRounds: Bench = {
  title: 'slot rounds in one worker',
  async run(log) {
    const worker = await openWorker<{ generator: Generator }>(fileURLToPath(import.meta.url), { role: 'player' });
    try {
      const fast = await worker.ask<Played>({ generator: 'fast' });
      const hmac = await worker.ask<Played>({ generator: 'hmac' });
      log(`simulated: ${fast.cpuSeconds.toFixed(1)} s of CPU, lines returned ${(fast.returned * 100).toFixed(2)} %`);
      log(`by HMAC: ${hmac.cpuSeconds.toFixed(1)} s of CPU, lines returned ${(hmac.returned * 100).toFixed(2)} %`);
      return [
        {
          name: 'slot rounds simulated, fast generator: 10 million',
          value: fast.seconds,
          unit: 's',
          yardstick: 'at most 20 s',
          ratio: fast.seconds / 20,
          most: 20,
        },
        {
          name: 'slot rounds by HMAC',
          value: hmacRounds / hmac.seconds,
          unit: '/s',
          yardstick: '100,000 /s',
          ratio: hmacRounds / hmac.seconds / 100_000,
        },
      ];
    } finally {
      worker.end();
    }
  },
};

function play(generator: Generator): Played {
  const payoutOf = slotPayouts(slots.firstRules, wager);
  const rounds = generator === 'fast' ? simulatedRounds : hmacRounds;
  const [draws, drawsOf] = [fastDraws(1), seededRounds('f'.repeat(64))];
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  let paidMinor = 0;
  for (let nonce = 1; nonce <= rounds; nonce++)
    paidMinor += payoutOf(generator === 'fast' ? draws : drawsOf('0123456789abcdef', nonce));
  const { user, system } = process.cpuUsage(before);
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: (user + system) / 1_000_000,
    returned: paidMinor / rounds / slots.stakeOf(wager).totalMinor,
  };
}

if (process.argv[2] === 'player') {
  process.on('message', ({ generator }: { generator: Generator }) => process.send?.(play(generator)));
  process.send?.('ready');
}
