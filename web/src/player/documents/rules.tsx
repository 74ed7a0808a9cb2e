/** The rules by which bets are settled: what counts in each sport, what each market and line means, and when a stake is returned. */
import { type IncidentRule, incidentRules, lostMatchRules } from '@fairline/proto/betting/incidents';
import { betRules } from '@fairline/proto/betting/rules';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { amountText, oddsText } from '../../figures.ts';
import { translate } from '../../server-texts.ts';
import { DocumentFrame, type Section } from './document-frame.tsx';
import { marginRules } from './margin.ts';

const usd = (minor: number) => amountText(minor, 'USD');
const decimal = (milli: number) => oddsText(milli, 'decimal');

function sections(): Section[] {
  return [
    { title: i18n._({ id: 'betRules.results', message: 'Results' }), body: resultRules() },
    { title: i18n._({ id: 'betRules.time', message: 'What counts in each sport' }), body: sportRules() },
    { title: i18n._({ id: 'betRules.markets', message: 'Markets' }), body: marketRules() },
    { title: i18n._({ id: 'betRules.lines', message: 'Whole and quarter lines' }), body: lineRules() },
    {
      title: i18n._({ id: 'betRules.incidents', message: 'Postponed, abandoned and ended early' }),
      body: incidentTexts(),
    },
    { title: i18n._({ id: 'betRules.void', message: 'Void bets' }), body: voidRules() },
    { title: i18n._({ id: 'betRules.heats', message: 'Dead heats' }), body: heatRules() },
    { title: i18n._({ id: 'betRules.multiples', message: 'Accumulators and systems' }), body: multipleRules() },
    {
      title: i18n._({ id: 'betRules.more', message: 'Odds, limits and cash out' }),
      body: [
        ...marginRules(),
        <Link key="terms" to="/terms" className="underline underline-offset-4 hover:text-ink">
          {i18n._({
            id: 'betRules.terms',
            message: 'Delays, maximum payouts and cash out are in the terms and conditions.',
          })}
        </Link>,
      ],
    },
  ];
}

function resultRules(): ReactNode[] {
  return [
    i18n._({
      id: 'terms.results',
      message:
        'Bets are settled by the official result. If that result is corrected, the difference is posted to your balance, up or down.',
    }),
    i18n._({
      id: 'betRules.early',
      message:
        'A market may be settled before the end once nothing can change its result, such as a total that is already exceeded.',
    }),
    i18n._({
      id: 'betRules.display',
      message: 'Scores and clocks on our pages are for information. They can be late, and they settle no bet.',
    }),
  ];
}

/** Named in English, as the servers name sports. */
function sportRules(): ReactNode[] {
  const sports: [sport: string, rule: string][] = [
    [
      'Soccer',
      i18n._({
        id: 'betRules.soccer',
        message: '90 minutes with stoppage time. Extra time and penalty shoot-outs do not count.',
      }),
    ],
    [
      'Hockey',
      i18n._({
        id: 'betRules.hockey',
        message:
          'Overtime counts, and a shoot-out adds one goal for its winner. Regular Time Result is decided by the three periods alone.',
      }),
    ],
    ['Basketball', i18n._({ id: 'betRules.overtime', message: 'Overtime counts.' })],
    ['Football', i18n._({ id: 'betRules.overtime', message: 'Overtime counts.' })],
    ['Baseball', i18n._({ id: 'betRules.innings', message: 'Extra innings count.' })],
    [
      'Tennis',
      i18n._({
        id: 'betRules.tennis',
        message: 'The whole match counts. In totals and handicaps of games a tie-break is one game.',
      }),
    ],
  ];
  return sports.map(([sport, rule]) => rowOf(translate(sport), rule));
}

function marketRules(): ReactNode[] {
  return [
    rowOf(
      `${translate('Moneyline')}, ${translate('Match Winner')}, ${translate('Match Result')}`,
      i18n._({
        id: 'betRules.winner',
        message: 'The side that wins. Where a draw can be chosen, it is an outcome of its own.',
      }),
    ),
    rowOf(
      translate('Draw No Bet'),
      i18n._({ id: 'betRules.drawNoBet', message: 'The side that wins. In a draw your stake is returned.' }),
    ),
    rowOf(
      translate('Spread'),
      i18n._({
        id: 'betRules.spread',
        message: 'The handicap is added to the score of your side. The bet wins if your side is then ahead.',
      }),
    ),
    rowOf(
      `${translate('Over')} / ${translate('Under')}`,
      i18n._({
        id: 'betRules.total',
        message: 'The points, goals, runs or games of both sides together, compared with the line.',
      }),
    ),
    rowOf(
      translate('Both Teams to Score'),
      i18n._({ id: 'betRules.btts', message: 'Yes wins if each side scores at least once.' }),
    ),
    rowOf(
      translate('Odd or Even Points'),
      i18n._({ id: 'betRules.oddEven', message: 'The points of both sides together. Zero is even.' }),
    ),
  ];
}

function lineRules(): ReactNode[] {
  return [
    i18n._({ id: 'betRules.halfLine', message: 'A half line, such as 2.5, is always won or lost.' }),
    i18n._({
      id: 'betRules.wholeLine',
      message: 'On a whole line, such as 3, your stake is returned if the result is exactly on the line.',
    }),
    i18n._({
      id: 'betRules.quarterLine',
      message: 'A quarter line puts half of your stake on each of the two lines beside it.',
    }),
    i18n._({
      id: 'betRules.quarterExample',
      message:
        'Example: {stake} on over 2.75 at odds of {odds}. With three goals the half on 2.5 wins and the half on 3 is returned: the bet pays {paid}.',
      values: { stake: usd(1_000), odds: decimal(2_000), paid: usd(1_500) },
    }),
  ];
}

