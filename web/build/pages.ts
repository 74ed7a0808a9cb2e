/** The pages a visitor can land on: the modules each shows at once, fetched beside the entry, and the scripts they may come to. */
import type { Rolldown } from 'vite';

export interface Page {
  name: string;
  /** First segments of the addresses it answers. */
  paths: readonly string[];
  modules: readonly string[];
  scriptsKB: number;
}

const member = 'src/player/frame/member.tsx';

/** A game is opened from the lobby, so no address begins with its files. */
const gamePage = (screen: string): Page => ({
  name: screen.split('/')[0] as string,
  paths: [],
  modules: ['src/player/casino/game.tsx', `src/features/casino/${screen}-screen.tsx`, member],
  scriptsKB: 232,
});

export const pages: readonly Page[] = [
  { name: 'landing', paths: [''], modules: ['src/player/home/landing.tsx'], scriptsKB: 185 },
  { name: 'login', paths: ['login'], modules: ['src/player/access/login.tsx'], scriptsKB: 195 },
  { name: 'sports', paths: ['sports', 'live'], modules: ['src/player/betting/sports.tsx', member, 'src/player/betting/slip.tsx'], scriptsKB: 228 },
  { name: 'event', paths: ['fixtures'], modules: ['src/player/betting/fixture.tsx', member, 'src/player/betting/slip.tsx'], scriptsKB: 228 },
  { name: 'bets', paths: ['bets'], modules: ['src/player/betting/bets.tsx', member], scriptsKB: 210 },
  { name: 'dashboard', paths: ['dashboard'], modules: ['src/player/home/dashboard.tsx', member], scriptsKB: 214 },
  { name: 'wallet', paths: ['wallet'], modules: ['src/player/account/wallet.tsx', member], scriptsKB: 210 },
  { name: 'promotions', paths: ['promotions'], modules: ['src/player/account/promotions.tsx', member], scriptsKB: 210 },
  { name: 'casino', paths: ['casino'], modules: ['src/player/casino/lobby.tsx', member], scriptsKB: 217 },
  { name: 'support', paths: ['support'], modules: ['src/player/support/support.tsx', member], scriptsKB: 225 },
  { name: 'safe-play', paths: ['safe-play'], modules: ['src/player/account/safe-play.tsx'], scriptsKB: 215 },
  ...['slots/slots', 'roulette/roulette', 'blackjack/blackjack', 'baccarat/baccarat', 'lottery/lottery'].map(gamePage),
];

/** Pages for players only: visitors are sent to sign in. */
export const playerPaths: readonly string[] = ['dashboard', 'account', 'sports', 'live', 'fixtures', 'bets', 'wallet', 'casino', 'promotions', 'support'];

/** The chunk and everything it imports statically. */
export function reach(bundle: Rolldown.OutputBundle, name: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (seen.has(name) || chunk?.type !== 'chunk') return seen;
  seen.add(name);
  for (const next of chunk.imports) reach(bundle, next, seen);
  return seen;
}

/** The entry with its imports, and the files of a page beyond it. */
export function chunksOf(bundle: Rolldown.OutputBundle, page: Page): { shell: Set<string>; all: Set<string> } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('The build has no entry');
  const shell = reach(bundle, entry.fileName);
  const all = new Set(shell);
  for (const module of page.modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (!chunk) throw new Error(`${page.name} names ${module}, which is not fetched by itself any more`);
    reach(bundle, chunk.fileName, all);
  }
  return { shell, all };
}
