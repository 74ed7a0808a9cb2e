/** PAR sheets of versions that operators publish: what the rules return by bet, how far results spread, and the most they pay. Pure. */
import type { AnyGame } from '@fairline/games/game';
import { catalogue } from '@fairline/proto/games/catalogue';
import { largestReturn, largestWagers } from './game.ts';

export function sheetOf(game: AnyGame, rules: ReturnType<AnyGame['rules']['parse']>): string {
  const { name, category, minMinor, maxMinor } = catalogue[game.id];
  const wager = largestWagers[game.id];
  const { variance } = game.moments(rules, wager);
  const amount = (minor: number) => (minor / 100).toFixed(2);
  return [
    `# ${name}`,
    '',
    `Category ${category}, wagers of ${amount(minMinor)} to ${amount(maxMinor)} a round.`,
    '',
    '## Return to player',
    '',
    '| bet | RTP |',
    '| --- | ---: |',
    ...game.returns(rules).map(({ type, rtp }) => `| ${type} | ${rtp.toFixed(4)} % |`),
    '',
    '## Spread',
    '',
    `- Standard deviation of a round at the largest wager: ${Math.sqrt(variance).toFixed(4)} times its stake`,
    `- Largest return of a bet: ${largestReturn({ game, gameId: game.id, rules })} times its stake`,
    `- Largest win of a round: ${amount(game.maxWinMinor(rules, wager))}, jackpot apart`,
    '',
    '## Rules',
    '',
    '```json',
    JSON.stringify(rules, null, 2),
    '```',
    '',
  ].join('\n');
}