/** Sports that have the same limit, the largest group first. */
function incidentTexts(): ReactNode[] {
  const bySport = Object.entries(incidentRules) as [keyof typeof incidentRules, IncidentRule][];
  const byHours = [...Map.groupBy(bySport, ([, { startWithinHours }]) => startWithinHours)];
  return [
    ...byHours.map(([hours, sports]) =>
      rowOf(
        sports.map(([sport]) => sportName(sport)).join(', '),
        hours % 24 === 0 && hours > 48
          ? i18n._({
              id: 'betRules.withinDays',
              message:
                'If a match is postponed or rescheduled, bets stand if it starts within {days} days of its original start. Otherwise they are void.',
              values: { days: hours / 24 },
            })
          : i18n._({
              id: 'betRules.withinHours',
              message:
                'If a match is postponed or rescheduled, bets stand if it starts within {hours} hours of its original start. Otherwise they are void.',
              values: { hours },
            }),
      ),
    ),
    i18n._({
      id: 'betRules.newDate',
      message:
        'Bets that are void for this reason are returned as soon as the new start is known. Bets placed after that are on the new date and stand.',
    }),
    i18n._({
      id: 'betRules.walkover',
      message: 'If a match is called off, or a side does not appear (a walkover), all bets on it are void.',
    }),
    i18n._({
      id: 'betRules.cancelled',
      message:
        'If a match is cancelled or abandoned, markets that were decided before keep their result. All others are void.',
    }),
    ...bySport.flatMap(([sport, { retirement }]) =>
      retirement ? [rowOf(sportName(sport), retirementText(retirement.afterSets))] : [],
    ),
    i18n._({
      id: 'betRules.stopped',
      message:
        'While a match is off offer after such news, its bets cannot be cashed out. A void selection no longer counts in what a bet is worth.',
    }),
    i18n._({
      id: 'betRules.lost',
      message:
        'No bet stays open without end. If we receive nothing about a match in play for {unreported} hours, or no result of a market for {result} hours after the end, its bets are void.',
      values: { unreported: lostMatchRules.unreportedHours, result: lostMatchRules.resultWithinHours },
    }),
  ];
}

function retirementText(sets: number): string {
  return i18n._({
    id: 'betRules.retirement',
    message:
      'If a player retires or is disqualified, the other player wins the match if {sets, plural, one {# set} other {# sets}} had been completed. Before that, bets on the winner are void. Other markets keep their result if they were decided before, and are void otherwise.',
    values: { sets },
  });
}

/** Named as the servers name sports. */
function sportName(sport: keyof typeof incidentRules): string {
  if (sport === 'default') return i18n._({ id: 'betRules.otherSports', message: 'Other sports' });
  return translate(sport.charAt(0).toUpperCase() + sport.slice(1));
}

function voidRules(): ReactNode[] {
  return [
    i18n._({
      id: 'betRules.late',
      message:
        'We may void bets that were placed while a market should have been closed, for example after a goal. The bet then shows it.',
    }),
    i18n._({
      id: 'betRules.voidCounts',
      message: 'A void selection counts as odds of {odds}. If every selection of a bet is void, the stake is returned.',
      values: { odds: decimal(1_000) },
    }),
  ];
}

function heatRules(): ReactNode[] {
  return [
    i18n._({
      id: 'betRules.heat',
      message:
        'If more sides win than there are places, the stake is divided: the bet pays the places divided by the sides.',
    }),
    i18n._({
      id: 'betRules.heatExample',
      message: 'Example: {stake} at odds of {odds}, with two sides for one place, pays {paid}.',
      values: { stake: usd(1_000), odds: decimal(5_000), paid: usd(2_500) },
    }),
  ];
}

function multipleRules(): ReactNode[] {
  return [
    i18n._({
      id: 'betRules.accumulator',
      message:
        'An accumulator has 2 to {most} selections. Their odds are multiplied, and it is lost with its first losing selection.',
      values: { most: betRules.maxLegs },
    }),
    i18n._({
      id: 'betRules.system',
      message:
        'A system is a set of accumulators over its selections. Every line has the same stake and pays by itself.',
    }),
    i18n._({ id: 'betRules.related', message: 'Two selections of the same match cannot be combined in one bet.' }),
    i18n._({
      id: 'betRules.rounding',
      message: 'A payout is computed without rounding and rounded down once, to the smallest unit of the currency.',
    }),
  ];
}

function rowOf(name: string, rule: string): ReactNode {
  return (
    <>
      <strong className="font-medium text-ink">{name}</strong>: {rule}
    </>
  );
}

export function RulesPage() {
  return (
    <>
      <title>{i18n._({ id: 'betRules.pageTitle', message: 'Betting rules · Fairline' })}</title>
      <DocumentFrame
        title={i18n._({ id: 'betRules.title', message: 'Betting rules' })}
        lead={i18n._({
          id: 'betRules.lead',
          message: 'How bets are settled: what counts in each sport, what a line means, and when a stake is returned.',
        })}
        sections={sections()}
      />
    </>
  );
}
