/**
 * The rounds of one game on the screen: one key per press, an open round resumed, refusals as text, and money shown only after the result. The server decides
 * first; the screen animates the outcome and then calls `reveal`.
 */

import { fairnessRefusals } from '@fairline/proto/casino/fairness';
import { type Round, type RoundOf, roundRefusals, roundRoutes, type WagerOf } from '@fairline/proto/casino/rounds';
import { type GameSession, sessionRoutes } from '@fairline/proto/casino/sessions';
import { Refusal } from '@fairline/proto/contract';
import type { HandAction } from '@fairline/proto/games/blackjack';
import { catalogue, type GameId } from '@fairline/proto/games/catalogue';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { call } from '../../../client/requests/call.ts';
import { casinoKeys, sessionQuery } from '../../../domain/casino/queries.ts';
import { playableOn } from '../../../domain/money/playable.ts';
import { readAfterRefusal } from '../../../domain/safe-play/queries.ts';
import { holdWindows } from '../../../domain/safe-play/shown-play.ts';
import type { playRefusalText } from './round-refusal.ts';
import { answerTimeoutMs, sendUntilDecided } from './send-round.ts';

/**
 * `loading`: looking for an open round. `ready`: a press can start a round. `sending`: pressed, no response yet; an animation can start. `undecided`: the
 * response is late and the same press is retried. `showing`: the result has arrived and is animated until `reveal`.
 */
export type RoundPhase = 'loading' | 'ready' | 'sending' | 'undecided' | 'showing';

export interface Rounds<G extends GameId = GameId> {
  readonly gameId: G;
  readonly phase: RoundPhase;
  /** The round played or resumed last; its `status` is `open` while a hand waits for an action. */
  readonly round: RoundOf<G> | undefined;
  /** Why the last press was refused, as text; null if it was not. Nothing was staked then. */
  readonly refusal: string | null;
  /** The play currency and the playable amount, as the screen has shown them so far. Absent while loading. */
  readonly currency: PlayCurrencyCode | undefined;
  readonly balanceMinor: number | undefined;
  /** Totals of the session, held back like the balance. */
  readonly session: GameSession | undefined;
  /**
   * Plays one round; resolves with it, or with null if it was refused. A press during `showing` first reveals that result; any other press during a round is
   * ignored.
   */
  play(wager: WagerOf<G>): Promise<RoundOf<G> | null>;
  /** Takes an action on the open hand, like `play`. A hand that changed in another tab is refetched. */
  act(action: HandAction): Promise<RoundOf<G> | null>;
  /** Called when the animation has shown the result: balance and session update, and the next press is accepted. */
  reveal(): void;
  /** Shows the screen's own message in place of a refusal, such as "Please place at least one bet!"; null clears it. */
  refuse(text: string | null): void;
  resetSession(): Promise<void>;
}

const balanceQuery = queryOptions({
  queryKey: ['wallet', 'balance'],
  queryFn: ({ signal }) => call(ledgerRoutes.balance, { signal }),
});

const openQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...casinoKeys.rounds, 'open', gameId],
    queryFn: ({ signal }) => call(roundRoutes.rounds, { query: { game: gameId, status: 'open' }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  });

export function useRounds<G extends GameId>(gameId: G): Rounds<G> {
  const client = useQueryClient();
  const money = useHeldMoney(gameId);
  const [phase, setPhase] = usePhase();
  const [round, setRound] = useState<RoundOf<G>>();
  const [refusal, refuse] = useState<string | null>(null);
  const gone = useAbortOnLeave();
  const isShowing = phase.current === 'sending' || phase.current === 'showing';
  useEffect(() => (isShowing ? holdWindows() : undefined), [isShowing]);
  const now = useRef({ round, money });
  now.current = { round, money };
  useOpenRound({ gameId, phase, setPhase, round, setRound: setRound as (round: Round) => void });

  const reveal = useCallback(() => {
    if (phase.current !== 'showing') return;
    setPhase('ready');
    now.current.money.release(now.current.round?.payoutMinor ?? 0, () => phase.current === 'ready');
  }, [phase, setPhase]);

  const press = useCallback(
    async (send: (key: string) => Promise<Round>, action?: HandAction): Promise<RoundOf<G> | null> => {
      reveal();
      if (phase.current !== 'ready') return null;
      const { signal } = gone.current;
      const { round: before, money: held } = now.current;
      setPhase('sending');
      refuse(null);
      held.hold();
      try {
        const answer = await sendUntilDecided({
          send,
          signal,
          onUndecided: () => !signal.aborted && setPhase('undecided'),
        });
        if (signal.aborted) return null;
        const next = answer as unknown as RoundOf<G>;
        held.take(next.wagerMinor - (action ? (before?.wagerMinor ?? 0) : 0));
        setRound(next);
        now.current.round = next;
        setPhase('showing');
        return next;
      } catch (error) {
        if (signal.aborted) return null;
        held.drop();
        readAfterRefusal(error);
        refuse(await refusalText(error, held.currency, action));
        const openId = staleRoundOf(error, before?.id);
        if (openId)
          setRound(
            (await call(roundRoutes.round, { params: { id: openId } }).catch(() => before)) as RoundOf<G> | undefined,
          );
        setPhase('ready');
        return null;
      }
    },
    [phase, setPhase, reveal, gone],
  );

  const play = useCallback(
    (wager: WagerOf<G>) => {
      const body = { wager: wager as Record<string, unknown> };
      return press((key) => call(roundRoutes.play, { params: { id: gameId }, body, key, timeoutMs: answerTimeoutMs }));
    },
    [press, gameId],
  );
  const act = useCallback(
    async (action: HandAction) => {
      const hand = now.current.round;
      if (hand?.status !== 'open') return null;
      const body = { action, after: hand.actions.length };
      return press(
        (key) => call(roundRoutes.act, { params: { id: hand.id }, body, key, timeoutMs: answerTimeoutMs }),
        action,
      );
    },
    [press],
  );
  const resetSession = useCallback(async () => {
    client.setQueryData(
      sessionQuery(gameId).queryKey,
      await call(sessionRoutes.resetSession, { params: { id: gameId } }),
    );
  }, [client, gameId]);

  const { currency, balanceMinor, session } = money;
  return {
    gameId,
    phase: phase.current,
    round,
    refusal,
    currency,
    balanceMinor,
    session,
    play,
    act,
    reveal,
    refuse,
    resetSession,
  };
}

