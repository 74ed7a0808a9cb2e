/** Votes on articles: one document per player and article. */
import { collection } from '@fairline/chassis/documents/collection';
import type { Mongo } from '@fairline/chassis/documents/mongo';
import { z } from 'zod';

export const votes = collection(
  'faq_votes',
  z.strictObject({
    _id: z.string(),
    version: z.int(),
    articleId: z.string(),
    playerId: z.uuid(),
    isHelpful: z.boolean(),
  }),
  [{ keys: { articleId: 1, isHelpful: 1 } }],
);

const idOf = (articleId: string, playerId: string) => `${articleId} ${playerId}`;

/** Stores a player's vote in place of their earlier one. */
export async function storeVote(mongo: Mongo, articleId: string, playerId: string, isHelpful: boolean): Promise<void> {
  const _id = idOf(articleId, playerId);
  await mongo.change(
    votes,
    _id,
    (vote) => {
      vote.isHelpful = isHelpful;
    },
    { initial: () => ({ _id, articleId, playerId, isHelpful }) },
  );
}

export async function voteOf(mongo: Mongo, articleId: string, playerId: string): Promise<boolean | undefined> {
  return (await mongo.get(votes, idOf(articleId, playerId)))?.isHelpful;
}

export async function countVotes(mongo: Mongo, articleId: string): Promise<{ helpful: number; votes: number }> {
  const [helpful, all] = await Promise.all([
    mongo.model(votes).countDocuments({ articleId, isHelpful: true }),
    mongo.model(votes).countDocuments({ articleId }),
  ]);
  return { helpful, votes: all };
}
