/** Dark or light: the system's choice until the user makes one. /theme.js sets the first paint from the same store. */
import { createStore, useStore } from '../../store.ts';

export type Theme = 'dark' | 'light';
export type ThemeChoice = Theme | 'system';

const name = 'fairline.theme';
let choice: ThemeChoice = readStoredChoice();
/** The document's theme. */
const drawn = createStore<{ theme: Theme; choice: ThemeChoice }>({ theme: 'dark', choice: 'system' });

function readStoredChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(name);
    return kept === 'dark' || kept === 'light' ? kept : 'system';
  } catch {
    return 'system';
  }
}

function apply(): void {
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  const theme: Theme = choice === 'system' ? system : choice;
  document.documentElement.dataset.theme = theme;
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--color-ground');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground.trim());
  drawn.set({ theme, choice });
}

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  try {
    if (next === 'system') localStorage.removeItem(name);
    else localStorage.setItem(name, next);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply();
}

/** Follows the system and other tabs. */
export function watchTheme(): void {
  apply();
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key !== name) return;
    choice = readStoredChoice();
    apply();
  });
}

export const useTheme = (): { theme: Theme; choice: ThemeChoice } => useStore(drawn);