/** The game's own text, or the server's if that cannot be loaded. */
async function refusalText(...refused: Parameters<typeof playRefusalText>): Promise<string> {
  const text = await import('./round-refusal.ts').then(
    (file) => file.playRefusalText,
    () => errorText,
  );
  return text(...refused);
}

interface HeldMoney extends Pick<Rounds, 'currency' | 'balanceMinor' | 'session'> {
  /** Freezes the shown balance until `release` or `drop`. */
  hold(): void;
  /** A stake was taken: refetches the money in the background. */
  take(stakeMinor: number): void;
  /** The result was shown: adds the payout, and switches to the server's figures once they have arrived and `isDue`. */
  release(payoutMinor: number, isDue: () => boolean): void;
  drop(): void;
}

/** Balance and session from the server, held back while a result is not shown yet. */
function useHeldMoney(gameId: GameId): HeldMoney {
  const client = useQueryClient();
  const balance = useQuery(balanceQuery).data;
  const session = useQuery(sessionQuery(gameId)).data?.session;
  const [held, setHeld] = useState<Pick<HeldMoney, 'balanceMinor' | 'session'> | null>(null);
  const fresh = useRef<Promise<unknown>>(Promise.resolve());
  const shown = held ?? { balanceMinor: balance && playableOn(balance, catalogue[gameId].category), session };
  const move = (movedMinor: number) =>
    setHeld(
      (still) =>
        still && {
          ...still,
          balanceMinor: still.balanceMinor === undefined ? undefined : still.balanceMinor + movedMinor,
        },
    );
  const refetch = () =>
    Promise.all(
      [balanceQuery.queryKey, sessionQuery(gameId).queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  return {
    ...shown,
    currency: balance?.currency,
    hold: () => setHeld((still) => still ?? shown),
    take(stakeMinor) {
      move(-stakeMinor);
      fresh.current = refetch();
    },
    release(payoutMinor, isDue) {
      move(payoutMinor);
      void fresh.current.finally(() => isDue() && setHeld(null));
    },
    drop() {
      setHeld(null);
      void refetch();
    },
  };
}

interface PhaseRef {
  readonly current: RoundPhase;
}

/** The phase as a ref, so that two presses in one frame see each other; a change renders the component again. */
function usePhase(): [PhaseRef, (next: RoundPhase) => void] {
  const phase = useRef<RoundPhase>('loading');
  const [, draw] = useState<RoundPhase>('loading');
  const set = useCallback((next: RoundPhase) => {
    phase.current = next;
    draw(next);
  }, []);
  return [phase, set];
}

/** Retries end when the player leaves: rounds accepted by then are in the history. */
function useAbortOnLeave(): { readonly current: AbortController } {
  const gone = useRef(new AbortController());
  useEffect(() => {
    gone.current = new AbortController();
    return () => gone.current.abort();
  }, []);
  return gone;
}

interface OpenRound {
  gameId: GameId;
  phase: PhaseRef;
  setPhase: (next: RoundPhase) => void;
  round: Pick<Round, 'id' | 'status' | 'actions'> | undefined;
  setRound: (round: Round) => void;
}

/** Resumes the open hand after a reload, and follows another tab's actions on it. A settled hand never comes back. */
function useOpenRound({ gameId, phase, setPhase, round, setRound }: OpenRound): void {
  const { data, isError } = useQuery(openQuery(gameId));
  const latest = useRef(round);
  latest.current = round;
  const settled = useRef(new Set<string>());
  if (round && round.status !== 'open') settled.current.add(round.id);
  useEffect(() => {
    if (!data && !isError) return;
    if (phase.current === 'loading') setPhase('ready');
    if (phase.current !== 'ready') return;
    const found = data?.items.find(({ id }) => !settled.current.has(id));
    const shown = latest.current;
    const isNews = shown?.status !== 'open' || (found?.id === shown.id && found.actions.length > shown.actions.length);
    if (found && isNews) setRound(found);
    if (!found && data && shown?.status === 'open')
      void call(roundRoutes.round, { params: { id: shown.id } }).then(setRound, () => undefined);
  }, [data, isError, phase, setPhase, setRound]);
}

/** The round to refetch after a refusal: one that changed elsewhere, or one that is still open. */
function staleRoundOf(error: unknown, shownId: string | undefined): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.is(roundRefusals.notYourTurn)) return shownId;
  const roundId = error.is(fairnessRefusals.roundOpen) ? error.params?.roundId : undefined;
  return typeof roundId === 'string' ? roundId : undefined;
}
