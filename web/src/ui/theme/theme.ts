/** Dark or light: the system's choice until the person makes one. The first paint is set by /theme.js from the same store. */
import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';
export type ThemeChoice = Theme | 'system';

const store = 'fairline.theme';
const listeners = new Set<() => void>();
let choice: ThemeChoice = readStoredChoice();

function readStoredChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(store);
    return kept === 'dark' || kept === 'light' ? kept : 'system';
  } catch {
    return 'system';
  }
}

function currentTheme(): Theme {
  if (typeof document === 'undefined') return 'dark';
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

function apply(): void {
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  const theme = choice === 'system' ? system : choice;
  document.documentElement.dataset.theme = theme;
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--color-ground');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground.trim());
  for (const listener of listeners) listener();
}

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  try {
    if (next === 'system') localStorage.removeItem(store);
    else localStorage.setItem(store, next);
  } catch {
    // The choice then lasts as long as the page.
  }
  apply();
}

/** Follows the system, and other tabs. */
export function watchTheme(): void {
  apply();
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key !== store) return;
    choice = readStoredChoice();
    apply();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): { theme: Theme; choice: ThemeChoice } {
  const theme = useSyncExternalStore(subscribe, currentTheme, () => 'dark' as const);
  const chosen = useSyncExternalStore(
    subscribe,
    () => choice,
    () => 'system' as const,
  );
  return { theme, choice: chosen };
}
