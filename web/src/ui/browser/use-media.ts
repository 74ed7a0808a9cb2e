/** Whether the window is at least as wide as a breakpoint, for cases where CSS alone cannot switch the layout. */
import { useSyncExternalStore } from 'react';

const widths = { md: '48rem', xl: '80rem' };

function watch(width: keyof typeof widths) {
  const query = () => matchMedia(`(min-width: ${widths[width]})`);
  const subscribe = (listener: () => void) => {
    const media = query();
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return { subscribe, read: () => query().matches };
}
const watches = { md: watch('md'), xl: watch('xl') };

export function useAtLeast(width: keyof typeof widths): boolean {
  const { subscribe, read } = watches[width];
  return useSyncExternalStore(subscribe, read, () => false);
}
