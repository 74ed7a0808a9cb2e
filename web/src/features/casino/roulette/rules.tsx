/** The rules of roulette with odds and return of each bet, for the panels. */
import type { GameDetail } from '@fairline/proto/casino/games';
import { rouletteReturns, type rouletteTypes } from '@fairline/proto/games/roulette';
import { i18n } from '@lingui/core';
import { betName, rtpText } from '../../../domain/casino/game-labels.ts';
import { Table, Td, Th } from '../../../ui/content/table.tsx';

export function RouletteRules({ game }: { game: GameDetail }) {
  return (
    <>
      <p>
        {i18n._({
          id: 'roulette.rules',
          message:
            'One ball, 37 pockets from 0 to 36, each equally likely. Zero loses every bet that does not cover it, including even-money bets.',
        })}
      </p>
      <Table label={i18n._({ id: 'roulette.pays', message: 'What each bet pays' })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'roulette.bet', message: 'Bet' })}</Th>
            <Th figures>{i18n._({ id: 'roulette.paysTo1', message: 'Pays' })}</Th>
            <Th figures>RTP</Th>
          </tr>
        </thead>
        <tbody>
          {game.bets.map(({ type, rtp }) => (
            <tr key={type}>
              <Td>{betName(type)}</Td>
              <Td figures>{`${rouletteReturns[type as (typeof rouletteTypes)[number]] - 1}:1`}</Td>
              <Td figures>{rtpText(rtp)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="text-ink-soft">
        {i18n._({
          id: 'roulette.neighbours',
          message:
            'Splits, streets, corners and six lines go on the lines between numbers. With zero: splits 0-1, 0-2 and 0-3, streets 0-1-2 and 0-2-3, and corner 0-1-2-3.',
        })}
      </p>
    </>
  );
}

export const rouletteFeatures = () => [
  i18n._({ id: 'roulette.feature.european', message: 'European wheel with a single zero' }),
  i18n._({ id: 'roulette.feature.bets', message: 'All 157 inside and outside bets' }),
  i18n._({ id: 'roulette.feature.trends', message: 'Your last results, hot and cold numbers' }),
];

export function RouletteHowToPlay() {
  return (
    <p>
      {i18n._({
        id: 'roulette.how',
        message:
          'Choose a chip and place it on numbers, on the lines between them or on the outside bets. Undo, double or repeat your bets, then spin. Every bet that covers the winning number is paid.',
      })}
    </p>
  );
}
