/** Runs a script with the environment of one process of a running platform. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServiceName } from '@fairline/proto/processes';
import type { Environment } from './environment.ts';
import type { Platform } from './platform.ts';

/** Resolves to the exit code of the script. */
export async function runAs(
  platform: Platform,
  service: ServiceName,
  script: string,
  args: readonly string[] = [],
  environment: Environment = {},
): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: 'inherit',
    env: { ...platform.environmentOf(service), ...environment },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Verifies the audit log, with the password of the administrator of NATS, who alone may read the stream of its heads. Resolves to the exit code. */
export function verifyAuditLog(platform: Platform): Promise<number> {
  const { NATS_PASSWORD: password = '' } = platform.administratorEnvironment;
  return runAs(platform, 'risk', 'services/risk/audit/verify.ts', [], { NATS_ADMIN_PASSWORD: password });
}
