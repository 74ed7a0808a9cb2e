/** Beside a conversation: the player, and the bet, round or payment it is about, as the player sees it. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { catalogue, roundReference } from '@fairline/proto/games/catalogue';
import type { Tier } from '@fairline/proto/promotions/offers';
import type { OperatorTicket } from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { betStatusName, betTypeName, legStatusName } from '../../domain/betting/bet-labels.ts';
import { feedText } from '../../domain/betting/market-labels.ts';
import { roundStatusName } from '../../domain/casino/game-labels.ts';
import { outcomeText } from '../../domain/casino/round-labels.ts';
import { Money } from '../../domain/money/money.tsx';
import { statusName, typeName } from '../../domain/money/payment-labels.ts';
import { countryName } from '../../domain/people/country-names.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { tierName } from '../../domain/promotions/promotion-labels.ts';
import { aboutName } from '../../domain/support/labels.ts';
import { oddsText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { DetailList } from '../../ui/content/details.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { recordQuery, type TicketRecord } from './queries.ts';

interface SideProps {
  playerId: string;
  tier: Tier;
  about?: OperatorTicket['about'];
  operator: Operator;
  onPlayer?: () => void;
}

export function PlayerSide({ playerId, tier, about, operator, onPlayer }: SideProps) {
  const reads = hasPermission(operator, 'users.read');
  const player = usePlayers([playerId], reads).of(playerId);
  return (
    <aside className="flex min-w-0 flex-col gap-3 border-line p-3 max-lg:border-t lg:border-l">
      <DetailList
        title={i18n._({ id: 'adjustments.player', message: 'Player' })}
        action={
          onPlayer && (
            <Button look="quiet" size="small" onClick={onPlayer}>
              {i18n._({ id: 'supportDesk.allTickets', message: 'All tickets' })}
            </Button>
          )
        }
        details={[
          [
            i18n._({ id: 'field.name', message: 'Name' }),
            reads ? (
              <Link key="player" to={`/admin/users/${playerId}`} className="underline underline-offset-4">
                {player ? `${player.firstName} ${player.lastName}` : playerId.slice(-8)}
              </Link>
            ) : (
              playerId.slice(-8)
            ),
          ],
          player && [i18n._({ id: 'field.email', message: 'Email' }), player.email],
          player && [i18n._({ id: 'userFacts.country', message: 'Country' }), countryName(player.country)],
          player && [
            i18n._({ id: 'account.verification', message: 'Verification' }),
            player.isVerified ? (
              <Badge key="verified" tone="act">
                {i18n._({ id: 'users.isVerified', message: 'Verified' })}
              </Badge>
            ) : (
              i18n._({ id: 'users.isUnverified', message: 'Unverified' })
            ),
          ],
          player &&
            player.status !== 'active' && [
              i18n._({ id: 'approvals.status', message: 'Status' }),
              <Badge key="status" tone="down">
                {player.status === 'suspended'
                  ? i18n._({ id: 'users.suspended', message: 'Suspended' })
                  : i18n._({ id: 'users.closed', message: 'Closed' })}
              </Badge>,
            ],
          [i18n._({ id: 'supportDesk.tier', message: 'Tier' }), tierName(tier)],
        ]}
      />
      {about && <RecordDetails playerId={playerId} about={about} />}
    </aside>
  );
}

function RecordDetails({ playerId, about }: { playerId: string; about: NonNullable<OperatorTicket['about']> }) {
  const query = useQuery(recordQuery(playerId, about));
  return (
    <Loaded
      query={query}
      failed={i18n._({ id: 'supportDesk.recordFailed', message: 'What this ticket is about could not be loaded' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={4} className="h-10" />}
    >
      {(record) => <DetailList title={`${aboutName(about)} #${about.id.slice(-8)}`} details={detailsOf(record)} />}
    </Loaded>
  );
}

function detailsOf(record: TicketRecord): [string, ReactNode][] {
  const stake = i18n._({ id: 'bet.stake', message: 'Stake' });
  const status = i18n._({ id: 'approvals.status', message: 'Status' });
  const placed = i18n._({ id: 'supportDesk.placed', message: 'Placed' });
  if (record.type === 'bet') {
    const { bet } = record;
    const [label, tone] = betStatusName(bet.status);
    return [
      [
        betTypeName(bet),
        <Badge key="status" tone={tone}>
          {label}
        </Badge>,
      ],
      [stake, <Money key="stake" minor={bet.stakeMinor} currency={bet.currency} />],
      [i18n._({ id: 'slip.totalOdds', message: 'Total odds' }), oddsText(bet.oddsMilli, 'decimal')],
      ...(bet.payoutMinor === undefined
        ? []
        : [
            [
              i18n._({ id: 'bet.paid', message: 'Paid' }),
              <Money key="paid" minor={bet.payoutMinor} currency={bet.currency} />,
            ] as [string, ReactNode],
          ]),
      [placed, <When key="placed" at={bet.placedAt} />],
      ...bet.legs.map((leg): [string, ReactNode] => [
        `${leg.fixture}: ${feedText(leg.selection)}`,
        `${oddsText(leg.oddsMilli, 'decimal')} · ${legStatusName(leg.status, leg)[0]}`,
      ]),
    ];
  }
  if (record.type === 'round') {
    const { round } = record;
    const [label, tone] = roundStatusName(round.status);
    return [
      [
        catalogue[round.gameId].name,
        <Badge key="status" tone={tone}>
          {label}
        </Badge>,
      ],
      [i18n._({ id: 'deskRounds.reference', message: 'Reference' }), roundReference(round.id)],
      [stake, <Money key="stake" minor={round.wagerMinor} currency={round.currency} />],
      [
        i18n._({ id: 'bet.paid', message: 'Paid' }),
        <Money key="paid" minor={round.payoutMinor} currency={round.currency} />,
      ],
      [i18n._({ id: 'supportDesk.outcome', message: 'Outcome' }), outcomeText(round)],
      [placed, <When key="placed" at={round.createdAt} />],
    ];
  }
  const { payment } = record;
  const [label, tone] = statusName(payment.status);
  return [
    [typeName(payment.type), <Money key="amount" minor={payment.amountMinor} currency={payment.currency} />],
    [
      status,
      <Badge key="status" tone={tone}>
        {label}
      </Badge>,
    ],
    [i18n._({ id: 'supportDesk.method', message: 'Method' }), payment.method],
    [i18n._({ id: 'supportDesk.submitted', message: 'Submitted' }), <When key="submitted" at={payment.submittedAt} />],
    ...(payment.decidedAt
      ? [
          [
            i18n._({ id: 'supportDesk.decided', message: 'Decided' }),
            <When key="decided" at={payment.decidedAt} />,
          ] as [string, ReactNode],
        ]
      : []),
    ...(payment.rejectionReason
      ? [
          [i18n._({ id: 'supportDesk.rejected', message: 'Rejection reason' }), payment.rejectionReason] as [
            string,
            ReactNode,
          ],
        ]
      : []),
  ];
}
