/** How the margin in the odds works, for the terms and the betting rules, in the figures that the feed prices with. */
import { deskRules } from '@fairline/proto/betting/rules';
import { feedMarginsBp, leastReturn, mostOfTheRest } from '@fairline/proto/margin';
import { largestStep } from '@fairline/proto/odds';
import { i18n } from '@lingui/core';
import { numberText } from '../../figures.ts';

/** The margins of the prices in per cent: the lowest and the highest over all types of market. */
function marginValues() {
  const margins = Object.values(feedMarginsBp);
  const upcoming = margins.map((margin) => margin.upcoming);
  const live = margins.map((margin) => margin.live);
  return {
    least: numberText(Math.min(...upcoming) / 100),
    most: numberText(Math.max(...upcoming) / 100),
    leastLive: numberText(Math.min(...live) / 100),
    mostLive: numberText(Math.max(...live) / 100),
  };
}

/** Rounded down: a published bound is never above the real one. */
const percent = (share: number) => numberText(Math.floor(share * 1_000 + 1e-6) / 10);

export function marginRules(): string[] {
  return [
    i18n._({
      id: 'terms.margin',
      message:
        'Our odds contain a margin: the chances behind the odds of a market add up to {least}% to {most}% more than 100% before the event, and {leastLive}% to {mostLive}% during it, by the kind of market. Each selection of a market carries the same share of it, favourite or outsider. Odds are then rounded down to the next step, by at most {step}%.',
      values: { ...marginValues(), step: numberText(largestStep * 100) },
    }),
    i18n._({
      id: 'terms.marginLess',
      message:
        'Where one selection is nearly certain the margin of its market is smaller: it takes at most {share}% of what is missing from its fair chance to 100%.',
      values: { share: numberText(mostOfTheRest * 100) },
    }),
    i18n._({
      id: 'terms.returns',
      message:
        'So a bet on one selection returns on average at least {upcoming}% of what is at risk before the event, and {live}% during it. What is at risk is the stake without the part that is expected back, such as the draw in draw no bet. The page of an event shows what the selections of each market return on average, and the slip what the whole bet does: in an accumulator the margins of its legs multiply.',
      values: { upcoming: percent(leastReturn('upcoming')), live: percent(leastReturn('live')) },
    }),
    i18n._({
      id: 'terms.marginOwn',
      message:
        'Our traders may set another margin for a market, at most {most}%, or odds of their own. Then the page of the event shows what these odds return by the chances they state. Odds that were placed stay.',
      values: { most: numberText(deskRules.marginBp.max / 100) },
    }),
  ];
}
