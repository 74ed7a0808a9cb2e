/** Elite Baccarat: eight decks, third cards by the standard table. On a tie, player and banker bets push. */
import {
  type BaccaratOutcome,
  type BaccaratWager,
  baccaratReturns,
  baccaratTypes,
} from '@fairline/proto/games/baccarat';
import { z } from 'zod';
import { baccaratDeals } from './cards/baccarat-odds.ts';
import {
  type BaccaratDeal,
  baccaratDecks,
  bankerDraws,
  playerDraws,
  pointsOf,
  totalOf,
} from './cards/baccarat-rules.ts';
import { cardOf, type Deal, openShoe, rankOf } from './cards/shoe.ts';
import type { Game } from './game.ts';

const Rules = z.strictObject({});

export const baccarat: Game<BaccaratWager, BaccaratOutcome, z.infer<typeof Rules>> = {
  id: 'elite-baccarat',
  rules: Rules,
  firstRules: {},
  stakeOf({ bets }) {
    const totalMinor = bets.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    return { totalMinor, boundMinor: totalMinor };
  },
  maxWinMinor: (_, wager) => Math.max(...baccaratDeals().map((deal) => paidMinor(wager, deal))),
  play(_, wager, draws) {
    const { player, banker, ...deal } = dealRound(openShoe(baccaratDecks, draws));
    const bets = wager.bets.map((bet) => ({ payoutMinor: payoutOf(bet, deal) }));
    return {
      outcome: { player: sideOf(player), banker: sideOf(banker), ...deal, bets },
      isOpen: false,
      stakeMinor: baccarat.stakeOf(wager).totalMinor,
      payoutMinor: bets.reduce((sum, { payoutMinor }) => sum + payoutMinor, 0),
      winsJackpot: false,
    };
  },
  returns: () =>
    baccaratTypes
      .map((type) => ({
        type,
        rtp: baccaratDeals().reduce((sum, deal) => sum + deal.probability * returnOf(type, deal), 0),
      }))
      // The best main bet comes first: the banker's.
      .sort((one, other) => rankOfBet[one.type] - rankOfBet[other.type]),
  outcomes: (_, wager) =>
    baccaratDeals().map((deal) => ({ chance: deal.probability, returnMinor: paidMinor(wager, deal) })),
  moments(_, wager) {
    const { totalMinor } = baccarat.stakeOf(wager);
    const deals = baccaratDeals().map((deal) => ({
      probability: deal.probability,
      value: paidMinor(wager, deal) / totalMinor,
    }));
    const mean = deals.reduce((sum, { probability, value }) => sum + probability * value, 0);
    return {
      mean,
      variance: deals.reduce((sum, { probability, value }) => sum + probability * (value - mean) ** 2, 0),
      largest: Math.max(...deals.map(({ value }) => value)),
    };
  },
};

type BetType = (typeof baccaratTypes)[number];

const rankOfBet: Record<BetType, number> = { banker: 0, player: 1, tie: 2, player_pair: 3, banker_pair: 4 };

const wins: Record<BetType, (deal: BaccaratDeal) => boolean> = {
  player: ({ result }) => result === 'player',
  banker: ({ result }) => result === 'banker',
  tie: ({ result }) => result === 'tie',
  player_pair: ({ playerPair }) => playerPair,
  banker_pair: ({ bankerPair }) => bankerPair,
};

/** Hundredths of the stake that a bet returns. */
export function returnOf(type: BetType, deal: BaccaratDeal): number {
  if (wins[type](deal)) return baccaratReturns[type];
  return deal.result === 'tie' && (type === 'player' || type === 'banker') ? 100 : 0;
}

const payoutOf = ({ type, amountMinor }: BaccaratWager['bets'][number], deal: BaccaratDeal) =>
  Math.floor((amountMinor * returnOf(type, deal)) / 100);

const paidMinor = ({ bets }: BaccaratWager, deal: BaccaratDeal) =>
  bets.reduce((sum, bet) => sum + payoutOf(bet, deal), 0);

/** Deals to player, banker, player, banker; then the player's third card, then the banker's. */
function dealRound(deal: Deal) {
  const cards = [deal(), deal(), deal(), deal()] as const;
  const player = [cards[0], cards[2]];
  const banker = [cards[1], cards[3]];
  const natural = sideTotal(player) >= 8 || sideTotal(banker) >= 8;
  if (!natural) {
    const third = playerDraws(sideTotal(player)) ? deal() : null;
    if (third !== null) player.push(third);
    if (bankerDraws(sideTotal(banker), third === null ? null : pointsOf(rankOf(third)))) banker.push(deal());
  }
  const ahead = sideTotal(player) - sideTotal(banker);
  const result: BaccaratDeal['result'] = ahead > 0 ? 'player' : ahead < 0 ? 'banker' : 'tie';
  return {
    player,
    banker,
    result,
    natural,
    playerPair: isPair(cards[0], cards[2]),
    bankerPair: isPair(cards[1], cards[3]),
  };
}

const sideTotal = (cards: readonly number[]) => totalOf(cards.map((card) => pointsOf(rankOf(card))));

const isPair = (one: number, other: number) => rankOf(one) === rankOf(other);

const sideOf = (cards: readonly number[]) => ({ cards: cards.map(cardOf), value: sideTotal(cards) });
