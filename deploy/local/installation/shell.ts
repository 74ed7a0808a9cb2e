/** Runs a program to its end and returns its output. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

export class ProgramFailed extends Error {
  readonly output: string;

  constructor(program: string, output: string, ending: string) {
    super(`${program} ${ending}${reason(output)}`);
    this.output = output;
  }
}

type Options = SpawnOptions & { logFile?: string };

/** If the program fails, the error has the line of output that explains it. */
export async function run(program: string, args: readonly string[], options?: Options): Promise<string> {
  const { code, signal, output } = await runToEnd(program, args, options);
  if (code !== 0) throw new ProgramFailed(program, output, signal ? `was ended by ${signal}` : `ended with ${code}`);
  return output;
}

/** Returns also how the program ended; fails only if it cannot be started. `logFile` also gets all output. Aborting `signal` ends the program. */
export function runToEnd(
  program: string,
  args: readonly string[],
  { logFile, ...spawning }: Options = {},
): Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...spawning });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk;
      if (logFile) appendFileSync(logFile, chunk);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => reject(new ProgramFailed(program, output, error.message)));
    child.once('close', (code, signal) => resolve({ code, signal, output }));
  });
}

/** The last line that looks like an error, else the last line. */
function reason(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const lastError =
    lines.findLast((line) => /error|fatal|denied|^E:|cannot|could not|unable/i.test(line)) ?? lines.at(-1);
  return lastError ? `: ${lastError.slice(0, 300)}` : '';
}
