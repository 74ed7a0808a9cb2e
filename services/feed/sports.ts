/** What the feed knows of each sport: its model, its pace in demo mode, and its markets with the margin each carries. */
import type { SportId } from './catalogue.ts';
import type { Model } from './course.ts';
import { hockey, soccer } from './goals.ts';
import { baseball } from './innings.ts';
import type { MarketRule } from './market.ts';
import { basketball, football } from './possessions.ts';
import { tennis } from './tennis.ts';

export interface SportRule {
  readonly model: Model;
  /** Match time to real time in demo mode, so that a match takes about two minutes and with its overtime stays below three. */
  readonly demoPace: number;
  readonly markets: readonly MarketRule[];
  /** How often a fixture is abandoned. */
  readonly abandoned: number;
}

/** More in play than before: prices are older there by the time a bet arrives. */
function margin(upcomingBp: number, liveBp: number): MarketRule['margin'] {
  return { upcoming: { method: 'power', marginBp: upcomingBp }, live: { method: 'power', marginBp: liveBp } };
}

/** Lines beside the fairest: every quarter up to half a point, where goals are few; a half point, where there are many. */
const quarters = [-2, -1, 1, 2];
const halves = [-2, 2];

const moneyline: MarketRule = { type: 'moneyline', name: 'Moneyline', margin: margin(450, 600) };
const spread: MarketRule = { type: 'spread', name: 'Spread', margin: margin(450, 600) };

export const sports: Readonly<Record<SportId, SportRule>> = {
  soccer: {
    model: soccer,
    demoPace: 44,
    abandoned: 0.002,
    markets: [
      { type: '1x2', name: 'Match Result', margin: margin(500, 700) },
      { type: 'total', name: 'Total Goals', margin: margin(450, 600), beside: quarters },
      { ...spread, leastLine: 0, beside: quarters },
      { type: 'btts', name: 'Both Teams to Score', margin: margin(550, 750) },
      { type: 'draw_no_bet', name: 'Draw No Bet', margin: margin(450, 600) },
    ],
  },
  basketball: {
    model: basketball,
    demoPace: 62,
    abandoned: 0.0005,
    markets: [
      moneyline,
      { ...spread, beside: halves },
      { type: 'total', name: 'Total Points', margin: margin(450, 600), beside: halves },
      { type: 'odd_even', name: 'Odd or Even Points', margin: margin(450, 600) },
    ],
  },
  tennis: {
    model: tennis,
    demoPace: 64,
    abandoned: 0.002,
    markets: [
      { ...moneyline, name: 'Match Winner' },
      { ...spread, name: 'Games Spread', margin: margin(550, 700), beside: halves },
      { type: 'total', name: 'Total Games', margin: margin(550, 700), beside: halves },
    ],
  },
  hockey: {
    model: hockey,
    demoPace: 66,
    abandoned: 0.0005,
    markets: [
      moneyline,
      { type: '1x2', name: 'Regular Time Result', margin: margin(550, 750) },
      { ...spread, name: 'Puck Line', leastLine: 1.5 },
      { type: 'total', name: 'Total Goals', margin: margin(450, 600), beside: halves },
    ],
  },
  football: {
    model: football,
    demoPace: 82,
    abandoned: 0.001,
    markets: [moneyline, { ...spread, beside: halves }, { type: 'total', name: 'Total Points', margin: margin(450, 600), beside: halves }],
  },
  baseball: {
    model: baseball,
    demoPace: 92,
    abandoned: 0.002,
    markets: [moneyline, { ...spread, name: 'Run Line', leastLine: 1.5 }, { type: 'total', name: 'Total Runs', margin: margin(450, 600), beside: halves }],
  },
};
