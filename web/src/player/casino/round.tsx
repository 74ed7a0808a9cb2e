/** One round: its picture, its money, its seeds, and Verify. */
import type { Round } from '@fairline/proto/casino/rounds';
import { Refusal } from '@fairline/proto/contract';
import { catalogue, type GameId, roundReference } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { multiplierText, roundStatusName } from '../../domain/casino/game-labels.ts';
import { roundQuery } from '../../domain/casino/queries.ts';
import { outcomeText, wagerRows } from '../../domain/casino/round-labels.ts';
import { Money } from '../../domain/money/money.tsx';
import { whenText } from '../../domain/people/display-settings.ts';
import { Value } from '../../features/casino/fairness/seeds.tsx';
import { VerifyPanel } from '../../features/casino/history/verify-panel.tsx';
import { Badge } from '../../ui/content/badge.tsx';
import { DetailList } from '../../ui/content/details.tsx';
import { EmptyState, ErrorState, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { CasinoFrame } from './frame.tsx';

// biome-ignore lint/suspicious/noExplicitAny: each picture takes the round of its own game, by whose id it is chosen.
type Picture = ComponentType<{ round: any }>;

/** The picture of a round, by game. */
const loaders: Readonly<Record<GameId, () => Promise<Picture>>> = {
  'mega-fortune-slots': async () => (await import('../../features/casino/slots/slot-result.tsx')).SlotResult,
  'premium-roulette': async () => (await import('../../features/casino/roulette/results.tsx')).RouletteResult,
  'professional-blackjack': async () =>
    (await import('../../features/casino/blackjack/blackjack-result.tsx')).BlackjackResult,
  'elite-baccarat': async () => (await import('../../features/casino/baccarat/baccarat-result.tsx')).BaccaratResult,
  'prize-lottery': async () => (await import('../../features/casino/lottery/lottery-result.tsx')).LotteryResult,
};

const pictures: Record<string, Picture> = Object.fromEntries(
  Object.entries(loaders).map(([id, load]) => [id, lazy(async () => ({ default: await load() }))]),
);

export function RoundPage() {
  const { id = '' } = useParams();
  const query = useQuery(roundQuery(id));
  const isUnknown = query.error instanceof Refusal && (query.error.status === 404 || query.error.status === 400);
  return (
    <CasinoFrame title={i18n._({ id: 'casino.round', message: 'Round' })}>
      {query.data && <RoundView key={query.data.id} round={query.data} />}
      {!query.data && query.isPending && <SkeletonRows count={4} className="h-24 rounded-card" />}
      {!query.data && query.isError && !isUnknown && (
        <ErrorState
          title={i18n._({ id: 'casino.round.failed', message: 'The round could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {!query.data && isUnknown && (
        <EmptyState title={i18n._({ id: 'casino.round.unknown', message: 'Round not found' })}>
          <ButtonLink look="secondary" size="small" to="/casino/history">
            {i18n._({ id: 'casino.history.all', message: 'All rounds' })}
          </ButtonLink>
        </EmptyState>
      )}
    </CasinoFrame>
  );
}

type RoundDetail = Round & { rules: Record<string, unknown> };

function RoundView({ round }: { round: RoundDetail }) {
  const [label, tone] = roundStatusName(round.status);
  const Picture = pictures[round.gameId];
  return (
    <div data-game={round.gameId} className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="display text-28">{catalogue[round.gameId].name}</h1>
        <span className="figures text-14 text-ink-soft">{roundReference(round.id)}</span>
        <Badge tone={tone}>{label}</Badge>
        <ButtonLink look="secondary" size="small" to={`/casino/${round.gameId}`} className="ml-auto">
          {round.status === 'open'
            ? i18n._({ id: 'casino.round.continue', message: 'Continue' })
            : i18n._({ id: 'casino.round.again', message: 'Play again' })}
        </ButtonLink>
      </header>
      {round.status === 'void' && (
        <Notice>
          {i18n._({
            id: 'casino.round.void',
            message: 'This round was voided. Its stake was returned and its payout taken back.',
          })}
        </Notice>
      )}
      <section
        aria-label={i18n._({ id: 'casino.round.outcome', message: 'Outcome' })}
        className="flex flex-col items-center gap-3 overflow-hidden rounded-sheet border border-game-line bg-game-ground p-4"
      >
        {Picture && (
          <Suspense fallback={<span className="h-48" />}>
            <Picture round={round} />
          </Suspense>
        )}
        <p className="text-center text-16 font-strong">{outcomeText(round)}</p>
      </section>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <RoundDetails round={round} />
          <Wager round={round} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <RoundSeeds round={round} />
          <VerifyPanel round={round} />
        </div>
      </div>
    </div>
  );
}

function RoundDetails({ round }: { round: RoundDetail }) {
  const { wagerMinor, payoutMinor, currency, status } = round;
  const isSettled = status === 'settled';
  return (
    <DetailList
      title={i18n._({ id: 'casino.round', message: 'Round' })}
      details={[
        [i18n._({ id: 'bet.stake', message: 'Stake' }), <Money key="stake" minor={wagerMinor} currency={currency} />],
        status !== 'open' && [
          i18n._({ id: 'bet.paid', message: 'Paid' }),
          <Money key="paid" minor={payoutMinor} currency={currency} />,
        ],
        isSettled && [
          i18n._({ id: 'summary.net', message: 'Net' }),
          <Money key="net" net minor={payoutMinor - wagerMinor} currency={currency} />,
        ],
        isSettled && [
          i18n._({ id: 'casino.multiplier', message: 'Multiplier' }),
          multiplierText(payoutMinor / wagerMinor),
        ],
        [i18n._({ id: 'casino.round.playedAt', message: 'Played' }), whenText(round.createdAt)],
        [i18n._({ id: 'casino.round.version', message: 'Game version' }), round.gameVersion],
      ]}
    />
  );
}

function Wager({ round }: { round: RoundDetail }) {
  const rows = wagerRows(round);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="wager" className="rounded-card border border-line bg-surface px-4 py-2">
      <h2 id="wager" className="flex h-10 items-center text-14 font-strong">
        {i18n._({ id: 'casino.round.wager', message: 'Bets' })}
      </h2>
      <ul>
        {rows.map(({ name, stakeMinor, payoutMinor }, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a round never changes, and two of its bets may be alike.
            key={place}
            className="flex min-h-10 items-center justify-between gap-4 border-t border-line py-1 text-13"
          >
            <span className="min-w-0">{name}</span>
            <span className="figures shrink-0 text-right">
              <Money minor={stakeMinor} currency={round.currency} className="text-ink-soft" />
              {payoutMinor !== undefined && (
                <>
                  {' → '}
                  <Money minor={payoutMinor} currency={round.currency} className="font-strong" />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RoundSeeds({ round }: { round: RoundDetail }) {
  return (
    <section aria-labelledby="seeds" className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h2 id="seeds" className="text-14 font-strong">
        {i18n._({ id: 'casino.round.seeds', message: 'Seeds' })}
      </h2>
      <Value
        name={i18n._({ id: 'casino.seeds.hash', message: 'Hash of the server seed' })}
        text={round.serverSeedHash}
      />
      {round.serverSeed !== undefined && (
        <Value name={i18n._({ id: 'casino.seeds.server', message: 'Server seed' })} text={round.serverSeed} />
      )}
      <Value name={i18n._({ id: 'casino.seeds.client', message: 'Client seed' })} text={round.clientSeed} />
      <Value name={i18n._({ id: 'casino.round.nonce', message: 'Round number (nonce)' })} text={String(round.nonce)} />
    </section>
  );
}
