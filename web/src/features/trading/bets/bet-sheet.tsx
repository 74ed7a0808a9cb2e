/**
 * One bet in a drawer: the player, its selections, its history, and manual settlement while it is open. A settlement that moves much money waits for a second
 * operator.
 */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Bet } from '@fairline/proto/betting/bets';
import {
  type ByHandResult,
  type HandRequest,
  type OperatorBet,
  settlementRoutes,
} from '@fairline/proto/betting/settlement';
import type { Infer } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { betStatusName, betTypeName, legStatusName } from '../../../domain/betting/bet-labels.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { momentText } from '../../../domain/betting/moment-labels.ts';
import { Money, moneyText } from '../../../domain/money/money.tsx';
import { StoryLink } from '../../../domain/office/story-link.tsx';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { usePlayers } from '../../../domain/people/players.ts';
import { oddsText } from '../../../figures.ts';
import { refusalText } from '../../../refusals.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { KeyHint, useKeyShortcuts } from '../../../ui/content/shortcuts.tsx';
import { ErrorState, Notice, SkeletonRows } from '../../../ui/content/states.tsx';
import { exactText, When } from '../../../ui/content/when.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { BetBadges } from './bet-badges.tsx';
import { operatorBetQuery } from './queries.ts';
import { SaleCap } from './sale-cap.tsx';

type WholeBet = Infer<typeof settlementRoutes.operatorBet.reply>;

interface BetSheetProps {
  id: string | null;
  operator: Operator;
  /** Shows all bets of its player. */
  onPlayer: (playerId: string) => void;
  onClose: () => void;
}

