/**
 * An expected reason why a command cannot go on, explained in one line: a taken port, a missing right, a failed download.
 * Any other error is a bug of ours and is printed with its stack.
 */
export class Obstacle extends Error {}

/** Runs a terminal command. It exits with 1 after an obstacle, printing its line, and after any other error, printing all of it. */
export async function command(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Obstacle ? `✗ ${error.message}` : error);
    process.exit(1);
  }
}
