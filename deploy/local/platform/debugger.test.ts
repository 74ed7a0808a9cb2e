/** Only the process that INSPECT names accepts a debugger. */
import { expect, it } from 'vitest';
import { debuggerFlags, refuseUnknownInspected } from './debugger.ts';

it('gives the named process alone a debugger, on loopback', () => {
  expect(debuggerFlags('betting', 'betting')).toEqual(['--inspect=127.0.0.1:9229']);
  expect(debuggerFlags('wallet', 'betting')).toEqual([]);
  expect(debuggerFlags('wallet', undefined)).toEqual([]);
});

it('refuses a name that no process has', () => {
  expect(() => refuseUnknownInspected('bets')).toThrow('INSPECT is bets: it must be one of auth, ');
  for (const name of ['gateway', 'betting', '', undefined]) expect(() => refuseUnknownInspected(name)).not.toThrow();
});
