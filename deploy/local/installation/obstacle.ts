/**
 * An obstacle to a command that one clear line explains: a taken port, a missing right, a broken download.
 * Anything else is a fault of ours and keeps its stack.
 */
export class Obstacle extends Error {}

/** Runs a command of the terminal: an obstacle ends it with its one line, a fault with everything known about it. */
export async function command(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Obstacle ? `✗ ${error.message}` : error);
    process.exit(1);
  }
}
