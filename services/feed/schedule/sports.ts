/** The feed's data of each sport: its model, its pace in demo mode, and its markets with their margins. */
import type { FixtureReason } from '@fairline/proto/feed';
import { feedMarginsBp } from '@fairline/proto/margin';
import type { Beside, MarketRule } from '../markets/market.ts';
import { hockey, soccer } from '../models/goals.ts';
import { baseball } from '../models/innings.ts';
import { basketball, football } from '../models/possessions.ts';
import type { Model } from '../models/sport-model.ts';
import { tennis } from '../models/tennis.ts';
import type { SportId } from './catalogue.ts';

export interface SportRule {
  readonly model: Model;
  /** Match time per real time in demo mode. A match takes six to nine minutes: slow enough that within the delay of a bet prices drift by less than their margin. */
  readonly demoPace: number;
  readonly markets: readonly MarketRule[];
  /** The chance of each incident. */
  readonly incidents: Readonly<Record<FixtureReason, number>>;
}

function margin(kind: keyof typeof feedMarginsBp): MarketRule['margin'] {
  return { method: 'proportional', ...feedMarginsBp[kind] };
}

/** Further lines: every quarter up to half a point if scores are low, and half a point if they are high. */
const quarters = (least: number): Beside => ({ lines: 4, apart: 1, least });
const halves = (least: number): Beside => ({ lines: 2, apart: 2, least });

const moneyline: MarketRule = { type: 'moneyline', name: 'Moneyline', margin: margin('twoWay') };
const spread: MarketRule = { type: 'spread', name: 'Spread', margin: margin('twoWay') };

export const sports: Readonly<Record<SportId, SportRule>> = {
  soccer: {
    model: soccer,
    demoPace: 15,
    incidents: { postponed: 0.01, moved: 0.004, not_played: 0.001, walkover: 0.0005, abandoned: 0.002, retired: 0 },
    markets: [
      { type: '1x2', name: 'Match Result', margin: margin('matchResult') },
      { type: 'total', name: 'Total Goals', margin: margin('twoWay'), beside: quarters(0.5) },
      { ...spread, leastLine: 0, beside: quarters(0) },
      { type: 'btts', name: 'Both Teams to Score', margin: margin('special') },
      { type: 'draw_no_bet', name: 'Draw No Bet', margin: margin('twoWay') },
    ],
  },
  basketball: {
    model: basketball,
    demoPace: 18,
    incidents: { postponed: 0.002, moved: 0.002, not_played: 0.0005, walkover: 0.0005, abandoned: 0.0005, retired: 0 },
    markets: [
      moneyline,
      { ...spread, beside: halves(1) },
      { type: 'total', name: 'Total Points', margin: margin('twoWay'), beside: halves(0.5) },
      { type: 'odd_even', name: 'Odd or Even Points', margin: margin('twoWay') },
    ],
  },
  tennis: {
    model: tennis,
    demoPace: 14,
    incidents: { postponed: 0.008, moved: 0.008, not_played: 0.001, walkover: 0.008, abandoned: 0.002, retired: 0.02 },
    markets: [
      { ...moneyline, name: 'Match Winner' },
      { ...spread, name: 'Games Spread', margin: margin('games'), beside: halves(0) },
      { type: 'total', name: 'Total Games', margin: margin('games'), beside: halves(0.5) },
    ],
  },
  hockey: {
    model: hockey,
    demoPace: 22,
    incidents: { postponed: 0.003, moved: 0.002, not_played: 0.0005, walkover: 0.0005, abandoned: 0.0005, retired: 0 },
    markets: [
      moneyline,
      { type: '1x2', name: 'Regular Time Result', margin: margin('special') },
      { ...spread, name: 'Puck Line', leastLine: 1.5, beside: halves(1) },
      { type: 'total', name: 'Total Goals', margin: margin('twoWay'), beside: halves(0.5) },
    ],
  },
  football: {
    model: football,
    demoPace: 27,
    incidents: { postponed: 0.003, moved: 0.003, not_played: 0.0005, walkover: 0.0005, abandoned: 0.001, retired: 0 },
    markets: [
      moneyline,
      { ...spread, beside: halves(1) },
      { type: 'total', name: 'Total Points', margin: margin('twoWay'), beside: halves(0.5) },
    ],
  },
  baseball: {
    model: baseball,
    demoPace: 31,
    incidents: { postponed: 0.015, moved: 0.004, not_played: 0.002, walkover: 0.0005, abandoned: 0.002, retired: 0 },
    markets: [
      moneyline,
      { ...spread, name: 'Run Line', leastLine: 1.5, beside: halves(1) },
      { type: 'total', name: 'Total Runs', margin: margin('twoWay'), beside: halves(0.5) },
    ],
  },
};
