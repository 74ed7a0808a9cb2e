/**
 * The frame of every game: title bar, stage, one control bar, session strip, panels. A screen is
 * `export function XScreen({ game }: { game: GameDetail })` in features/casino/<game>/<game>-screen.tsx, with its line in player/casino/game.tsx:
 * it calls `const rounds = useRounds(game.id)`, draws `<GameStage game rounds ...>`, awaits `rounds.play(wager)`, animates `round.outcome`, calls `rounds.reveal()`.
 * Beside it: `useProfile` (jurisdiction), `useReducedMotion`, `useGameKeys`, `playSound`, `noticeWin`, and the colours `game`, `game-soft`, `game-ground`, `game-line`, `game-ink` of the game's hue.
 */
import type { GameDetail } from '@fairline/proto/casino/games';
import { sessionRoutes } from '@fairline/proto/casino/sessions';
import { i18n } from '@lingui/core';
import { ArrowLeft, BookOpen, History, Info, Maximize, Minimize, ShieldCheck, Volume2, VolumeX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { queryClient } from '../../../client/cache/query.ts';
import { call } from '../../../client/requests/call.ts';
import { sessionQuery } from '../../../domain/casino/queries.ts';
import { useExclusion } from '../../../domain/safe-play/exclusion.ts';
import { useStore } from '../../../store.ts';
import { Notice, SkeletonRows } from '../../../ui/content/states.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { useToastsAbove } from '../../../ui/notices/toasts-above.ts';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { useReducedMotion } from './motion.ts';
import { StagePanelsContext } from './panels.ts';
import { SessionStrip } from './session-strip.tsx';
import { soundStore } from './sound.ts';
import type { Rounds } from './use-rounds.ts';
import { WinNotices } from './win-notice.tsx';

const GameInfo = lazy(async () => ({ default: (await import('./game-info.tsx')).GameInfo }));
const GameNotices = lazy(async () => ({
  default: (await import('../../../domain/safe-play/game-notices.tsx')).GameNotices,
}));

type Panel = 'info' | 'rules' | 'history' | 'fairness';

interface GameStageProps {
  game: GameDetail;
  // biome-ignore lint/suspicious/noExplicitAny: the frame reads no wager and no outcome.
  rounds: Rounds<any>;
  /** The table, the reels, the wheel: fills the space and may scroll. The part that shows the result has `data-scene`. */
  children: ReactNode;
  /** The stake of the next press; 0 if there is none. */
  stakeMinor: number;
  /** The control bar: the stake at the left, the action (its button names the amount) at the right. */
  stake?: ReactNode;
  action: ReactNode;
  /** The paytable or the rules, for the panel of the control bar. */
  rules: ReactNode;
  /** For the info panel. */
  features: readonly string[];
  howToPlay: ReactNode;
  /** Called when the player resets the session: the screen resets its own counters. */
  onReset?: () => void;
}

export function GameStage({
  game,
  rounds,
  children,
  stakeMinor,
  stake,
  action,
  rules,
  features,
  howToPlay,
  onReset,
}: GameStageProps) {
  const [panel, setPanel] = useState<Panel | null>(null);
  const panels = use(StagePanelsContext);
  const titles = panelTitles();
  const toastsAbove = useToastsAbove();
  const stage = useSceneInView(rounds.phase);
  // An open hand can be finished without a new stake; the server refuses an action that needs one.
  const isClosed = useExclusion() !== undefined && rounds.round?.status !== 'open' && rounds.phase === 'ready';
  return (
    <div data-game={game.id} className="fixed inset-0 z-40 flex flex-col bg-ground">
      <title>{`${game.name} · Fairline`}</title>
      <TitleBar game={game} onInfo={() => setPanel('info')} onLeave={() => rounds.session && leaveSession(game.id)} />
      {/* The parts of a table keep their height: on a small screen the stage scrolls. It is a container, so that a wheel or a drum can be sized to fit into it. */}
      <div
        ref={stage}
        className="relative flex min-h-0 grow flex-col overflow-x-hidden overflow-y-auto bg-game-ground [container-type:size] *:shrink-0"
      >
        <WinNotices />
        {children}
      </div>
      <Messages game={game} rounds={rounds} />
      <Suspense>
        <GameNotices
          stakeMinor={stakeMinor}
          currency={rounds.currency}
          isOpen={rounds.round?.status === 'open'}
          held={rounds.phase !== 'ready'}
        />
      </Suspense>
      <div
        ref={toastsAbove}
        className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-ground px-3 py-2"
      >
        <fieldset disabled={isClosed} className="contents disabled:*:opacity-50">
          <div className="flex min-w-0 grow flex-wrap items-center gap-2">{stake}</div>
          <div className="flex min-w-0 grow flex-wrap items-center justify-end gap-2 sm:grow-0">{action}</div>
        </fieldset>
        <div className="flex items-center max-sm:w-full max-sm:justify-between short:absolute short:top-0.5 short:right-24">
          <IconButton label={titles.history} onClick={() => setPanel('history')}>
            <Icon of={History} size={20} />
          </IconButton>
          <IconButton label={titles.rules} onClick={() => setPanel('rules')}>
            <Icon of={BookOpen} size={20} />
          </IconButton>
          <IconButton label={titles.fairness} onClick={() => setPanel('fairness')}>
            <Icon of={ShieldCheck} size={20} />
          </IconButton>
          <SoundToggle />
        </div>
      </div>
      <SessionStrip rounds={rounds} onReset={onReset} />
      <Sheet open={panel !== null} onClose={() => setPanel(null)} title={panel ? titles[panel] : ''}>
        <div data-game={game.id}>
          {panel === 'info' && (
            <Suspense fallback={<SkeletonRows count={4} className="h-10" />}>
              <GameInfo game={game} currency={rounds.currency ?? 'USD'} features={features} howToPlay={howToPlay} />
            </Suspense>
          )}
          {panel === 'rules' && <div className="flex flex-col gap-4 p-4 text-13">{rules}</div>}
          {panel === 'history' && panels?.history(game)}
          {panel === 'fairness' && panels?.fairness(game)}
        </div>
      </Sheet>
    </div>
  );
}

/** Each press brings the part that shows the result (`data-scene`) into view: on a small screen it may be scrolled away. */
function useSceneInView(phase: Rounds['phase']) {
  const stage = useRef<HTMLDivElement>(null);
  const still = useReducedMotion();
  useEffect(() => {
    if (phase !== 'sending') return;
    stage.current
      ?.querySelector('[data-scene]')
      ?.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' });
  }, [phase, still]);
  return stage;
}

function panelTitles(): Record<Panel, string> {
  return {
    info: i18n._({ id: 'casino.panel.info', message: 'Info' }),
    rules: i18n._({ id: 'casino.panel.rules', message: 'Rules and RTP' }),
    history: i18n._({ id: 'casino.panel.history', message: 'Your rounds' }),
    fairness: i18n._({ id: 'casino.panel.fairness', message: 'Fairness' }),
  };
}

/** Going back to the lobby ends the session of the game; if the request fails, it ends by itself. */
function leaveSession(id: GameDetail['id']): void {
  void call(sessionRoutes.endSession, { params: { id } })
    .then(() => queryClient.invalidateQueries({ queryKey: sessionQuery(id).queryKey }))
    .catch(() => undefined);
}

function TitleBar({ game, onInfo, onLeave }: { game: GameDetail; onInfo: () => void; onLeave: () => void }) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-game-line bg-ground px-1">
      <Link
        to="/casino"
        onClick={onLeave}
        aria-label={i18n._({ id: 'casino.back', message: 'Back to the casino' })}
        title={i18n._({ id: 'casino.back', message: 'Back to the casino' })}
        className="inline-flex size-11 items-center justify-center rounded-control text-ink-soft hover:bg-raised hover:text-ink focus-visible:-outline-offset-2"
      >
        <Icon of={ArrowLeft} size={20} />
      </Link>
      <h1 className="display min-w-0 grow truncate text-16">{game.name}</h1>
      <FullscreenToggle />
      <IconButton label={panelTitles().info} onClick={onInfo} className="size-11">
        <Icon of={Info} size={20} />
      </IconButton>
    </header>
  );
}

