/** The rules that end auto-spin. */
import { describe, expect, it } from 'vitest';
import { afterSpin, autoSpinEnd, beginAutoSpin } from './auto-spin.ts';

const lost = { wagerMinor: 900, payoutMinor: 0 };

describe('auto-spin', () => {
  it('ends after the chosen number of spins', () => {
    let auto = beginAutoSpin(10, 100_000, null);
    for (let spin = 0; spin < 10; spin += 1) {
      expect(autoSpinEnd(auto, 900, false)).toBeNull();
      auto = afterSpin(auto, lost);
    }
    expect(autoSpinEnd(auto, 900, false)).toBe('completed');
  });

  it.each([
    ['a spin that could pass the loss limit', beginAutoSpin(25, 899, null), 900, 'loss'],
    ['a loss limit that allows the next spin', beginAutoSpin(25, 900, null), 900, null],
    ['a loss limit reached by losses', afterSpin(beginAutoSpin(25, 1_000, null), lost), 900, 'loss'],
    [
      'a gain that reaches the win limit',
      afterSpin(beginAutoSpin(25, 900, 5_000), { wagerMinor: 900, payoutMinor: 5_900 }),
      900,
      'win',
    ],
    [
      'a gain below the win limit',
      afterSpin(beginAutoSpin(25, 900, 5_000), { wagerMinor: 900, payoutMinor: 5_899 }),
      900,
      null,
    ],
  ])('%s', (_name, auto, stakeMinor, end) => {
    expect(autoSpinEnd(auto, stakeMinor, false)).toBe(end);
  });

  it('ends with a jackpot', () => {
    expect(autoSpinEnd(beginAutoSpin(100, 100_000, null), 900, true)).toBe('jackpot');
  });
});
