/** The rules of the baccarat table: odds and return of each bet, and when a third card is drawn. */
import type { GameDetail } from '@fairline/proto/casino/games';
import { i18n } from '@lingui/core';
import { betName, rtpText } from '../../../domain/casino/game-labels.ts';
import { RuleRows, RuleSection } from '../cards/rule-section.tsx';
import { paysText } from './baccarat-labels.ts';

export function baccaratFeatures(): string[] {
  return [
    i18n._({ id: 'baccarat.feature.decks', message: 'Eight decks, shuffled before each hand' }),
    i18n._({ id: 'baccarat.feature.bets', message: 'Five bets: player, banker, tie and both pairs' }),
    i18n._({ id: 'baccarat.feature.roads', message: 'Bead road, big road and trends of your own hands' }),
  ];
}

export function BaccaratHowToPlay() {
  return (
    <p>
      {i18n._({
        id: 'baccarat.how',
        message:
          'Bet on the hand that ends closer to 9. Aces count 1, tens and face cards 0, and only the last digit of a total counts.',
      })}
    </p>
  );
}

export function BaccaratRules({ game }: { game: GameDetail }) {
  return (
    <>
      <RuleSection title={i18n._({ id: 'baccarat.payouts', message: 'Bets, payouts and RTP' })}>
        <RuleRows rows={game.bets.map(({ type, rtp }) => [`${betName(type)} ${paysText(type)}`, rtpText(rtp)])} />
        <p className="text-ink-soft">
          {i18n._({
            id: 'baccarat.tieRule',
            message:
              'On a tie, player and banker bets push: the stake is returned. A pair bet wins if the first two cards of that hand have the same rank.',
          })}
        </p>
      </RuleSection>
      <RuleSection title={i18n._({ id: 'baccarat.thirdCard', message: 'Third card' })}>
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {thirdCardTexts().map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </RuleSection>
      <RuleSection title={i18n._({ id: 'baccarat.keys', message: 'Keys' })}>
        <p>
          {i18n._({
            id: 'baccarat.keysText',
            message: 'Enter deals. Space shows all cards at once. N starts a new hand. 1 to 5 choose a chip.',
          })}
        </p>
      </RuleSection>
    </>
  );
}

function thirdCardTexts(): string[] {
  return [
    i18n._({ id: 'baccarat.rule.natural', message: '8 or 9 with two cards is a natural: no more cards are drawn' }),
    i18n._({ id: 'baccarat.rule.player', message: 'The player draws on 0 to 5 and stands on 6 and 7' }),
    i18n._({
      id: 'baccarat.rule.stood',
      message: 'If the player stands, the banker draws on 0 to 5 and stands on 6 and 7',
    }),
    i18n._({
      id: 'baccarat.rule.banker',
      message:
        'If the player draws, the banker draws on 0 to 2; on 3 unless the player’s third card counts 8; on 4 if it counts 2 to 7; on 5 if 4 to 7; on 6 if 6 or 7; never on 7',
    }),
  ];
}
