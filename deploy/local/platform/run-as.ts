/** Runs a script with the environment of one process of a running platform. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServiceName } from '@fairline/proto/services';
import type { Platform } from './platform.ts';

/** Resolves to the exit code of the script. */
export async function runAs(platform: Platform, service: ServiceName, script: string, args: readonly string[] = []): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', env: platform.environmentOf(service) });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
