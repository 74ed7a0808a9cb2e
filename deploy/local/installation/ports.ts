/**
 * The port of each process. One number shifts all of them, so a second installation needs nothing but another shift.
 */
import { createServer } from 'node:net';
import { gatewayPort, internalPortOffset, processes, type ServiceName, storesOf } from '@fairline/proto/processes';
import { Obstacle } from './obstacle.ts';

export type ServerName = 'postgres' | 'redis' | 'nats' | 'mongo';
export type ProcessName = ServerName | ServiceName | 'gateway';

/** Below the range that the kernel gives to outgoing connections (from 32768), so that no such connection can block a restart. */
const servers: Readonly<Record<ServerName, number>> = { postgres: 25_432, redis: 26_380, nats: 24_222, mongo: 27_117 };
export const loopback = '127.0.0.1';
export const serverNames = Object.keys(servers) as ServerName[];
export const serviceNames = Object.keys(processes) as ServiceName[];
/** The services that store documents, in MongoDB. */
export const documentServices = serviceNames.filter((name) => storesOf(name).includes('mongo'));
/** The processes that use Redis. */
export const redisProcesses = (['gateway', ...serviceNames] as const).filter((name) =>
  storesOf(name).includes('redis'),
);

export const isServer = (name: string): name is ServerName => name in servers;

export function portsOf(shift: number, gateway = gatewayPort + shift): Record<ProcessName, number> {
  const own = Object.entries(processes).map(([name, { port }]) => [name, port]);
  const shifted = [...Object.entries(servers), ...own].map(([name, port]) => [name, Number(port) + shift]);
  return { ...Object.fromEntries(shifted), gateway };
}

/** The port for health and metrics of a process. */
export const internalPort = (port: number) => port + internalPortOffset;

/** Every port that an installation listens on, with the process and the address. */
function listeningPorts(
  ports: Readonly<Record<ProcessName, number>>,
  host: string,
): { name: ProcessName; port: number; on: string }[] {
  return (Object.entries(ports) as [ProcessName, number][]).flatMap(([name, port]) => {
    const own = { name, port, on: name === 'gateway' ? host : loopback };
    return isServer(name) ? [own] : [own, { name, port: internalPort(port), on: loopback }];
  });
}

export async function refuseTakenPorts(
  ports: Readonly<Record<ProcessName, number>>,
  host: string,
  given: readonly string[],
): Promise<void> {
  for (const { name, port, on } of listeningPorts(ports, host)) {
    if (given.includes(name)) continue;
    const trouble = await bindTrouble(port, on);
    if (!trouble) continue;
    const way =
      name === 'gateway'
        ? 'set GATEWAY_PORT'
        : 'set FAIRLINE_PORT_SHIFT to another multiple of 100, by which every port moves';
    if (trouble === 'EADDRINUSE')
      throw new Obstacle(`Port ${port} (${name}) is taken by another program: stop it, or ${way}.`);
    throw new Obstacle(
      `Port ${port} (${name}) on ${on} cannot be listened on (${trouble}): ${way}${on === loopback ? '' : ' or GATEWAY_HOST'}.`,
    );
  }
}

/** Finds a shift at which every port is free, for an installation beside others. */
export async function freeShift(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const shift = 200 + 10 * Math.floor(Math.random() * 500);
    const troubles = await Promise.all(
      listeningPorts(portsOf(shift), loopback).map(({ port }) => bindTrouble(port, loopback)),
    );
    if (troubles.every((trouble) => trouble === undefined)) return shift;
  }
  throw new Obstacle('No free ports were found between 4301 and 32400.');
}

/** Finds free ports for servers that a test starts without a platform. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let attempt = 0; attempt < 500 && found.size < count; attempt++) {
    const port = 16_000 + Math.floor(Math.random() * 8_000);
    if (!(await bindTrouble(port, loopback))) found.add(port);
  }
  if (found.size < count) throw new Obstacle('No free ports were found between 16000 and 24000.');
  return [...found];
}

function bindTrouble(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (port < 1 || port > 65_535) return resolve('no such port');
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
