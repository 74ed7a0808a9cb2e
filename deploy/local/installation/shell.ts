/** Runs a program to its end and returns its output. If it fails, the error has the line of output that explains it. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

export class ProgramFailed extends Error {
  readonly output: string;

  constructor(program: string, output: string, ending: string) {
    super(`${program} ${ending}${reason(output)}`);
    this.output = output;
  }
}

/** `logFile` also gets all output. Aborting `signal` ends the program. */
export function run(program: string, args: readonly string[], options: SpawnOptions & { logFile?: string } = {}): Promise<string> {
  const { logFile, ...spawning } = options;
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
    child.once('close', (code, signal) =>
      code === 0 ? resolve(output) : reject(new ProgramFailed(program, output, signal ? `was ended by ${signal}` : `ended with ${code}`)),
    );
  });
}

/** The last line that looks like an error, else the last line. */
function reason(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const lastError = lines.findLast((line) => /error|fatal|denied|^E:|cannot|could not|unable/i.test(line)) ?? lines.at(-1);
  return lastError ? `: ${lastError.slice(0, 300)}` : '';
}
