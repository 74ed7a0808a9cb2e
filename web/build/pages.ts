/** The pages that a visitor can land on: the modules that each shows at once, loaded together with the entry, and the scripts that it may load later. */
import type { Rolldown } from 'vite';
import { playerPages, sourceOf } from '../src/pages.ts';

export interface Page {
  name: string;
  /** First segments of the URLs that the page serves. */
  paths: readonly string[];
  modules: readonly string[];
  scriptsKB: number;
}

const member = 'src/player/frame/member.tsx';
const firstOf = (path: string) => path.split('/')[0] as string;

/** A game is opened from the lobby, so no visit begins with its files. */
const gamePage = (screen: string): Page => ({
  name: firstOf(screen),
  paths: [],
  modules: ['src/player/casino/game.tsx', `src/features/casino/${screen}-screen.tsx`, member],
  scriptsKB: 236,
});

export const pages: readonly Page[] = [
  ...playerPages.flatMap((page): Page[] => {
    const { path, access, scriptsKB, parts = [] } = page;
    if (scriptsKB === undefined) return [];
    const modules = [sourceOf(page).file, ...parts].map((file) => `src/${file}`);
    return [
      {
        name: firstOf(path) || 'landing',
        paths: [firstOf(path)],
        modules: access === 'player' ? [...modules, member] : modules,
        scriptsKB,
      },
    ];
  }),
  ...['slots/slots', 'roulette/roulette', 'blackjack/blackjack', 'baccarat/baccarat', 'lottery/lottery'].map(gamePage),
];

const open = new Set(playerPages.filter(({ access }) => access !== 'player').map(({ path }) => path));
/** First segments of the pages for players only, unless an open page has the same URL. Visitors are sent to sign in. */
export const playerPaths: readonly string[] = [
  ...new Set(playerPages.filter(({ access }) => access === 'player').map(({ path }) => firstOf(path))),
].filter((first) => !open.has(first));

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
