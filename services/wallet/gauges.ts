/** What the last proof of the books found, as metrics: any invariant at 0, or a stop at 1, wakes somebody. */
import { Gauge, type Registry } from 'prom-client';

export function gaugesOf(registry: Registry): (books: { invariants: readonly { name: string; holds: boolean }[]; stopped: boolean }) => void {
  const registers = [registry];
  const invariant = new Gauge({
    name: 'fairline_wallet_invariant_holds',
    help: 'The last proof of the books: 1 where an invariant holds',
    labelNames: ['invariant'],
    registers,
  });
  const stop = new Gauge({ name: 'fairline_wallet_stopped', help: '1 while stakes and withdrawals are paused', registers });
  return ({ invariants, stopped }) => {
    for (const { name, holds } of invariants) invariant.set({ invariant: name }, holds ? 1 : 0);
    stop.set(stopped ? 1 : 0);
  };
}
