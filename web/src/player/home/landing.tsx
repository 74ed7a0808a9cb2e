/** The front page: the product's promises, current fixtures, and the links to register and sign in. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, BookCheck, Eye, Lock, type LucideIcon, Scale } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { SportArt } from '../../domain/betting/sport-art.tsx';
import { LiveBoard } from '../../features/betting/offer/live-board.tsx';
import { usePlayMoney } from '../../features/betting/offer/play-money.tsx';
import { sportsQuery, summaryQuery } from '../../features/betting/offer/queries.ts';
import { bonusText } from '../../features/session/bonus.ts';
import { LanguageSwitch } from '../../features/session/language-switch.tsx';
import { settingsQuery } from '../../features/session/queries.ts';
import { translate } from '../../server-texts.ts';
import { Skeleton } from '../../ui/content/states.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';

const shownSports = 6;

/** Below the fold, with pictures that the first view does not wait for. */
const CasinoTiles = lazy(async () => ({
  default: (await import('../../features/casino/lobby/casino-tiles.tsx')).CasinoTiles,
}));
const ContactLink = lazy(async () => ({
  default: (await import('../../features/support/contact-link.tsx')).ContactLink,
}));

export function LandingPage() {
  const signedIn = useSession(playerSession).status === 'signed-in';
  const isHere = useHere();
  return (
    <>
      <div className="mx-auto grid w-full max-w-page gap-x-12 gap-y-12 px-4 py-12 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-center lg:py-16">
        <div>
          <h1 className="display flex items-end border-b border-line text-40 md:text-56">
            <span className="on-line pb-4">{i18n._({ id: 'landing.title', message: 'One honest line.' })}</span>
          </h1>
          <p className="mt-6 max-w-form text-16 text-ink-soft">
            {i18n._({
              id: 'landing.lead',
              message:
                'Live sports betting with prices from a stated model, odds that stay as you took them, and every cent accounted for.',
            })}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {!signedIn && (
              <ButtonLink to="/register">{i18n._({ id: 'landing.start', message: 'Start Betting Now' })}</ButtonLink>
            )}
            <ButtonLink to="/sports" look={signedIn ? 'primary' : 'secondary'}>
              {i18n._({ id: 'landing.explore', message: 'Explore Sports' })}
            </ButtonLink>
          </div>
        </div>
        <LiveBoard />
      </div>
      <Promises />
      <SportTiles />
      <Casino />
      {!signedIn && <Closing />}
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-page flex-wrap justify-between gap-x-8 gap-y-2 px-4 py-6 text-12 text-ink-soft">
          <p>
            <strong className="mr-2 rounded-control border border-control px-1 text-ink">
              {i18n._({ id: 'landing.adults', message: '18+ only.' })}
            </strong>
            {i18n._({ id: 'landing.foot', message: 'Bet only what you can afford to lose.' })}
          </p>
          <p className="flex flex-wrap gap-x-6 gap-y-2">
            <Link to="/safe-play" className="underline underline-offset-4 hover:text-ink">
              {i18n._({ id: 'safe.title', message: 'Safe play' })}
            </Link>
            <Link to="/help" className="underline underline-offset-4 hover:text-ink">
              {i18n._({ id: 'help.title', message: 'Help' })}
            </Link>
            {isHere && (
              <Suspense>
                <ContactLink className="underline underline-offset-4 hover:text-ink" />
              </Suspense>
            )}
            <Link to="/rules" className="underline underline-offset-4 hover:text-ink">
              {i18n._({ id: 'betRules.title', message: 'Betting rules' })}
            </Link>
            <Link to="/terms" className="underline underline-offset-4 hover:text-ink">
              {i18n._({ id: 'terms.title', message: 'Terms and conditions' })}
            </Link>
            <Link to="/privacy" className="underline underline-offset-4 hover:text-ink">
              {i18n._({ id: 'privacy.title', message: 'Privacy policy' })}
            </Link>
          </p>
          {!signedIn && (
            <div className="w-full max-w-60">
              <LanguageSwitch bare />
            </div>
          )}
        </div>
      </footer>
    </>
  );
}

