/** Articles in English: casino games. */
import { catalogue, gameIds, jackpotRules } from '@fairline/proto/games/catalogue';
import { casinoProfiles } from '@fairline/proto/games/profiles';
import type { Article } from './article.ts';
import { figuresIn } from './figures.ts';

const { amount, number, percent } = figuresIn('en');
const { paceMs, stakeMinor } = casinoProfiles.gb;

export const casinoEn: readonly Article[] = [
  {
    id: 'fair-games',
    title: 'How do I know that the games are fair?',
    body: [
      'Before each round you see the hash of the server seed. The outcome follows from that seed, your own client seed and the number of the round.',
      'We cannot change the seed afterwards without the hash giving it away. And you choose your client seed after the server seed is fixed.',
      'When you rotate your seed, the old one is revealed. Then you, or anybody else, can recompute each of its rounds.',
    ],
    related: ['verify-round', 'game-return'],
  },
  {
    id: 'verify-round',
    title: 'How do I verify a round?',
    body: [
      'Open the casino, then your rounds, and choose the round.',
      '- Choose Rotate and reveal if its seed is still in use. An open round has to be finished first.\n- Choose Verify this round.',
      'Your browser recomputes the outcome from the seeds and compares it with what was shown and paid. Each round has a reference, so that support can find it too.',
    ],
    related: ['fair-games', 'interrupted-round'],
  },
  {
    id: 'game-return',
    title: 'What does RTP mean?',
    body: [
      'RTP is the share of all stakes that a game returns to players over very many rounds. It says nothing about your next rounds.',
      'The RTP we show is computed from the rules in force. No bet in the casino returns more than 100%.',
      'The page Live returns shows for each game the computed RTP beside what players really got. A game whose results leave the expected range is paused.',
      'A change of a game is a new version. Rounds keep the version they were played with.',
    ],
    related: ['fair-games', 'game-limits'],
  },
  {
    id: 'game-limits',
    title: 'What can I stake in each game?',
    body: [
      'Per round, in your play currency:',
      gameIds
        .map((id) => `- ${catalogue[id].name}: ${amount(catalogue[id].minMinor)} to ${amount(catalogue[id].maxMinor)}`)
        .join('\n'),
      `Players in the United Kingdom stake at most ${amount(stakeMinor.slots?.most ?? 0)} on a spin, and ${amount(stakeMinor.slots?.under25 ?? 0)} until they are 25.`,
      'Side bets come on top of these limits and have limits of their own.',
    ],
    related: ['game-return', 'jackpot', 'auto-spin'],
  },
  {
    id: 'jackpot',
    title: 'How do I win the jackpot?',
    body: [
      `Each spin of Mega Fortune Slots can win it, at any stake. The chance grows with the stake: a spin of ${amount(100)} wins with a chance of one in ${number(jackpotRules.oneIn / 100)}.`,
      `There is one jackpot per play currency. It starts at ${amount(jackpotRules.seedMinor)} and grows by ${percent(jackpotRules.contributionPercent)} of each stake.`,
      'Five crowns on the first line show the win, and the whole jackpot is paid into your balance at once.',
    ],
    related: ['fair-games', 'game-limits'],
  },
  {
    id: 'interrupted-round',
    title: 'My game was interrupted',
    body: [
      'The server decides each round and keeps it. When you open the game again, an open hand goes on where you left it, and a settled round shows what it paid.',
      'A blackjack hand you do not finish stands by itself after 24 hours.',
      'If a round could not be decided, it is void and your stake is refunded.',
    ],
    related: ['verify-round', 'page-not-live'],
  },
  {
    id: 'auto-spin',
    title: 'Why do I not see auto-spin or turbo?',
    body: [
      `Players in the United Kingdom have neither, and a spin takes at least ${number(paceMs.slots / 1_000, 1)} seconds, other casino games ${number(paceMs.table / 1_000)} seconds. These are rules of the regulator.`,
      'Elsewhere you set a loss limit before auto-spin starts, and a win limit if you like. It stops at either.',
    ],
    related: ['game-limits', 'interrupted-round'],
  },
];
