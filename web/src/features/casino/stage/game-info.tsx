/** The info panel of a game: its figures, limits, return of every bet, certificate, features and how to play. */
import type { GameDetail } from '@fairline/proto/casino/games';
import { recommendedBets } from '@fairline/proto/games/catalogue';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { FileCheck2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { betName, categoryName, rtpText, volatilityName } from '../../../domain/casino/game-labels.ts';
import { JackpotCounter, useJackpot } from '../../../domain/casino/jackpot.tsx';
import { Money } from '../../../domain/money/money.tsx';
import { countText } from '../../../figures.ts';
import { DetailList } from '../../../ui/content/details.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { mostNowMinor, useProfile } from './profile.ts';

interface GameInfoProps {
  game: GameDetail;
  currency: PlayCurrencyCode;
  features: readonly string[];
  howToPlay: ReactNode;
}

export function GameInfo({ game, currency, features, howToPlay }: GameInfoProps) {
  const { pool } = useJackpot();
  const maxMinor = Math.min(game.maxMinor, mostNowMinor(useProfile(), game.category));
  const money = (minor: number) => <Money minor={minor} currency={currency} />;
  return (
    <div className="flex flex-col gap-4 p-4">
      <DetailList
        title={i18n._({ id: 'casino.info.game', message: 'The game' })}
        details={[
          [i18n._({ id: 'casino.rtp', message: 'RTP' }), rtpText(game.rtp)],
          [i18n._({ id: 'casino.volatility', message: 'Volatility' }), volatilityName(game.volatility)],
          [i18n._({ id: 'casino.category', message: 'Category' }), categoryName(game.category)],
          [i18n._({ id: 'casino.minBet', message: 'Min bet' }), money(game.minMinor)],
          [i18n._({ id: 'casino.maxBet', message: 'Max bet' }), money(maxMinor)],
          [
            i18n._({ id: 'casino.recommendedBet', message: 'Recommended bet' }),
            money(Math.min(maxMinor, recommendedBets * game.minMinor)),
          ],
          [i18n._({ id: 'casino.maxWin', message: 'Max payout per round' }), money(game.maxWinMinor)],
          game.jackpotMinor !== undefined &&
            pool && [
              i18n._({ id: 'casino.jackpot', message: 'Jackpot' }),
              <JackpotCounter key="jackpot" pool={pool} />,
            ],
          [i18n._({ id: 'casino.players', message: 'Active players' }), countText(game.players)],
          [i18n._({ id: 'casino.provider', message: 'Provider' }), game.provider],
        ]}
      />
      <Link
        to={`/casino/${game.id}/par-sheet/${game.version}`}
        className="flex min-h-14 items-center gap-3 rounded-card border border-game-line bg-game-soft px-4 py-2 text-13 hover:underline hover:underline-offset-4"
      >
        <Icon of={FileCheck2} size={20} className="text-game" />
        <span>
          <span className="block font-strong">
            {i18n._({ id: 'casino.certificate', message: 'Fair play certificate' })}
          </span>
          <span className="text-ink-soft">
            {i18n._({
              id: 'casino.certificateHelp',
              message: 'The maths of version {version}: RTP, hit rate and odds',
              values: { version: game.version },
            })}
          </span>
        </span>
      </Link>
      {features.length > 0 && (
        <Section title={i18n._({ id: 'casino.features', message: 'Features' })}>
          <ul className="list-disc pl-5">
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={i18n._({ id: 'casino.howToPlay', message: 'How to play' })}>{howToPlay}</Section>
      <DetailList
        title={i18n._({ id: 'casino.rtpByBet', message: 'RTP of each bet' })}
        details={game.bets.map(({ type, rtp }) => [betName(type), rtpText(rtp)])}
      />
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4 text-13">
      <h3 className="text-14 font-strong">{title}</h3>
      {children}
    </section>
  );
}
