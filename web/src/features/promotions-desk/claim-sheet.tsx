/** One claim in a drawer: the player, accounts linked with theirs, its progress, and the operator's decision. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { OperatorClaim } from '@fairline/proto/promotions/desk';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Money } from '../../domain/money/money.tsx';
import { StoryLink } from '../../domain/office/story-link.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { claimStateName } from '../../domain/promotions/claim-labels.ts';
import { promotionTypeName } from '../../domain/promotions/promotion-labels.ts';
import { isOpen, isWagered, progressOf } from '../../domain/promotions/terms.ts';
import { percentText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { DetailList } from '../../ui/content/details.tsx';
import { KeyHint, useKeyShortcuts } from '../../ui/content/shortcuts.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { ApproveClaimDialog, RejectClaimDialog, rejectClaimText } from './claim-actions.tsx';

type Asked = 'approve' | 'reject';

export function ClaimSheet({
  claim,
  operator,
  onClose,
}: {
  claim: OperatorClaim | undefined;
  operator: Operator;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const canAct = claim && isOpen(claim) && hasPermission(operator, 'promotions');
  return (
    <>
      <Sheet
        open={claim !== undefined}
        onClose={onClose}
        title={claim?.name ?? ''}
        foot={canAct && <Actions claim={claim} asking={asked !== undefined} onAsk={setAsked} />}
      >
        {claim && <Details claim={claim} operator={operator} />}
      </Sheet>
      {claim && asked === 'approve' && <ApproveClaimDialog claim={claim} onClose={close} />}
      {claim && asked === 'reject' && <RejectClaimDialog claim={claim} onClose={close} />}
    </>
  );
}

function Actions({ claim, asking, onAsk }: { claim: OperatorClaim; asking: boolean; onAsk: (what: Asked) => void }) {
  const waits = claim.waitingFor === 'operator';
  useKeyShortcuts({ r: () => onAsk('reject'), a: waits && (() => onAsk('approve')) }, { off: asking });
  return (
    <>
      <Button look="danger" size="small" onClick={() => onAsk('reject')}>
        {rejectClaimText(claim)} <KeyHint of="R" />
      </Button>
      {waits && (
        <Button size="small" onClick={() => onAsk('approve')}>
          {i18n._({ id: 'panel.approve', message: 'Approve' })} <KeyHint of="A" />
        </Button>
      )}
    </>
  );
}

function Details({ claim, operator }: { claim: OperatorClaim; operator: Operator }) {
  const reads = hasPermission(operator, 'users.read');
  const {
    playerId,
    linkedPlayerIds,
    promotionId,
    type,
    claimedAt,
    expiresAt,
    completedAt,
    bonusMinor,
    currency,
    jurisdiction,
    endReason,
  } = claim;
  const players = usePlayers([playerId, ...linkedPlayerIds], reads);
  const nameOf = (id: string) => {
    const player = players.of(id);
    return player ? `${player.firstName} ${player.lastName} · ${player.email}` : id.slice(-8);
  };
  const link = (id: string) =>
    reads ? (
      <Link key={id} to={`/admin/users/${id}`} className="break-words underline underline-offset-4">
        {nameOf(id)}
      </Link>
    ) : (
      nameOf(id)
    );
  const money = (minor: number) => <Money minor={minor} currency={currency} />;
  return (
    <div className="flex flex-col gap-4 p-4">
      <ClaimBadges claim={claim} />
      {linkedPlayerIds.length > 0 && (
        <section className="rounded-card bg-live-soft px-4 py-3 text-13">
          <h2 className="font-strong">{i18n._({ id: 'deskClaims.linkedTitle', message: 'Linked accounts' })}</h2>
          <p>
            {i18n._({
              id: 'deskClaims.linkedHelp',
              message: 'They share a device, a mailbox, or name and date of birth with this player.',
            })}
          </p>
          <ul className="mt-1">
            {linkedPlayerIds.map((id) => (
              <li key={id}>{link(id)}</li>
            ))}
          </ul>
        </section>
      )}
      <DetailList
        title={i18n._({ id: 'deskRounds.details', message: 'Details' })}
        details={[
          [i18n._({ id: 'adjustments.player', message: 'Player' }), link(playerId)],
          [
            i18n._({ id: 'promoDesk.promotion', message: 'Promotion' }),
            <Link
              key="promotion"
              to={`/admin/promotions?promotion=${promotionId}`}
              className="underline underline-offset-4"
            >
              {claim.name}
            </Link>,
          ],
          [i18n._({ id: 'promoForm.type', message: 'Type' }), promotionTypeName(type)],
          [i18n._({ id: 'claim.bonus', message: 'Bonus' }), money(bonusMinor)],
          isWagered(type) && [
            i18n._({ id: 'deskClaims.required', message: 'Wagering required' }),
            money(claim.wageringRequiredMinor),
          ],
          isWagered(type) && [
            i18n._({ id: 'deskClaims.completed', message: 'Wagered' }),
            <span key="wagered">
              {money(claim.wageringCompletedMinor)} · {percentText(progressOf(claim), { maximumFractionDigits: 0 })}
            </span>,
          ],
          [i18n._({ id: 'deskClaims.jurisdiction', message: 'Jurisdiction' }), jurisdiction],
          [i18n._({ id: 'deskClaims.claimed', message: 'Claimed' }), <When key="claimed" at={claimedAt} exact />],
          [i18n._({ id: 'deskClaims.expires', message: 'Expires' }), <When key="expires" at={expiresAt} exact />],
          completedAt !== undefined && [
            i18n._({ id: 'claim.status.completed', message: 'Completed' }),
            <When key="completed" at={completedAt} exact />,
          ],
          endReason !== undefined && [
            i18n._({ id: 'deskClaims.endReason', message: 'Ended because' }),
            endReasonText(endReason),
          ],
        ]}
      />
      <StoryLink id={claim.id} operator={operator} />
    </div>
  );
}

/** A reason that an operator typed is shown as it is. */
function endReasonText(reason: string): string {
  switch (reason) {
    case 'expired':
      return i18n._({ id: 'claimEnd.expired', message: 'expired' });
    case 'spent':
      return i18n._({ id: 'claimEnd.spent', message: 'bonus used up' });
    case 'excluded':
      return i18n._({ id: 'claimEnd.excluded', message: 'time-out or self-exclusion' });
    case 'no_bonus':
      return i18n._({ id: 'claimEnd.noBonus', message: 'harm score' });
    case 'operator':
      return i18n._({ id: 'claimEnd.operator', message: 'rejected by an operator' });
    case 'player':
      return i18n._({ id: 'claimEnd.player', message: 'cancelled by the player' });
    case 'withdrawal':
      return i18n._({ id: 'claimEnd.withdrawal', message: 'withdrawal requested' });
    case 'closed':
      return i18n._({ id: 'claimEnd.closed', message: 'account closed' });
    default:
      return reason;
  }
}

export function ClaimBadges({ claim }: { claim: OperatorClaim }) {
  const [label, tone] = claimStateName(claim);
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>{label}</Badge>
      {claim.linkedPlayerIds.length > 0 && (
        <Badge tone="live">
          {i18n._({
            id: 'deskClaims.linked',
            message: '{count, plural, one {# linked account} other {# linked accounts}}',
            values: { count: claim.linkedPlayerIds.length },
          })}
        </Badge>
      )}
    </span>
  );
}
