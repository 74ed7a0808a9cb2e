/** Ports of installations beside each other. */
import { expect, it } from 'vitest';
import { internalPort, isServer, type ProcessName, portsOf } from './ports.ts';

function all(shift: number): number[] {
  return (Object.entries(portsOf(shift)) as [ProcessName, number][]).flatMap(([name, port]) =>
    isServer(name) ? [port] : [port, internalPort(port)],
  );
}

const shifts = Array.from({ length: 100 }, (_, at) => 100 * (at + 1));

it('are all different in one installation', () => {
  expect(new Set(all(0)).size).toBe(all(0).length);
});

it('of two installations that a multiple of 100 lies between never meet, internal ones neither', () => {
  const own = new Set(all(0));
  expect(shifts.filter((shift) => all(shift).some((port) => own.has(port)))).toEqual([]);
});

it('of a usual shift lie below those that the kernel lends', () => {
  expect(Math.max(...all(5_000))).toBeLessThan(32_768);
});
