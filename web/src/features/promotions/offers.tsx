/** The active promotions: reward and conditions of each, and whether the player can claim it, has claimed it, or why they cannot. */
import type { User } from '@fairline/proto/auth/users';
import type { OfferedPromotion } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { useStakeTraits } from '../../domain/people/jurisdiction.ts';
import { promotionTypeName, rewardText } from '../../domain/promotions/promotion-labels.ts';
import { countingOf } from '../../domain/promotions/terms.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Listed } from '../../ui/content/listed.tsx';
import { EmptyState } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { ClaimButton } from './claim-button.tsx';
import { Counting, Rows } from './counting.tsx';
import { promotionsQuery } from './queries.ts';
import { conditions, TermsDialog } from './terms-dialog.tsx';
import { barOf, obstacleOf } from './why-labels.ts';

export function Offers({ user }: { user: User }) {
  const query = useQuery(promotionsQuery);
  const bar = barOf(query.data?.items ?? []);
  return (
    <section aria-labelledby="offers" className="flex flex-col gap-3">
      <h2 id="offers" className="text-16 font-strong">
        {i18n._({ id: 'offers.title', message: 'Available promotions' })}
      </h2>
      <Listed
        query={query}
        // Hidden from players who may claim none of them.
        items={bar ? query.data && [] : query.data?.items}
        failed={i18n._({ id: 'offers.failed', message: 'Promotions could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState
            title={i18n._({ id: 'offers.none', message: 'No promotions right now' })}
            art={<Icon of={Gift} size={20} />}
          >
            {bar ? obstacleOf(bar).text : i18n._({ id: 'offers.noneHelp', message: 'New promotions appear here.' })}
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
            {items
              .toSorted((one, other) => rankOf(one) - rankOf(other))
              .map((promotion) => (
                <Offer key={promotion.id} promotion={promotion} user={user} />
              ))}
          </ul>
        )}
      </Listed>
    </section>
  );
}

/** Claimable offers come first, claimed ones last. */
function rankOf({ claimed, eligible }: OfferedPromotion): number {
  if (claimed) return 2;
  return eligible === false ? 1 : 0;
}

function Offer({ promotion, user }: { promotion: OfferedPromotion; user: User }) {
  const [terms, setTerms] = useState(false);
  const { jurisdiction } = useStakeTraits();
  const [, ...asked] = conditions(promotion, user.currency, jurisdiction);
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-12 text-ink-soft">{promotionTypeName(promotion.type)}</span>
        {promotion.claimed && <Badge tone="act">{i18n._({ id: 'claim.status.claimed', message: 'Claimed' })}</Badge>}
      </div>
      <div className="flex flex-col gap-1">
        <h3 className="text-16 font-strong break-words">{promotion.name}</h3>
        <p className="text-14 font-medium">{rewardText(promotion, user.currency)}</p>
      </div>
      <p className="text-13 break-words whitespace-pre-line text-ink-soft">{promotion.description}</p>
      <div>
        <Rows rows={asked} />
        {promotion.type === 'free_bet' && (
          <Counting type="free_bet" counting={countingOf(promotion, jurisdiction)} currency={user.currency} />
        )}
      </div>
      <div className="mt-auto flex flex-col gap-2">
        <Action promotion={promotion} />
        <Button
          look="quiet"
          size="small"
          className="-ml-3 self-start"
          aria-label={i18n._({ id: 'offer.termsNamed', message: 'Terms of {name}', values: { name: promotion.name } })}
          onClick={() => setTerms(true)}
        >
          {i18n._({ id: 'offer.terms', message: 'Terms' })}
        </Button>
      </div>
      {terms && <TermsDialog promotion={promotion} user={user} onClose={() => setTerms(false)} />}
    </li>
  );
}

function Action({ promotion }: { promotion: OfferedPromotion }) {
  if (promotion.claimed) return null;
  if (promotion.eligible === false && promotion.why) {
    const { text, way } = obstacleOf(promotion.why, promotion.eligibility);
    return (
      <p className="text-13">
        {text}{' '}
        {way && (
          <Link to={way.to} className="font-medium underline underline-offset-4">
            {way.label}
          </Link>
        )}
      </p>
    );
  }
  if (promotion.usage.maxClaims !== undefined && promotion.usage.claimed >= promotion.usage.maxClaims) {
    return (
      <p className="text-13 text-ink-soft">
        {i18n._({ id: 'offer.full', message: 'All places of this promotion are taken.' })}
      </p>
    );
  }
  return <ClaimButton promotion={promotion} />;
}
