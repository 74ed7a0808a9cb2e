/** One round in a drawer: player, payout, outcome, seeds, and the button to void it. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { casinoDeskRoutes, type OperatorRound } from '@fairline/proto/casino/desk';
import { catalogue, roundReference } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { multiplierText } from '../../domain/casino/game-labels.ts';
import { Money, moneyText } from '../../domain/money/money.tsx';
import { StoryLink } from '../../domain/office/story-link.tsx';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { DetailList } from '../../ui/content/details.tsx';
import { KeyHint, useKeyShortcuts } from '../../ui/content/shortcuts.tsx';
import { EmptyState, ErrorState, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { RoundStatus } from './badges.tsx';
import { Outcome } from './outcome.tsx';
import { operatorRoundQuery } from './queries.ts';

interface RoundSheetProps {
  id: string | null;
  operator: Operator;
  /** Shows all rounds of its player. */
  onPlayer: (playerId: string) => void;
  onClose: () => void;
}

export function RoundSheet({ id, operator, onPlayer, onClose }: RoundSheetProps) {
  const {
    data: round,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...operatorRoundQuery(id ?? ''), enabled: id !== null });
  const [isVoiding, setVoiding] = useState(false);
  const canVoid = round && round.status !== 'void' && hasPermission(operator, 'casino');
  return (
    <>
      <Sheet
        open={id !== null}
        onClose={onClose}
        title={round ? catalogue[round.gameId].name : i18n._({ id: 'deskRounds.round', message: 'Round' })}
        foot={
          canVoid && <VoidAction round={round} operator={operator} asking={isVoiding} onAsk={() => setVoiding(true)} />
        }
      >
        {round === undefined && !error && <SkeletonRows count={6} className="h-10" />}
        {!round && error && (
          <ErrorState
            title={i18n._({ id: 'deskRounds.oneFailed', message: 'The round could not be loaded' })}
            onRetry={() => void refetch()}
            busy={isFetching}
          >
            {errorText(error)}
          </ErrorState>
        )}
        {round === null && <EmptyState title={i18n._({ id: 'deskRounds.unknown', message: 'Round not found' })} />}
        {round && (
          <div className="flex flex-col gap-4 p-4">
            <div className="flex items-start justify-between gap-4">
              <Money
                minor={round.status === 'open' ? round.wagerMinor : round.payoutMinor}
                currency={round.currency}
                className="display text-28"
              />
              <RoundStatus round={round} />
            </div>
            <Voided round={round} operator={operator} />
            <Waiting round={round} operator={operator} />
            <Fields round={round} operator={operator} onPlayer={onPlayer} />
            <StoryLink id={round.id} operator={operator} />
            <Outcome round={round} />
            <Seeds round={round} />
          </div>
        )}
      </Sheet>
      {round && isVoiding && <VoidDialog round={round} onClose={() => setVoiding(false)} />}
    </>
  );
}

function VoidAction({
  round,
  operator,
  asking,
  onAsk,
}: {
  round: OperatorRound;
  operator: Operator;
  asking: boolean;
  onAsk: () => void;
}) {
  const { voidRequest: request } = round;
  const why =
    (request?.requestedBy === operator.id &&
      i18n._({ id: 'adjustments.own', message: 'You requested this. Another operator must approve it.' })) ||
    (request &&
      !request.mayApprove &&
      i18n._({ id: 'requests.notYours', message: 'You cannot be the second operator of this request' }));
  useKeyShortcuts({ v: onAsk }, { off: asking || Boolean(why) });
  return (
    <Button size="small" look="danger" why={why} onClick={onAsk}>
      {request
        ? i18n._({ id: 'deskRounds.approveVoid', message: 'Approve void' })
        : i18n._({ id: 'deskRounds.void', message: 'Void round' })}{' '}
      <KeyHint of="V" />
    </Button>
  );
}

/** A void that waits for a second operator, with the button to withdraw it. */
function Waiting({ round: { id, voidRequest: request }, operator }: { round: OperatorRound; operator: Operator }) {
  const nameOf = useOperatorName(operator);
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const withdrawal = useAction<string, OperatorRound>({
    run: (reason) => call(casinoDeskRoutes.withdrawVoid, { params: { id }, body: { reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'deskRounds.voidWithdrawn', message: 'Round not voided' }));
      close();
    },
  });
  if (!request) return null;
  const text =
    request.requestedBy === operator.id
      ? i18n._({ id: 'adjustments.takeBack', message: 'Withdraw' })
      : i18n._({ id: 'approval.reject', message: 'Reject' });
  return (
    <Notice
      tone="live"
      action={
        hasPermission(operator, 'casino') && (
          <Button size="small" look="secondary" onClick={() => setAsked(true)}>
            {text}
          </Button>
        )
      }
    >
      <p className="font-strong">{i18n._({ id: 'gameChange.waits', message: 'Waiting for a second operator' })}</p>
      <p className="break-words">{request.reason}</p>
      <p className="text-12 text-ink-soft">
        {nameOf(request.requestedBy)} · <When at={request.requestedAt} />
      </p>
      {isAsked && (
        <ReasonDialog
          title={i18n._({ id: 'deskRounds.voidWaits', message: 'Void pending' })}
          action={text}
          danger
          busy={withdrawal.isPending}
          failure={
            withdrawal.failure && {
              title: i18n._({ id: 'decide.failed', message: 'The decision was not saved' }),
              text: errorText(withdrawal.failure),
            }
          }
          onReason={(reason) => withdrawal.mutate(reason)}
          onClose={close}
        />
      )}
    </Notice>
  );
}

