/** The debugger of one process: `INSPECT=betting make dev` lets it accept one on loopback. A debugger can read every secret of its process, so it is off otherwise. */
import { Obstacle } from '../installation/obstacle.ts';
import { loopback, serviceNames } from '../installation/ports.ts';

/** The default port of Node, which editors know. */
const port = 9229;

export function refuseUnknownInspected(inspected: string | undefined): void {
  const names = [...serviceNames, 'gateway'];
  if (inspected && !names.includes(inspected))
    throw new Obstacle(`INSPECT is ${inspected}: it must be one of ${names.join(', ')}.`);
}

export function debuggerFlags(name: string, inspected: string | undefined): string[] {
  return name === inspected ? [`--inspect=${loopback}:${port}`] : [];
}