export function BetSheet({ id, operator, onPlayer, onClose }: BetSheetProps) {
  const { data: bet, error, isFetching, refetch } = useQuery({ ...operatorBetQuery(id ?? ''), enabled: id !== null });
  const [asked, setAsked] = useState<ByHandResult | 'withdraw'>();
  return (
    <>
      <Sheet
        open={id !== null}
        onClose={onClose}
        title={bet ? betTypeName(bet) : i18n._({ id: 'deskBets.bet', message: 'Bet' })}
      >
        {!bet && !error && <SkeletonRows count={6} className="h-10" />}
        {!bet && error && (
          <ErrorState
            title={i18n._({ id: 'deskBet.failed', message: 'This bet could not be loaded' })}
            onRetry={() => void refetch()}
            busy={isFetching}
          >
            {errorText(error)}
          </ErrorState>
        )}
        {bet && (
          <div className="flex min-h-full flex-col">
            <div className="flex grow flex-col gap-6 p-4">
              <div className="flex items-start justify-between gap-4">
                <Money minor={bet.stakeMinor} currency={bet.currency} className="display text-28" />
                <BetBadges bet={bet} />
              </div>
              {bet.handRequest && (
                <Waiting
                  bet={bet}
                  request={bet.handRequest}
                  operator={operator}
                  onWithdraw={() => setAsked('withdraw')}
                />
              )}
              <SaleCap bet={bet} operator={operator} />
              <Fields bet={bet} operator={operator} onPlayer={onPlayer} />
              <Legs bet={bet} />
              <Timeline bet={bet} operator={operator} />
            </div>
            {isByHand(bet) && hasPermission(operator, 'betting') && (
              <ByHand
                request={bet.handRequest}
                voidOnly={bet.voidOnly ?? false}
                operator={operator}
                asking={asked !== undefined}
                onAsk={setAsked}
              />
            )}
          </div>
        )}
      </Sheet>
      {bet && asked && asked !== 'withdraw' && (
        <SettleDialog bet={bet} result={asked} onClose={() => setAsked(undefined)} />
      )}
      {bet && asked === 'withdraw' && (
        <WithdrawDialog bet={bet} operator={operator} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

/** The request that waits for another operator, and who made it. */
function Waiting({
  bet,
  request,
  operator,
  onWithdraw,
}: {
  bet: WholeBet;
  request: HandRequest;
  operator: Operator;
  onWithdraw: () => void;
}) {
  const nameOf = useOperatorName(operator);
  return (
    <Notice tone="live">
      <p className="font-strong">{i18n._({ id: 'byHand.waits', message: 'Waiting for a second operator' })}</p>
      <p>
        {i18n._({
          id: 'byHand.asked',
          message: 'Requested by {who}: {name}, total payout {amount}',
          values: {
            who: nameOf(request.requestedBy),
            name: resultText(request.result),
            amount: moneyText(request.payoutMinor, bet.currency),
          },
        })}
      </p>
      <p className="break-words text-12 text-ink-soft">
        <When at={request.requestedAt} /> · {request.reason}
      </p>
      {hasPermission(operator, 'betting') && (
        <Button size="small" look="danger" className="mt-2" onClick={onWithdraw}>
          {withdrawText(request.requestedBy === operator.id)}
        </Button>
      )}
    </Notice>
  );
}

const withdrawText = (own: boolean) =>
  own
    ? i18n._({ id: 'decisions.withdraw', message: 'Withdraw' })
    : i18n._({ id: 'decisions.decline', message: 'Decline' });

/** Withdraws the request if the operator made it, else declines it. */
function WithdrawDialog({ bet, operator, onClose }: { bet: WholeBet; operator: Operator; onClose: () => void }) {
  // The state when the dialog opened: the request is gone from the bet before the dialog is.
  const [own] = useState(bet.handRequest?.requestedBy === operator.id);
  const withdrawal = useAction<string, OperatorBet>({
    run: (reason) => call(settlementRoutes.withdrawHandRequest, { params: { id: bet.id }, body: { reason } }),
    onDone: () => {
      notify.success(
        own
          ? i18n._({ id: 'byHand.withdrawn', message: 'The request was withdrawn. The bet stays as it is.' })
          : i18n._({ id: 'byHand.declined', message: 'The request was declined. The bet stays as it is.' }),
      );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={
        own
          ? i18n._({ id: 'byHand.withdrawTitle', message: 'Withdraw the request to settle this bet' })
          : i18n._({ id: 'byHand.declineTitle', message: 'Decline the request to settle this bet' })
      }
      action={withdrawText(own)}
      danger
      busy={withdrawal.isPending}
      failure={
        withdrawal.failure && {
          title: i18n._({ id: 'byHand.notWithdrawn', message: 'The request was not withdrawn' }),
          text: errorText(withdrawal.failure),
        }
      }
      onReason={(reason) => withdrawal.mutate(reason)}
      onClose={onClose}
    />
  );
}

function Fields({
  bet,
  operator,
  onPlayer,
}: {
  bet: WholeBet;
  operator: Operator;
  onPlayer: (playerId: string) => void;
}) {
  const reads = hasPermission(operator, 'users.read');
  const player = usePlayers([bet.playerId], reads).of(bet.playerId);
  const fields: [string, string | null | undefined | false, boolean?][] = [
    [i18n._({ id: 'deskBet.id', message: 'Bet id' }), bet.id, true],
    [i18n._({ id: 'approval.user', message: 'User id' }), bet.playerId, true],
    [i18n._({ id: 'field.email', message: 'Email' }), player?.email, true],
    [i18n._({ id: 'deskBets.placed', message: 'Placed' }), exactText(bet.placedAt)],
    [i18n._({ id: 'deskBets.odds', message: 'Odds' }), oddsText(bet.oddsMilli, 'decimal')],
    [
      i18n._({ id: 'deskBet.potential', message: 'Potential payout' }),
      moneyText(bet.potentialPayoutMinor, bet.currency),
    ],
    [
      i18n._({ id: 'deskBets.payout', message: 'Payout' }),
      bet.payoutMinor !== undefined && moneyText(bet.payoutMinor, bet.currency),
    ],
    [
      i18n._({ id: 'deskBet.cashedOut', message: 'Cashed out so far' }),
      bet.cashedOutMinor > 0 && moneyText(bet.cashedOutMinor, bet.currency),
    ],
    [i18n._({ id: 'deskBet.lines', message: 'Lines' }), bet.lines !== undefined && String(bet.lines)],
    [i18n._({ id: 'deskBet.address', message: 'IP address' }), bet.origin?.address, true],
    [i18n._({ id: 'deskBet.agent', message: 'Browser' }), bet.origin?.agent],
    [i18n._({ id: 'approval.rejection', message: 'Rejection reason' }), bet.rejection && refusalText(bet.rejection)],
  ];
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-col">
        {fields.map(
          ([name, value, copies]) =>
            value && (
              <div
                key={name}
                className="flex min-h-10 items-center justify-between gap-4 border-b border-line py-1 text-13"
              >
                <dt className="shrink-0 text-ink-soft">{name}</dt>
                <dd className="flex min-w-0 items-center gap-1 text-right">
                  <span className="figures text-12 break-all">{value}</span>
                  {copies && <CopyButton text={value} what={name} />}
                </dd>
              </div>
            ),
        )}
      </dl>
      <span className="flex flex-wrap gap-2">
        <Button look="secondary" size="small" onClick={() => onPlayer(bet.playerId)}>
          {i18n._({ id: 'deskBet.allOfPlayer', message: 'All bets of this player' })}
        </Button>
        {reads && (
          <Link
            to={`/admin/users/${bet.playerId}`}
            className="flex h-9 items-center px-2 text-13 font-medium underline underline-offset-4"
          >
            {i18n._({ id: 'approval.toUser', message: 'Open the player' })}
          </Link>
        )}
        <StoryLink id={bet.id} operator={operator} />
      </span>
    </div>
  );
}

function Legs({ bet }: { bet: Bet }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-13 font-strong">
        {i18n._({
          id: 'bet.legs',
          message: '{count, plural, one {Selection} other {# selections}}',
          values: { count: bet.legs.length },
        })}
      </h3>
      <ul className="rounded-card border border-line">
        {bet.legs.map((leg) => {
          const [label, tone] = legStatusName(leg.status, leg);
          return (
            <li
              key={leg.selectionId}
              className="flex flex-col gap-1 border-b border-line px-3 py-2 text-13 last:border-b-0"
            >
              <span className="flex items-baseline justify-between gap-2">
                <span className="min-w-0 font-medium break-words">{feedText(leg.selection)}</span>
                <span className="flex shrink-0 items-center gap-2">
                  <span className="figures font-strong">{oddsText(leg.oddsMilli, 'decimal')}</span>
                  <Badge tone={tone}>{label}</Badge>
                </span>
              </span>
              <span className="text-12 text-ink-soft">
                {feedText(leg.market)} ·{' '}
                <Link to={`/admin/trading/${leg.fixtureId}`} className="underline underline-offset-4 hover:text-ink">
                  {leg.fixture}
                </Link>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Timeline({ bet, operator }: { bet: WholeBet; operator: Operator }) {
  const nameOf = useOperatorName(operator);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-13 font-strong">{i18n._({ id: 'bet.timeline', message: 'What happened' })}</h3>
      <ol className="flex flex-col border-l border-line pl-3">
        {bet.timeline.map((moment) => (
          <li
            key={`${moment.at} ${moment.kind} ${moment.selectionId ?? ''} ${moment.legStatus ?? ''} ${moment.amountMinor ?? ''}`}
            className="border-b border-line py-2 text-13 last:border-b-0"
          >
            <p>{momentText(moment, bet)}</p>
            <p className="text-12 text-ink-soft">
              <When at={moment.at} exact />
              {moment.kind === 'by_hand' && moment.reason && !moment.decision && ` · ${moment.reason}`}
            </p>
            {moment.decision && (
              <p className="text-12 break-words text-ink-soft">{decidedText(moment.decision, nameOf)}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function decidedText(
  { requestedBy, approvedBy, reason }: NonNullable<WholeBet['timeline'][number]['decision']>,
  nameOf: (id: string) => string,
): string {
  const values = { who: nameOf(requestedBy), second: approvedBy ? nameOf(approvedBy) : '', reason };
  return approvedBy
    ? i18n._({ id: 'moment.decidedByTwo', message: 'Decided by {who}, approved by {second}: {reason}', values })
    : i18n._({ id: 'moment.decidedBy', message: 'Decided by {who}: {reason}', values });
}

/** Bets that can be settled by hand: open ones, and those settled by hand before. */
const isByHand = ({ status, timeline }: WholeBet) =>
  status === 'accepted' || (status !== 'cashed_out' && timeline.some(({ kind }) => kind === 'by_hand'));

const results: readonly [ByHandResult, string][] = [
  ['won', 'w'],
  ['lost', 'l'],
  ['void', 'v'],
];

interface ByHandProps {
  request: HandRequest | undefined;
  /** A match is not over, so nobody can know yet whether the bet won or lost. */
  voidOnly: boolean;
  operator: Operator;
  /** A dialog is open. */
  asking: boolean;
  onAsk: (result: ByHandResult) => void;
}

function ByHand({ request, voidOnly, operator, asking, onAsk }: ByHandProps) {
  const nameOf = useOperatorName(operator);
  const notOver =
    voidOnly &&
    i18n._({
      id: 'byHand.notOver',
      message: 'Its match is not over yet. Until then the bet can only be settled as void.',
    });
  const whyNot = (result: ByHandResult) => result !== 'void' && notOver;
  const usable = results.filter(([result]) => !whyNot(result));
  useKeyShortcuts(Object.fromEntries(usable.map(([result, key]) => [key, () => onAsk(result)])), { off: asking });
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-2 border-t border-line bg-surface p-4">
      {request?.mayApprove && (
        <Button size="small" wide why={whyNot(request.result)} quietly onClick={() => onAsk(request.result)}>
          {agreementText(request.result, nameOf(request.requestedBy))}
        </Button>
      )}
      <span className="text-12 text-ink-soft">{i18n._({ id: 'byHand.label', message: 'Settle by hand' })}</span>
      <span className="flex gap-2">
        {results.map(([result, key]) => (
          <Button key={result} size="small" look="secondary" why={whyNot(result)} quietly onClick={() => onAsk(result)}>
            {resultText(result)} <KeyHint of={key.toUpperCase()} />
          </Button>
        ))}
      </span>
      {notOver && <p className="w-full text-12 text-ink-soft">{notOver}</p>}
    </div>
  );
}

const resultText = (result: ByHandResult) => (result === 'void' ? legStatusName('void') : betStatusName(result))[0];

function agreementText(result: ByHandResult, who: string): string {
  switch (result) {
    case 'won':
      return i18n._({ id: 'byHand.agreeWon', message: 'Settle as won, as requested by {who}', values: { who } });
    case 'lost':
      return i18n._({ id: 'byHand.agreeLost', message: 'Settle as lost, as requested by {who}', values: { who } });
    case 'void':
      return i18n._({ id: 'byHand.agreeVoid', message: 'Settle as void, as requested by {who}', values: { who } });
  }
}

function SettleDialog({ bet, result, onClose }: { bet: Bet; result: ByHandResult; onClose: () => void }) {
  const name = resultText(result);
  const preview = useQuery({
    queryKey: ['admin', 'settlement preview', bet.id, result],
    queryFn: () => call(settlementRoutes.previewSettlement, { params: { id: bet.id }, body: { result } }),
    gcTime: 0,
    retry: false,
  });
  const settling = useAction<string, OperatorBet>({
    run: (reason) =>
      call(settlementRoutes.settleBet, {
        params: { id: bet.id },
        body: { result, reason, payoutMinor: preview.data?.payoutMinor },
      }),
    onDone: (done) => {
      if (done.handRequest)
        notify.success(
          i18n._({
            id: 'byHand.kept',
            message: 'Your request is recorded. Another operator must settle this bet the same way.',
          }),
        );
      else {
        const amount = moneyText(done.payoutMinor ?? 0, done.currency);
        notify.success(
          i18n._({ id: 'byHand.done', message: 'The bet is settled: {name}, {amount} paid', values: { name, amount } }),
        );
      }
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'byHand.title', message: 'Settle this bet: {name}', values: { name } })}
      action={
        preview.data?.needsSecond
          ? i18n._({ id: 'decide.ask', message: 'Ask a second operator' })
          : i18n._({ id: 'byHand.settle', message: 'Settle: {name}', values: { name } })
      }
      danger={result === 'lost'}
      busy={settling.isPending || preview.isPending}
      failure={
        settling.failure && {
          title: i18n._({ id: 'byHand.failed', message: 'The bet was not settled' }),
          text: errorText(settling.failure),
        }
      }
      onReason={(reason) => preview.data && settling.mutate(reason)}
      onClose={onClose}
    >
      <p>{leadText(result)}</p>
      {preview.error && <p role="alert">{errorText(preview.error)}</p>}
      {preview.data && (
        <p className="font-strong">
          {i18n._({
            id: 'byHand.pays',
            message: 'Total payout {total}, of which {paid} is already paid.',
            values: {
              total: moneyText(preview.data.payoutMinor, bet.currency),
              paid: moneyText(preview.data.paidMinor, bet.currency),
            },
          })}
        </p>
      )}
      {preview.data?.needsSecond && (
        <Notice tone="live">
          {i18n._({
            id: 'byHand.needsSecond',
            message:
              'Over your daily limit for settling alone. A second operator must settle it the same way before anything changes.',
          })}
        </Notice>
      )}
    </ReasonDialog>
  );
}

function leadText(result: ByHandResult): string {
  const ids = {
    won: () =>
      i18n._({
        id: 'byHand.wonLead',
        message:
          'All open selections count as won; settled ones stay unchanged. Feed results no longer affect this bet.',
      }),
    void: () =>
      i18n._({
        id: 'byHand.voidLead',
        message:
          'All open selections count as void; settled ones stay unchanged. Feed results no longer affect this bet.',
      }),
    lost: () =>
      i18n._({
        id: 'byHand.lostLead',
        message:
          'All open selections count as lost; settled ones stay unchanged. Feed results no longer affect this bet.',
      }),
  };
  return ids[result]();
}
