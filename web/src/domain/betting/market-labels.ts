/** Names of markets, selections and parts of a match: the feed's names translated, with localised figures. */
import type { Fixture, Market } from '@fairline/proto/betting/offer';
import { i18n } from '@lingui/core';
import { figureText } from '../../figures.ts';
import { translate } from '../../server-texts.ts';

/** The market's English name, with its line unless the name contains it. Safe to store, since the language may change. */
export function marketName({ name, line }: Pick<Market, 'name'> & { line?: number | undefined }): string {
  return line === undefined || name.includes(String(Math.abs(line)))
    ? name
    : `${name} ${line < 0 ? '−' : ''}${Math.abs(line)}`;
}

export function marketText(market: Parameters<typeof marketName>[0]): string {
  return feedText(marketName(market));
}

/** Translates a name from the feed: a market, with or without its line, or a selection, which may be a side with its handicap. */
export function feedText(name: string): string {
  const text = translate(name);
  const [, before, line] = (text === name && /^(.+) ([+−-]?\d[\d.]*)$/.exec(name)) || [];
  return before === undefined || line === undefined ? text : `${translate(before)} ${figureText(line)}`;
}

type Score = NonNullable<Fixture['score']>;

/** The clock of a match: "67'", "12:04", "4:3 30:15", "Top of inning 3". During a break, the part before it. */
export function clockText({ period, clock }: Score): string {
  const [, inning] = /^Inning (\d+)$/.exec(period) ?? [];
  if (inning && clock === 'Top')
    return i18n._({ id: 'score.top', message: 'Top of inning {inning}', values: { inning } });
  if (inning && clock === 'Bottom')
    return i18n._({ id: 'score.bottom', message: 'Bottom of inning {inning}', values: { inning } });
  return translate(clock);
}

/** The part of the match; empty if the clock contains it. */
export function periodText({ period, clock }: Score): string {
  return /^Inning /.test(period) && clock ? '' : translate(period);
}