function SoundToggle() {
  const on = useStore(soundStore);
  return (
    <IconButton
      label={
        on
          ? i18n._({ id: 'casino.sound.off', message: 'Turn sound off' })
          : i18n._({ id: 'casino.sound.on', message: 'Turn sound on' })
      }
      aria-pressed={on}
      onClick={() => soundStore.set(!on)}
      className="size-11"
    >
      <Icon of={on ? Volume2 : VolumeX} size={20} />
    </IconButton>
  );
}

function FullscreenToggle() {
  const [full, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const change = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', change);
    return () => document.removeEventListener('fullscreenchange', change);
  }, []);
  if (!document.fullscreenEnabled) return null;
  // The whole document goes full screen, so that panels and notices are visible too.
  const toggle = () =>
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined);
  return (
    <IconButton
      label={
        full
          ? i18n._({ id: 'casino.fullscreen.off', message: 'Leave full screen' })
          : i18n._({ id: 'casino.fullscreen.on', message: 'Full screen' })
      }
      aria-pressed={full}
      onClick={toggle}
      className="size-11"
    >
      <Icon of={full ? Minimize : Maximize} size={20} />
    </IconButton>
  );
}

/** The notice above the controls: a refusal, a late answer, a paused game. */
function Messages({ game, rounds }: Pick<GameStageProps, 'game' | 'rounds'>) {
  if (rounds.phase === 'undecided') {
    return (
      <Notice tone="live">
        {i18n._({
          id: 'casino.undecided',
          message:
            'Still waiting for the server. Your bet is placed once at most, and your balance shows whether it was taken.',
        })}
      </Notice>
    );
  }
  if (rounds.refusal) {
    return (
      <div role="alert" className="bg-down-soft px-4 py-3 text-13">
        {rounds.refusal}
      </div>
    );
  }
  if (game.active) return null;
  return (
    <Notice tone="live">
      {i18n._({ id: 'casino.paused', message: 'This game is paused right now. An open hand can be finished.' })}
    </Notice>
  );
}