function Voided({ round: { voidedReason, voidedBy }, operator }: { round: OperatorRound; operator: Operator }) {
  const nameOf = useOperatorName(operator);
  if (voidedReason === undefined) return null;
  return (
    <Notice>
      <p className="font-strong">
        {voidedBy
          ? i18n._({ id: 'deskRounds.voidedBy', message: 'Voided by {name}', values: { name: nameOf(voidedBy) } })
          : i18n._({ id: 'deskRounds.voided', message: 'Voided' })}
      </p>
      <p className="break-words">{voidedReason}</p>
    </Notice>
  );
}

function Fields({
  round,
  operator,
  onPlayer,
}: {
  round: OperatorRound;
  operator: Operator;
  onPlayer: (playerId: string) => void;
}) {
  const reads = hasPermission(operator, 'users.read');
  const player = usePlayers([round.playerId], reads).of(round.playerId);
  const { id, playerId, createdAt, settledAt, wagerMinor, payoutMinor, currency, status, gameVersion, jurisdiction } =
    round;
  return (
    <DetailList
      title={i18n._({ id: 'deskRounds.details', message: 'Details' })}
      action={
        <Button look="quiet" size="small" onClick={() => onPlayer(playerId)}>
          {i18n._({ id: 'deskRounds.ofPlayer', message: 'All rounds of this player' })}
        </Button>
      }
      details={[
        [
          i18n._({ id: 'deskRounds.reference', message: 'Reference' }),
          <span key="id" className="inline-flex items-center gap-1">
            <span className="figures">{roundReference(id)}</span>
            <CopyButton text={id} what={i18n._({ id: 'deskRounds.copyId', message: 'round id' })} />
          </span>,
        ],
        [
          i18n._({ id: 'adjustments.player', message: 'Player' }),
          reads ? (
            <Link key="player" to={`/admin/users/${playerId}`} className="underline underline-offset-4">
              {player?.email ?? playerId.slice(-8)}
            </Link>
          ) : (
            playerId.slice(-8)
          ),
        ],
        [i18n._({ id: 'deskRounds.played', message: 'Played' }), <When key="created" at={createdAt} exact />],
        settledAt !== undefined && [
          i18n._({ id: 'deskRounds.settled', message: 'Settled' }),
          <When key="settled" at={settledAt} exact />,
        ],
        [i18n._({ id: 'desk.stake', message: 'Stake' }), <Money key="stake" minor={wagerMinor} currency={currency} />],
        status !== 'open' && [
          i18n._({ id: 'deskBets.payout', message: 'Payout' }),
          <Money key="payout" minor={payoutMinor} currency={currency} />,
        ],
        status === 'settled' && [
          i18n._({ id: 'deskRounds.multiplier', message: 'Multiplier' }),
          multiplierText(payoutMinor / wagerMinor),
        ],
        [i18n._({ id: 'deskRounds.version', message: 'Game version' }), gameVersion],
        [
          i18n._({ id: 'deskRounds.jurisdiction', message: 'Jurisdiction' }),
          jurisdiction === 'gb' ? 'GB' : i18n._({ id: 'deskRounds.standard', message: 'Standard' }),
        ],
      ]}
    />
  );
}

function Seeds({ round: { serverSeedHash, serverSeed, clientSeed, nonce } }: { round: OperatorRound }) {
  const long = (text: string) => <span className="text-12 break-all">{text}</span>;
  return (
    <DetailList
      title={i18n._({ id: 'deskRounds.fairness', message: 'Fairness' })}
      details={[
        [i18n._({ id: 'deskRounds.seedHash', message: 'Server seed hash' }), long(serverSeedHash)],
        [
          i18n._({ id: 'deskRounds.seed', message: 'Server seed' }),
          serverSeed
            ? long(serverSeed)
            : i18n._({ id: 'deskRounds.seedHidden', message: 'Hidden until the player rotates it' }),
        ],
        [i18n._({ id: 'deskRounds.clientSeed', message: 'Client seed' }), long(clientSeed)],
        [i18n._({ id: 'deskRounds.nonce', message: 'Nonce' }), nonce],
      ]}
    />
  );
}

function VoidDialog({ round, onClose }: { round: OperatorRound; onClose: () => void }) {
  // The state when the dialog opened.
  const [{ id, wagerMinor, payoutMinor, currency }] = useState(round);
  const reference = roundReference(id);
  const voiding = useAction<string, OperatorRound>({
    run: (reason) => call(casinoDeskRoutes.voidRound, { params: { id }, body: { reason } }),
    onDone: ({ status }) => {
      notify.success(
        status === 'void'
          ? i18n._({ id: 'deskRounds.voidDone', message: 'Round {reference} is void', values: { reference } })
          : i18n._({ id: 'gameChange.waits', message: 'Waiting for a second operator' }),
      );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'deskRounds.voidTitle', message: 'Void round {reference}', values: { reference } })}
      action={i18n._({ id: 'deskRounds.void', message: 'Void round' })}
      danger
      busy={voiding.isPending}
      failure={
        voiding.failure && {
          title: i18n._({ id: 'deskRounds.voidFailed', message: 'The round was not voided' }),
          text: errorText(voiding.failure),
        }
      }
      onReason={(reason) => voiding.mutate(reason)}
      onClose={onClose}
    >
      <p>
        {i18n._({
          id: 'deskRounds.voidLead',
          message:
            'The stake of {stake} is returned and the payout of {payout} is clawed back. Any amount the player no longer has is owed.',
          values: { stake: moneyText(wagerMinor, currency), payout: moneyText(payoutMinor, currency) },
        })}
      </p>
    </ReasonDialog>
  );
}
