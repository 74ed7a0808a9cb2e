/** Canned answers: texts that operators prepare for frequent questions. Every change is recorded. */
import { randomUUIDv7 } from 'node:crypto';
import { collection } from '@fairline/chassis/documents/collection';
import type { Mongo } from '@fairline/chassis/documents/mongo';
import type { Actor } from '@fairline/chassis/messaging/operator-action';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { common, Refusal } from '@fairline/proto/contract';
import { type CannedAnswer, TicketCategory } from '@fairline/proto/support/tickets';
import { z } from 'zod';
import type { SupportContext } from '../context.ts';
import { recordAction } from '../operator.ts';

export const cannedAnswers = collection(
  'canned_answers',
  z.strictObject({
    _id: z.uuid(),
    version: z.int(),
    title: z.string(),
    text: z.string(),
    category: TicketCategory.optional(),
    updatedAt: z.date(),
    /** A removed answer has no texts. Its document stays, because the removal and its record are one write of that document. */
    isRemoved: z.literal(true).optional(),
  }),
);
type StoredAnswer = z.infer<typeof cannedAnswers.shape>;

interface Form {
  title: string;
  text: string;
  category?: z.infer<typeof TicketCategory> | undefined;
}

const actionOn = (
  action: string,
  resourceId: string,
  sides: { before?: ReturnType<typeof formOf>; after?: ReturnType<typeof formOf> },
) => ({
  action: `canned_answer.${action}`,
  resourceType: 'canned_answer',
  resourceId,
  ...sides,
});

const formOf = ({ title, text, category }: Form) => ({ title, text, ...(category && { category }) });

export async function listAnswers(mongo: Mongo): Promise<CannedAnswer[]> {
  return (await mongo.find(cannedAnswers, { isRemoved: { $exists: false } }, { sort: { title: 1, _id: 1 } })).map(
    toAnswer,
  );
}

export async function addAnswer(
  { mongo, clock }: SupportContext,
  by: Actor,
  { title, text, category }: Form,
): Promise<CannedAnswer> {
  refuseCardNumber(`${title}\n${text}`);
  const answer = { _id: randomUUIDv7(), title, text, ...(category && { category }), updatedAt: clock.now() };
  await mongo.insert(cannedAnswers, answer, {
    events: (out) => recordAction(out, by, 1, actionOn('add', answer._id, { after: formOf(answer) })),
  });
  return toAnswer({ ...answer, version: 1 });
}

export async function changeAnswer(
  { mongo, clock }: SupportContext,
  by: Actor,
  id: string,
  { title, text, category }: Form,
): Promise<CannedAnswer> {
  refuseCardNumber(`${title}\n${text}`);
  const changed = await mongo.change(cannedAnswers, id, async (answer, out) => {
    requirePresent(answer);
    if (answer.title === title && answer.text === text && answer.category === category) return;
    const before = formOf(answer);
    answer.title = title;
    answer.text = text;
    answer.category = category;
    answer.updatedAt = clock.now();
    await recordAction(out, by, answer.version, actionOn('change', id, { before, after: formOf(answer) }));
  });
  return toAnswer(requirePresent(changed));
}

export async function removeAnswer({ mongo, clock }: SupportContext, by: Actor, id: string): Promise<undefined> {
  const removed = await mongo.change(cannedAnswers, id, async (answer, out) => {
    const { version } = requirePresent(answer);
    await recordAction(out, by, version, actionOn('remove', id, { before: formOf(answer) }));
    Object.assign(answer, { title: '', text: '', isRemoved: true, updatedAt: clock.now() });
    delete answer.category;
  });
  if (!removed) throw new Refusal(common.notFound);
}

function requirePresent(answer: StoredAnswer | undefined): StoredAnswer {
  if (!answer || answer.isRemoved) throw new Refusal(common.notFound);
  return answer;
}

function toAnswer({ _id, title, text, category, updatedAt }: StoredAnswer): CannedAnswer {
  return { id: _id, title, text, ...(category && { category }), updatedAt: updatedAt.toISOString() };
}
