/** Whether a game is still revealing a result on this page. Windows with session figures wait meanwhile, because they would give the result away. */
import { createStore, useStore } from '../../store.ts';

const holders = createStore(0);

/** Holds reminder windows back until the returned function is called. */
export function holdWindows(): () => void {
  holders.set(holders.get() + 1);
  return () => holders.set(holders.get() - 1);
}

export const useHeldWindows = (): boolean => useStore(holders) > 0;
