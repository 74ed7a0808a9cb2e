/**
 * Toasts. The library loads with the first one, so no page waits for it. Errors stay until they are closed. Durations are the specification's: 4 s by default,
 * 2 s for a success.
 */
import { toasterReady } from './toaster.tsx';

const successMs = 2_000;
const infoMs = 4_000;

async function show(kind: 'success' | 'info' | 'error', text: string): Promise<void> {
  const toast = await toasterReady();
  const duration = { success: successMs, info: infoMs, error: Number.POSITIVE_INFINITY }[kind];
  toast[kind](text, { duration, id: `${kind}:${text}` });
}

export const notify = {
  success: (text: string) => void show('success', text),
  info: (text: string) => void show('info', text),
  error: (text: string) => void show('error', text),
};
