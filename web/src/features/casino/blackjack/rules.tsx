/** The rules of the blackjack table, the payouts and RTP of its bets, and the session's figures. */
import type { GameDetail } from '@fairline/proto/casino/games';
import { maxSideBetMinor, perfectPairsPay, twentyOnePlusThreePay } from '@fairline/proto/games/blackjack';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { betName, rtpText } from '../../../domain/casino/game-labels.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { countText } from '../../../figures.ts';
import { RuleRows, RuleSection } from '../cards/rule-section.tsx';
import { blackjackTexts, pairName, threeName } from './blackjack-labels.ts';
import type { BlackjackStats } from './stats.ts';

export function blackjackFeatures(): string[] {
  return [
    i18n._({ id: 'blackjack.feature.decks', message: 'Six decks, shuffled before each hand' }),
    blackjackTexts.pays(),
    i18n._({ id: 'blackjack.feature.split', message: 'Split to four hands, double after a split' }),
    i18n._({ id: 'blackjack.feature.side', message: 'Side bets: Perfect Pairs and 21+3' }),
  ];
}

export function BlackjackHowToPlay() {
  return (
    <p>
      {i18n._({
        id: 'blackjack.how',
        message:
          'Get closer to 21 than the dealer without going over. Place chips, deal, then hit, stand, double or split. An ace counts 1 or 11.',
      })}
    </p>
  );
}

interface BlackjackRulesProps {
  game: GameDetail;
  currency: PlayCurrencyCode;
  stats: BlackjackStats;
}

export function BlackjackRules({ game, currency, stats }: BlackjackRulesProps) {
  return (
    <>
      <RuleSection title={i18n._({ id: 'blackjack.session', message: 'This session' })}>
        <StatRows stats={stats} />
      </RuleSection>
      <RuleSection title={i18n._({ id: 'blackjack.rules', message: 'Table rules' })}>
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {ruleTexts().map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </RuleSection>
      <RuleSection title={i18n._({ id: 'blackjack.returns', message: 'RTP of each bet' })}>
        <RuleRows rows={game.bets.map(({ type, rtp }) => [betName(type), rtpText(rtp)])} />
        <p className="text-ink-soft">
          {i18n._({
            id: 'blackjack.returnsNote',
            message: 'The main bet reaches its RTP with basic strategy. The fair play certificate shows the chart.',
          })}
        </p>
      </RuleSection>
      <RuleSection title={blackjackTexts.perfectPairs()}>
        <RuleRows
          rows={Object.entries(perfectPairsPay).map(([kind, pay]) => [
            pairName[kind as keyof typeof pairName](),
            toOneText(pay),
          ])}
        />
      </RuleSection>
      <RuleSection title={blackjackTexts.twentyOnePlusThree()}>
        <RuleRows
          rows={Object.entries(twentyOnePlusThreePay).map(([kind, pay]) => [
            threeName[kind as keyof typeof threeName](),
            toOneText(pay),
          ])}
        />
        <p className="text-ink-soft">
          {i18n._({
            id: 'blackjack.sideRule',
            message:
              'Side bets up to {amount} each. Your first two cards decide them, with the dealer’s face-up card for 21+3.',
            values: { amount: moneyText(maxSideBetMinor, currency) },
          })}
        </p>
      </RuleSection>
      <RuleSection title={i18n._({ id: 'blackjack.keys', message: 'Keys' })}>
        <p>
          {i18n._({
            id: 'blackjack.keysText',
            message: 'Enter deals. H hit, S stand, D double, P split, N new hand. 1 to 5 choose a chip.',
          })}
        </p>
      </RuleSection>
    </>
  );
}

function ruleTexts(): string[] {
  return [
    blackjackTexts.pays(),
    i18n._({
      id: 'blackjack.rule.even',
      message: 'Any other win pays 1 to 1; a push returns your stake, blackjack against blackjack too',
    }),
    i18n._({ id: 'blackjack.rule.soft17', message: 'The dealer draws to 16, hits soft 17 and stands otherwise' }),
    i18n._({
      id: 'blackjack.rule.peek',
      message: 'The dealer checks the hole card first: if it makes a blackjack, the hand ends at once',
    }),
    i18n._({
      id: 'blackjack.rule.double',
      message: 'Double on any two cards, also after a split: you get one more card',
    }),
    i18n._({
      id: 'blackjack.rule.split',
      message: 'Split two cards of the same rank, up to four hands; a king and a queen cannot be split',
    }),
    i18n._({ id: 'blackjack.rule.aces', message: 'Aces can be split once and get one card each' }),
    i18n._({ id: 'blackjack.rule.split21', message: '21 after a split is not a blackjack and pays 1 to 1' }),
    i18n._({ id: 'blackjack.rule.insurance', message: 'No insurance, no surrender' }),
    i18n._({ id: 'blackjack.rule.idle', message: 'A hand left for 24 hours stands' }),
  ];
}

const toOneText = (pay: number) => i18n._({ id: 'blackjack.toOne', message: '{pay} to 1', values: { pay } });

function StatRows({ stats }: { stats: BlackjackStats }) {
  return (
    <RuleRows
      rows={[
        [i18n._({ id: 'blackjack.stat.played', message: 'Hands played' }), countText(stats.handsPlayed)],
        [i18n._({ id: 'blackjack.stat.won', message: 'Hands won' }), countText(stats.handsWon)],
        [i18n._({ id: 'blackjack.stat.blackjacks', message: 'Blackjacks' }), countText(stats.blackjacks)],
        [i18n._({ id: 'blackjack.stat.doubles', message: 'Doubles' }), countText(stats.doubles)],
        [i18n._({ id: 'blackjack.stat.splits', message: 'Splits' }), countText(stats.splits)],
      ]}
    />
  );
}
