/** One game in a drawer: the reason for a pause, its figures, actual against expected RTP, its versions with their PAR sheets, and its actions. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { OperatorGame } from '@fairline/proto/casino/desk';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { categoryName, rtpText, volatilityName } from '../../domain/casino/game-labels.ts';
import { Money } from '../../domain/money/money.tsx';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { countText, percentText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { DetailList } from '../../ui/content/details.tsx';
import { KeyHint, useKeyShortcuts } from '../../ui/content/shortcuts.tsx';
import { Notice } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { StateBadges } from './badges.tsx';
import { ActiveDialog, activationText, EditRtpDialog } from './game-actions.tsx';
import { marginOf, marginTone } from './margin.ts';
import { ParSheetDialog } from './par-sheet.tsx';
import { reportCurrency } from './summary.tsx';

type Asked = 'active' | 'rtp' | { version: number };

export function GameSheet({
  game,
  operator,
  onClose,
}: {
  game: OperatorGame | undefined;
  operator: Operator;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <>
      <Sheet
        open={game !== undefined}
        onClose={onClose}
        title={game?.name ?? ''}
        foot={
          game &&
          hasPermission(operator, 'casino') && <Actions game={game} asking={asked !== undefined} onAsk={setAsked} />
        }
      >
        {game && (
          <div className="flex flex-col gap-4 p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <StateBadges game={game} />
              <Link
                to={`/admin/games/rounds?game=${game.id}`}
                className="text-13 font-medium underline underline-offset-4"
              >
                {i18n._({ id: 'games.itsRounds', message: 'Rounds' })}
              </Link>
            </div>
            <Paused game={game} />
            <Figures game={game} />
            <ReturnsPanel game={game} />
            <Versions game={game} operator={operator} onOpen={(version) => setAsked({ version })} />
            {!game.rtpEditable && (
              <p className="text-12 text-ink-soft">
                {i18n._({
                  id: 'games.rtpFixed',
                  message: 'The RTP of this game is fixed by its rules and cannot be edited.',
                })}
              </p>
            )}
          </div>
        )}
      </Sheet>
      {game && asked === 'active' && <ActiveDialog game={game} onClose={close} />}
      {game && asked === 'rtp' && <EditRtpDialog game={game} onClose={close} />}
      {game && typeof asked === 'object' && (
        <ParSheetDialog gameId={game.id} name={game.name} version={asked.version} onClose={close} />
      )}
    </>
  );
}

function Actions({ game, asking, onAsk }: { game: OperatorGame; asking: boolean; onAsk: (what: Asked) => void }) {
  const editable = game.rtpEditable && !game.change;
  useKeyShortcuts({ a: () => onAsk('active'), r: editable && (() => onAsk('rtp')) }, { off: asking });
  return (
    <>
      {game.rtpEditable && (
        <Button
          look="secondary"
          size="small"
          why={game.change && i18n._({ id: 'games.rtpWaitsWhy', message: 'A change is waiting for a second operator' })}
          onClick={() => onAsk('rtp')}
        >
          {i18n._({ id: 'games.editRtp', message: 'Edit RTP' })} <KeyHint of="R" />
        </Button>
      )}
      <Button size="small" look={game.active ? 'danger' : 'primary'} onClick={() => onAsk('active')}>
        {activationText(!game.active)} <KeyHint of="A" />
      </Button>
    </>
  );
}

function Paused({ game: { paused } }: { game: OperatorGame }) {
  if (!paused) return null;
  return (
    <Notice tone={paused.by === 'monitor' ? 'down' : 'info'}>
      <p className="font-strong">
        {paused.by === 'monitor'
          ? i18n._({ id: 'games.pausedByCheck', message: 'Paused automatically' })
          : i18n._({ id: 'games.pausedByOperator', message: 'Paused by an operator' })}{' '}
        · <When at={paused.at} exact />
      </p>
      <p className="break-words">{paused.reason}</p>
    </Notice>
  );
}

function Figures({ game }: { game: OperatorGame }) {
  const margin = marginOf(game);
  const money = (minor: number, net = false) => <Money minor={minor} currency={reportCurrency} net={net} />;
  return (
    <DetailList
      title={i18n._({ id: 'games.figures', message: 'Figures' })}
      details={[
        [i18n._({ id: 'games.category', message: 'Category' }), categoryName(game.category)],
        [i18n._({ id: 'games.volatility', message: 'Volatility' }), volatilityName(game.volatility)],
        [i18n._({ id: 'games.playing', message: 'Playing now' }), countText(game.activePlayers)],
        [i18n._({ id: 'games.played', message: 'Total played' }), countText(game.rounds)],
        [i18n._({ id: 'games.wagered', message: 'Total wagered' }), money(game.wageredMinor)],
        [i18n._({ id: 'games.paid', message: 'Total payout' }), money(game.paidMinor)],
        [i18n._({ id: 'games.ggr', message: 'GGR' }), money(game.ggrMinor, true)],
        [
          i18n._({ id: 'games.margin', message: 'Profit margin' }),
          margin === null ? (
            '–'
          ) : (
            <Badge key="margin" tone={marginTone(margin)}>
              {percentText(margin, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
            </Badge>
          ),
        ],
        [i18n._({ id: 'games.playedToday', message: 'Played today' }), countText(game.today.rounds)],
        [i18n._({ id: 'games.wageredToday', message: 'Wagered today' }), money(game.today.wageredMinor)],
        [i18n._({ id: 'games.ggrToday', message: 'GGR today' }), money(game.today.ggrMinor, true)],
      ]}
    />
  );
}

function Versions({
  game,
  operator,
  onOpen,
}: {
  game: OperatorGame;
  operator: Operator;
  onOpen: (version: number) => void;
}) {
  const nameOf = useOperatorName(operator);
  return (
    <section className="rounded-card border border-line bg-surface px-4 py-2" aria-labelledby="game-versions">
      <h2 id="game-versions" className="flex h-10 items-center text-14 font-strong">
        {i18n._({ id: 'games.versions', message: 'Versions' })}
      </h2>
      <ul>
        {game.versions.map(({ version, rtp, publishedAt, publishedBy }) => (
          <li
            key={version}
            className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 border-t border-line py-1 text-13"
          >
            <span>
              {i18n._({ id: 'games.version', message: 'Version {version}', values: { version } })} ·{' '}
              <span className="figures">{rtpText(rtp)}</span>
              <span className="block text-12 text-ink-soft">
                <When at={publishedAt} /> ·{' '}
                {publishedBy ? nameOf(publishedBy) : i18n._({ id: 'games.firstVersion', message: 'original' })}
              </span>
            </span>
            <Button look="quiet" size="small" onClick={() => onOpen(version)}>
              {i18n._({ id: 'games.parSheet', message: 'PAR sheet' })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReturnsPanel({ game: { returns, version } }: { game: OperatorGame }) {
  const title = i18n._({ id: 'returns.title', message: 'RTP of version {version}', values: { version } });
  if (!returns || returns.observed === null || returns.computed === null) {
    return <DetailList title={title} details={[[i18n._({ id: 'returns.rounds', message: 'Rounds' }), '0']]} />;
  }
  const { observed, computed, low, high, rounds } = returns;
  const isOut = (high !== null && observed > high) || (low !== null && observed < low);
  return (
    <div className="flex flex-col gap-2">
      <DetailList
        title={title}
        details={[
          [i18n._({ id: 'returns.rounds', message: 'Rounds' }), countText(rounds)],
          [
            i18n._({ id: 'returns.observed', message: 'Observed' }),
            <span key="observed" className={isOut ? 'figures text-down' : 'figures'}>
              {rtpText(observed)}
            </span>,
          ],
          [
            i18n._({ id: 'returns.computed', message: 'Computed' }),
            <span key="computed" className="figures">
              {rtpText(computed)}
            </span>,
          ],
          [
            i18n._({ id: 'returns.range', message: 'Expected range' }),
            <span key="range" className="figures">
              {rangeText(low, high)}
            </span>,
          ],
        ]}
      />
      <p className="text-12 text-ink-soft">
        {i18n._({
          id: 'returns.note',
          message:
            'Returned of all that was staked with real money, jackpots apart. A fair game leaves the range with a chance of at most 1 in 10,000, however often you look. A game that leaves it is paused automatically.',
        })}
      </p>
    </div>
  );
}

function rangeText(low: number | null, high: number | null): string {
  if (high === null) return '–';
  if (low === null) return i18n._({ id: 'returns.atMost', message: 'at most {high}', values: { high: rtpText(high) } });
  return i18n._({
    id: 'returns.between',
    message: '{low} to {high}',
    values: { low: rtpText(low), high: rtpText(high) },
  });
}