function Promises() {
  const playMoney = usePlayMoney();
  const promises: [LucideIcon, string, string][] = [
    // First, because it is left out if chance settles the bets.
    [
      Scale,
      i18n._({ id: 'promise.results', message: 'Decided by results' }),
      i18n._({
        id: 'promise.resultsText',
        message: 'Bets are settled by what happened in the match, never by a draw of ours.',
      }),
    ],
    [
      Lock,
      i18n._({ id: 'promise.price', message: 'Your odds stay' }),
      i18n._({
        id: 'promise.priceText',
        message: 'You are paid at the odds you took, whatever the market does afterwards.',
      }),
    ],
    [
      Eye,
      i18n._({ id: 'promise.return', message: 'The return up front' }),
      i18n._({
        id: 'promise.returnText',
        message: 'Stake, odds, chance and return are shown to the cent before you place a bet.',
      }),
    ],
    [
      BookCheck,
      i18n._({ id: 'promise.books', message: 'Every cent accounted for' }),
      i18n._({
        id: 'promise.booksText',
        message:
          'Every movement of money is recorded twice and checked around the clock: nothing appears, nothing disappears.',
      }),
    ],
  ];
  return (
    <section
      aria-label={i18n._({ id: 'promise.label', message: 'What you can rely on' })}
      className="border-t border-line"
    >
      <ul className="mx-auto grid max-w-page gap-x-8 gap-y-8 px-4 py-12 sm:grid-cols-2 xl:grid-cols-4">
        {promises.slice(playMoney ? 1 : 0).map(([icon, title, text]) => (
          <li key={title} className="flex flex-col gap-2">
            <Icon of={icon} size={20} className="text-act" />
            <h2 className="text-16 font-strong">{title}</h2>
            <p className="max-w-form text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Not in the prerendered document. */
function useHere(): boolean {
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  return isHere;
}

/** Its pictures load after the page. */
function Casino() {
  const isHere = useHere();
  const place = <div className="min-h-96 border-t border-line" />;
  if (!isHere) return place;
  return (
    <Suspense fallback={place}>
      <CasinoTiles />
    </Suspense>
  );
}

function SportTiles() {
  const { data, isError } = useQuery(sportsQuery);
  const { data: summary } = useQuery(summaryQuery);
  if (isError && !data) return null;
  return (
    <section aria-labelledby="sports-tiles" className="border-t border-line">
      <div className="mx-auto max-w-page px-4 py-12">
        <h2 id="sports-tiles" className="display text-28">
          {i18n._({ id: 'landing.sports', message: 'Sports to bet on' })}
        </h2>
        <p className="figures mt-2 min-h-5 text-13 text-ink-soft">
          {summary &&
            i18n._({
              id: 'landing.counts',
              message:
                '{events, plural, one {# event} other {# events}} on offer, {live} live now, {bets, plural, one {# bet} other {# bets}} placed today',
              values: { events: summary.fixtures, live: summary.live, bets: summary.betsToday },
            })}
        </p>
        <ul className="mt-6 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {data
            ? data.items.slice(0, shownSports).map(({ id, name, fixtures, live }) => (
                <li key={id}>
                  <Link
                    to={`/sports?sport=${encodeURIComponent(id)}`}
                    className="group flex h-20 items-center gap-4 rounded-card border border-line bg-surface px-4 transition-colors hover:border-ink-soft"
                  >
                    <SportArt sport={id} size={40} />
                    <span className="min-w-0 grow">
                      <span className="block truncate text-16 font-strong">{translate(name)}</span>
                      <span className="figures block text-13 text-ink-soft">
                        {i18n._({
                          id: 'landing.events',
                          message: '{count, plural, one {# event} other {# events}}',
                          values: { count: fixtures },
                        })}
                        {live > 0 && (
                          <span className="text-live">
                            {' '}
                            · {i18n._({ id: 'landing.live', message: '{count} live', values: { count: live } })}
                          </span>
                        )}
                      </span>
                    </span>
                    <Icon of={ArrowRight} className="text-ink-soft transition-transform group-hover:translate-x-1" />
                  </Link>
                </li>
              ))
            : Array.from({ length: shownSports }, (_, tile) => tile).map((tile) => (
                <li key={tile}>
                  <Skeleton className="h-20 rounded-card" />
                </li>
              ))}
        </ul>
      </div>
    </section>
  );
}

function Closing() {
  const bonusMinor = useQuery(settingsQuery).data?.welcomeBonusMinor ?? 0;
  return (
    <section aria-labelledby="closing" className="border-t border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-6 px-4 py-12">
        <div>
          <h2 id="closing" className="display text-28">
            {i18n._({ id: 'landing.closing', message: 'Ready to start?' })}
          </h2>
          {bonusMinor > 0 && (
            <p className="mt-2 text-ink-soft">
              {i18n._({
                id: 'register.bonus',
                message: 'New accounts get a {bonus} welcome bonus.',
                values: { bonus: bonusText(bonusMinor) },
              })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/register">{i18n._({ id: 'landing.create', message: 'Create Account' })}</ButtonLink>
          <ButtonLink to="/sports" look="secondary">
            {i18n._({ id: 'landing.browse', message: 'Browse Sports' })}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
