/**
 * The rounds of one game on the screen: one key per press, an open round resumed, refusals as sentences, and money that is shown only after the result.
 * The server decides first; the screen animates what it decided and then calls `reveal`.
 */
import { type Round, type RoundOf, roundRefusals, roundRoutes, type WagerOf } from '@fairline/proto/casino/rounds';
import { type GameSession, sessionRoutes } from '@fairline/proto/casino/sessions';
import { Refusal } from '@fairline/proto/contract';
import type { HandAction } from '@fairline/proto/games/blackjack';
import type { GameId } from '@fairline/proto/games/catalogue';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../client/requests/call.ts';
import { casinoKeys, sessionQuery } from '../../../domain/casino/queries.ts';
import { playRefusalText } from './refusal-labels.ts';
import { answerTimeoutMs, sendUntilDecided } from './send-round.ts';

/**
 * `loading`: an open round is being looked for. `ready`: a press may begin a round. `sending`: pressed, no answer yet; an animation may begin.
 * `undecided`: the answer is late and the same press is repeated. `showing`: the result is here and is being animated, until `reveal`.
 */
export type RoundPhase = 'loading' | 'ready' | 'sending' | 'undecided' | 'showing';

export interface Rounds<G extends GameId = GameId> {
  readonly gameId: G;
  readonly phase: RoundPhase;
  /** The round played or resumed last; its `status` is `open` while a hand waits for an action. */
  readonly round: RoundOf<G> | undefined;
  /** Why the last press was refused, in words; null where it was not. Nothing was staked then. */
  readonly refusal: string | null;
  /** The play currency and what may be staked, as far as the screen has shown it. Absent while it is being read. */
  readonly currency: PlayCurrencyCode | undefined;
  readonly balanceMinor: number | undefined;
  /** Totals of the session, held back like the balance. */
  readonly session: GameSession | undefined;
  /** Plays one round. Answers it, or null where it was refused. A press during `showing` reveals that result first; any other press while one is under way is ignored. */
  play(wager: WagerOf<G>): Promise<RoundOf<G> | null>;
  /** Plays the open hand on, as `play` does. A hand that moved on in another tab is read again. */
  act(action: HandAction): Promise<RoundOf<G> | null>;
  /** The animation has shown the result: balance and session follow, and the next press may come. */
  reveal(): void;
  /** Shows a sentence of the screen's own in the place of a refusal, such as "Please place at least one bet!"; null clears it. */
  refuse(text: string | null): void;
  resetSession(): Promise<void>;
}

const balanceQuery = queryOptions({ queryKey: ['wallet', 'balance'], queryFn: ({ signal }) => call(ledgerRoutes.balance, { signal }) });

const openQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...casinoKeys.rounds, 'open', gameId],
    queryFn: ({ signal }) => call(roundRoutes.rounds, { query: { game: gameId, status: 'open' }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** What the screen shows of the money while a round is under way. */
interface Held {
  balanceMinor: number | undefined;
  session: GameSession | undefined;
}

export function useRounds<G extends GameId>(gameId: G): Rounds<G> {
  const client = useQueryClient();
  const balance = useQuery(balanceQuery).data;
  const session = useQuery(sessionQuery(gameId)).data?.session;
  const open = useQuery(openQuery(gameId));
  const [phase, setPhase] = usePhase();
  const [round, setRound] = useState<RoundOf<G>>();
  const [refusal, refuse] = useState<string | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const gone = useRef(new AbortController());
  useEffect(() => {
    gone.current = new AbortController();
    return () => gone.current.abort();
  }, []);

  const shown: Held = held ?? { balanceMinor: balance?.playableMinor, session };
  const now = useRef({ round, shown, currency: balance?.currency });
  now.current = { round, shown, currency: balance?.currency };

  const refetch = useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: balanceQuery.queryKey }, { cancelRefetch: false }),
        client.invalidateQueries({ queryKey: sessionQuery(gameId).queryKey }, { cancelRefetch: false }),
      ]),
    [client, gameId],
  );
  const fresh = useRef<Promise<unknown>>(Promise.resolve());

  const reveal = useCallback(() => {
    if (phase.current !== 'showing') return;
    const payoutMinor = now.current.round?.payoutMinor ?? 0;
    setPhase('ready');
    setHeld((before) => before && { ...before, balanceMinor: before.balanceMinor === undefined ? undefined : before.balanceMinor + payoutMinor });
    void fresh.current.finally(() => phase.current === 'ready' && setHeld(null));
  }, [phase, setPhase]);

  const press = useCallback(
    async (send: (key: string) => Promise<Round>, action?: HandAction): Promise<RoundOf<G> | null> => {
      if (phase.current === 'showing') reveal();
      if (phase.current !== 'ready') return null;
      const before = now.current;
      const stakedMinor = action ? (before.round?.wagerMinor ?? 0) : 0;
      setPhase('sending');
      refuse(null);
      setHeld((still) => still ?? before.shown);
      try {
        const answer = await sendUntilDecided({ send, signal: gone.current.signal, onUndecided: () => !gone.current.signal.aborted && setPhase('undecided') });
        if (gone.current.signal.aborted) return null;
        const next = answer as unknown as RoundOf<G>;
        const takenMinor = next.wagerMinor - stakedMinor;
        setHeld((still) => still && { ...still, balanceMinor: still.balanceMinor === undefined ? undefined : still.balanceMinor - takenMinor });
        setRound(next);
        setPhase('showing');
        fresh.current = refetch();
        return next;
      } catch (error) {
        if (gone.current.signal.aborted) return null;
        setPhase('ready');
        setHeld(null);
        void refetch();
        refuse(playRefusalText(error, before.currency, action));
        const openId = error instanceof Refusal && error.is(roundRefusals.notYourTurn) ? before.round?.id : openRoundOf(error);
        if (openId) setRound((await call(roundRoutes.round, { params: { id: openId } }).catch(() => before.round)) as RoundOf<G> | undefined);
        return null;
      }
    },
    [phase, setPhase, refetch, reveal],
  );

  useOpenRound({ gameId, open, phase, setPhase, round, setRound: setRound as (round: Round) => void });

  return {
    gameId,
    phase: phase.current,
    round,
    refusal,
    currency: balance?.currency,
    balanceMinor: shown.balanceMinor,
    session: shown.session,
    reveal,
    refuse,
    play: useCallback(
      (wager) =>
        press((key) => call(roundRoutes.play, { params: { id: gameId }, body: { wager: wager as Record<string, unknown> }, key, timeoutMs: answerTimeoutMs })),
      [press, gameId],
    ),
    act: useCallback(
      async (action) => {
        const hand = now.current.round;
        if (hand?.status !== 'open') return null;
        const body = { action, after: hand.actions.length };
        return press((key) => call(roundRoutes.act, { params: { id: hand.id }, body, key, timeoutMs: answerTimeoutMs }), action);
      },
      [press],
    ),
    resetSession: useCallback(async () => {
      const fresh = await call(sessionRoutes.resetSession, { params: { id: gameId } });
      client.setQueryData(sessionQuery(gameId).queryKey, fresh);
    }, [client, gameId]),
  };
}

type PhaseRef = { readonly current: RoundPhase };

/** The phase as a ref, so that two presses in one frame see each other, which draws the component anew when it changes. */
function usePhase(): [PhaseRef, (next: RoundPhase) => void] {
  const phase = useRef<RoundPhase>('loading');
  const [, draw] = useState<RoundPhase>('loading');
  const set = useCallback((next: RoundPhase) => {
    phase.current = next;
    draw(next);
  }, []);
  return [phase, set];
}

interface OpenRound {
  gameId: GameId;
  open: { data: { items: Round[] } | undefined; isError: boolean };
  phase: PhaseRef;
  setPhase: (next: RoundPhase) => void;
  round: Pick<Round, 'id' | 'status' | 'actions'> | undefined;
  setRound: (round: Round) => void;
}

/** Resumes the open round after a reload, and takes over what another tab did with it. */
function useOpenRound({ open, phase, setPhase, round, setRound }: OpenRound): void {
  const latest = useRef(round);
  latest.current = round;
  const { data, isError } = open;
  useEffect(() => {
    if (!data && !isError) return;
    const isFirst = phase.current === 'loading';
    if (isFirst) setPhase('ready');
    if (phase.current !== 'ready') return;
    const found = data?.items[0];
    const shown = latest.current;
    if (found && (isFirst || (found.id === shown?.id && found.actions.length > shown.actions.length))) setRound(found);
    if (!found && data && shown?.status === 'open') void call(roundRoutes.round, { params: { id: shown.id } }).then(setRound, () => undefined);
  }, [data, isError, phase, setPhase, setRound]);
}

function openRoundOf(error: unknown): string | undefined {
  const roundId = error instanceof Refusal && error.code === 'round_open' ? error.params?.roundId : undefined;
  return typeof roundId === 'string' ? roundId : undefined;
}
