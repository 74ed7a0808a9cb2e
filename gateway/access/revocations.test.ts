/** The tokens that a revocation ends. */
import { describe, expect, it } from 'vitest';
import { Revocations, tokenLifetimeMs } from './revocations.ts';
import { startOf } from './sessions.ts';

const at = Date.parse('2026-05-01T12:00:00.500Z');
const session = (startedAtMs: number, sessionId = 's1', subjectId = 'p1') => ({ subjectId, sessionId, startedAtMs });

describe('a session that ended', () => {
  const revocations = new Revocations();
  revocations.endSession('p1', 's1', at);
  it.each([
    ['is refused', session(at - 60_000), true],
    ['is refused for a token issued later, too', session(at + 60_000), true],
    ['leaves the other sessions of its player', session(at - 60_000, 's2'), false],
  ])('%s', (_name, one, refused) => {
    expect(revocations.refuses(one)).toBe(refused);
  });
});

describe('a player whose sessions all ended', () => {
  const revocations = new Revocations();
  revocations.endSubject('p1', at);
  it.each([
    ['is refused in every session of before', session(at - 1), true],
    ['is refused in one begun that very moment', session(at), true],
    ['is welcome in one begun after, within the same second', session(at + 1), false],
    ['is nobody else', session(at - 1, 's1', 'p2'), false],
  ])('%s', (_name, one, refused) => {
    expect(revocations.refuses(one)).toBe(refused);
  });

  it('stays refused when an older revocation is received again', () => {
    revocations.endSubject('p1', at - 1_000);
    expect(revocations.refuses(session(at - 1))).toBe(true);
  });
});

describe('a player who moved', () => {
  const revocations = new Revocations();
  revocations.changeJurisdiction('p1', { jurisdiction: 'gb', version: 7, atMs: at });
  revocations.changeJurisdiction('p1', { jurisdiction: 'open', version: 6, atMs: at - 1_000 });
  const token = (jurisdiction: 'open' | 'gb', issuedAtMs: number, subjectId = 'p1') => ({
    ...session(at - 60_000, 's1', subjectId),
    token: { jurisdiction, issuedAtMs },
  });
  it.each([
    ['is refused with a token of the earlier jurisdiction', token('open', at - 60_000), true],
    ['is refused with one that was on its way during the move', token('open', at + 1_000), true],
    ['is welcome with one of the new jurisdiction', token('gb', at), false],
    ['is welcome after another move whose event has not arrived', token('open', at + 120_000), false],
    ['is nobody else', token('open', at - 60_000, 'p2'), false],
    ['is not the operator with the same id', session(at - 60_000), false],
  ])('%s', (_name, one, refused) => {
    expect(revocations.refuses(one)).toBe(refused);
  });
});

it('a revocation is forgotten when no token from before it can live', () => {
  const revocations = new Revocations();
  revocations.endSession('p1', 's1', at);
  revocations.endSubject('p2', at);
  revocations.changeJurisdiction('p3', { jurisdiction: 'gb', version: 1, atMs: at });
  revocations.sweep(at + tokenLifetimeMs);
  expect(revocations.size).toBe(3);
  revocations.sweep(at + tokenLifetimeMs + 180_000);
  expect(revocations.size).toBe(0);
});

it('listeners get the subject whose session may have ended, until they stop', () => {
  const revocations = new Revocations();
  const ended: string[] = [];
  const stop = revocations.onEnd((subjectId) => ended.push(subjectId));
  revocations.endSession('p1', 's1', at);
  revocations.endSubject('p2', at);
  stop();
  revocations.endSubject('p3', at);
  expect(ended).toEqual(['p1', 'p2']);
});

describe('the start of a session', () => {
  it('is the millisecond in its id', () => {
    expect(startOf('019aa1c8-7f00-7000-8000-000000000001', 0)).toBe(0x019aa1c87f00);
  });

  it('is the second its token was issued where the id holds no time', () => {
    expect(startOf('2f1d6f4e-8a55-4a2e-9d44-5d1c6a2f0b11', 1_700_000_000)).toBe(1_700_000_000_000);
  });
});
