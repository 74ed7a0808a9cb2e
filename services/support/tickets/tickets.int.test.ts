/** Tickets on real servers: conversation, statuses, unread counts, lists, complaints, operators' changes; bad input. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { supportSearchRoutes } from '@fairline/proto/search';
import { supportAuditEvents } from '@fairline/proto/support/audit';
import { ticketDeskRoutes, ticketEvents, ticketRoutes } from '@fairline/proto/support/tickets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const operator = asOperator('support');
const card = '4111 1111 1111 1111';

describe('a ticket', () => {
  it('is opened with medium priority, and holds the description as its first message', async () => {
    const as = asPlayer();
    const opened = stage.collect(ticketEvents.ticketOpened);
    const about = { type: 'payment', id: randomUUID() };
    stage.owners.set(about.id, as.id);
    const ticket = await stage.openTicket(as, { subject: ' My withdrawal ', about });
    expect(ticket).toMatchObject({
      subject: 'My withdrawal',
      priority: 'medium',
      status: 'open',
      about,
      unread: 0,
      description: 'Where is it?',
    });
    expect(ticket.messages).toMatchObject([{ senderType: 'user', message: 'Where is it?', attachments: [] }]);
    expect(ticket.deadlineAt).toBeUndefined();
    await eventually(() => opened.some(({ subject }) => subject === ticket.id));
    expect(opened.filter(({ subject }) => subject === ticket.id)).toMatchObject([
      { version: 1, data: { playerId: as.id, status: 'open', priority: 'medium' } },
    ]);
  });

  it('waits for the player after an answer, and is in progress after their reply', async () => {
    const as = asPlayer();
    const answers = stage.collect(ticketEvents.ticketAnswered);
    const { id } = await stage.openTicket(as);
    expect(await stage.reply(as, id)).toMatchObject({ status: 'open' });
    const answered = await stage.answer(operator, id);
    expect(answered).toMatchObject({
      status: 'waiting_user',
      assigneeId: operator.id,
      unreadByOperators: 0,
      unread: 1,
    });
    expect(answered.firstAnsweredAt).toBeDefined();
    expect(answered.waitingSince).toBeUndefined();
    expect(await stage.reply(as, id)).toMatchObject({ status: 'in_progress', unread: 0 });
    await stage.must(ticketDeskRoutes.changeTicket, { as: operator, params: { id }, body: { status: 'resolved' } });
    expect(await stage.reply(as, id, 'Not solved')).toMatchObject({ status: 'in_progress' });
    await eventually(() => answers.some(({ subject }) => subject === id));
    expect(answers.filter(({ subject }) => subject === id)).toHaveLength(1);
  });

  it('takes no messages and no changes once it is closed', async () => {
    const as = asPlayer();
    const { id } = await stage.openTicket(as);
    await stage.must(ticketDeskRoutes.changeTicket, { as: operator, params: { id }, body: { status: 'closed' } });
    const calls = [
      await stage.call(ticketRoutes.replyToTicket, { as, params: { id }, body: { message: 'Hello?' } }),
      await stage.call(ticketDeskRoutes.answerTicket, { as: operator, params: { id }, body: { message: 'Hello?' } }),
      await stage.call(ticketDeskRoutes.changeTicket, { as: operator, params: { id }, body: { status: 'open' } }),
    ];
    expect(calls.map((reply) => [reply.status, problemOf(reply).code])).toEqual(
      calls.map(() => [409, 'ticket_closed']),
    );
    // A change that changes nothing is no change.
    expect(
      (await stage.call(ticketDeskRoutes.changeTicket, { as: operator, params: { id }, body: { status: 'closed' } }))
        .status,
    ).toBe(200);
  });

  it('counts what each side has not read, until that side reads it', async () => {
    const as = asPlayer();
    const { id } = await stage.openTicket(as);
    await stage.reply(as, id);
    const row = async () =>
      (await stage.must(ticketDeskRoutes.operatorTickets, { as: operator, query: { playerId: as.id } })).items[0];
    expect(await row()).toMatchObject({ unreadByOperators: 2, messageCount: 2, lastSender: 'user' });
    await stage.must(ticketDeskRoutes.operatorTicket, { as: asOperator('auditor'), params: { id } });
    expect(await row()).toMatchObject({ unreadByOperators: 2 });
    await stage.must(ticketDeskRoutes.operatorTicket, { as: operator, params: { id } });
    expect(await row()).toMatchObject({ unreadByOperators: 0 });
    await stage.answer(operator, id);
    await stage.answer(operator, id);
    const list = () => stage.must(ticketRoutes.tickets, { as });
    expect(await list()).toMatchObject({ unread: 2, items: [{ id, unread: 2, lastSender: 'admin', messageCount: 4 }] });
    // A download of the player's data includes every ticket, and leaves the answers unread.
    const copy = await stage.must(ticketRoutes.ticket, { as, params: { id }, query: { unread: 'keep' } });
    expect([copy.unread, copy.messages.length, (await list()).unread]).toEqual([2, 4, 2]);
    expect(await stage.must(ticketRoutes.ticket, { as, params: { id } })).toMatchObject({ unread: 0 });
    expect(await list()).toMatchObject({ unread: 0, items: [{ unread: 0 }] });
  });

  it('of a complaint has a deadline of eight weeks, which operators see coming', async () => {
    const due = async () => (await stage.must(ticketDeskRoutes.ticketStats, { as: operator })).complaintsDue;
    const before = await due();
    const { id, createdAt, deadlineAt } = await stage.openTicket(asPlayer(), { category: 'complaint' });
    expect(Date.parse(deadlineAt ?? '') - Date.parse(createdAt)).toBe(56 * 24 * 3_600_000);
    expect(await due()).toBe(before);
    await stage.world.documents
      .collection<{ _id: string }>('tickets')
      .updateOne({ _id: id }, { $set: { deadlineAt: new Date(Date.now() + 13 * 24 * 3_600_000) } });
    expect(await due()).toBe(before + 1);
    await stage.must(ticketDeskRoutes.changeTicket, { as: operator, params: { id }, body: { status: 'resolved' } });
    expect(await due()).toBe(before);
  });

  it('is opened once under a key, and a message is added once', async () => {
    const as = asPlayer();
    const key = randomUUID();
    const form = { subject: 'Twice', description: 'Text', category: 'other' };
    const both = await Promise.all(
      [0, 1].map((instance) => stage.must(ticketRoutes.openTicket, { as, key, body: form, instance })),
    );
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
    const id = both[0]?.id ?? '';
    const again = randomUUID();
    await Promise.all(
      [0, 1].map((instance) =>
        stage.must(ticketRoutes.replyToTicket, { as, key: again, params: { id }, body: { message: 'Once' }, instance }),
      ),
    );
    expect(
      (await stage.must(ticketRoutes.ticket, { as, params: { id } })).messages.map(({ message }) => message),
    ).toEqual(['Text', 'Once']);
    const other = await stage.call(ticketRoutes.openTicket, { as, key, body: { ...form, subject: 'Another' } });
    expect([other.status, problemOf(other).code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('keeps every message of both sides who write at once', async () => {
    const as = asPlayer();
    const { id } = await stage.openTicket(as);
    const texts = Array.from({ length: 20 }, (_, at) => `message ${at}`);
    await Promise.all(texts.flatMap((text) => [stage.reply(as, id, text), stage.answer(operator, id, text)]));
    const { messages } = await stage.must(ticketRoutes.ticket, { as, params: { id } });
    expect(messages).toHaveLength(41);
    for (const senderType of ['user', 'admin']) {
      const written = messages.filter((message) => message.senderType === senderType).map(({ message }) => message);
      expect(written.filter((text) => texts.includes(text)).toSorted()).toEqual(texts.toSorted());
    }
  });

  it('belongs to its player alone', async () => {
    const { id } = await stage.openTicket(asPlayer());
    const stranger = asPlayer();
    const calls = [
      await stage.call(ticketRoutes.ticket, { as: stranger, params: { id } }),
      await stage.call(ticketRoutes.replyToTicket, { as: stranger, params: { id }, body: { message: 'Mine?' } }),
      await stage.call(ticketRoutes.attachment, { as: stranger, params: { id } }),
    ];
    expect(calls.map((reply) => [reply.status, problemOf(reply).code])).toEqual(calls.map(() => [404, 'not_found']));
    expect((await stage.must(ticketRoutes.tickets, { as: stranger })).items).toEqual([]);
  });
});

describe('a ticket is refused', () => {
  const valid = { subject: 'Subject', description: 'Text', category: 'other' };
  it.each<[string, Record<string, unknown>, number, string, string]>([
    ['without a subject', { subject: ' ' }, 400, 'invalid_request', 'Please fill in all required fields'],
    ['without a description', { description: '\n' }, 400, 'invalid_request', 'Please fill in all required fields'],
    [
      'with a huge description',
      { description: 'x'.repeat(5_001) },
      400,
      'invalid_request',
      'A message has at most 5000 characters',
    ],
    ['with text that hides its order', { subject: 'abc\u202edef' }, 400, 'invalid_request', 'The text is not valid'],
    ['with a card number', { description: card }, 422, 'card_number', 'Please do not enter card numbers here'],
    [
      'with a card number as its subject',
      { subject: card },
      422,
      'card_number',
      'Please do not enter card numbers here',
    ],
    [
      'about something without an id',
      { about: { type: 'bet', id: 'x' } },
      400,
      'invalid_request',
      'This field is not valid',
    ],
    ['with another category', { category: 'constructor' }, 400, 'invalid_request', 'This field is not valid'],
    [
      'with a field named as one of every object',
      { constructor: 1 },
      400,
      'invalid_request',
      'Unknown field constructor',
    ],
  ])('%s', async (_, changes, status, code, detail) => {
    const reply = await stage.call(ticketRoutes.openTicket, { as: asPlayer(), body: { ...valid, ...changes } });
    expect([reply.status, problemOf(reply).code, problemOf(reply).detail]).toEqual([status, code, detail]);
  });

  it.each(['bet', 'round', 'payment'])('about the %s of another player, as about an unknown one', async (type) => {
    const [foreign, unknown] = [randomUUID(), randomUUID()];
    stage.owners.set(foreign, randomUUID());
    const replies = await Promise.all(
      [foreign, unknown].map((id) =>
        stage.call(ticketRoutes.openTicket, { as: asPlayer(), body: { ...valid, about: { type, id } } }),
      ),
    );
    expect(replies.map((reply) => [reply.status, problemOf(reply).code])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
  });

  it('keeps markup as the text that it is', async () => {
    const text = '<script>alert(1)</script> & **bold** {{constructor}} $where';
    const { messages } = await stage.openTicket(asPlayer(), { description: text, subject: text });
    expect(messages[0]?.message).toBe(text);
  });
});

describe('a list', () => {
  it('of a player has 50 tickets a page, the last changed first', async () => {
    const as = asPlayer();
    const ids: string[] = [];
    for (let at = 0; at < 52; at++) ids.push((await stage.openTicket(as, { subject: `Number ${at}` })).id);
    await stage.reply(as, ids[0] ?? '');
    const first = await stage.must(ticketRoutes.tickets, { as });
    const second = await stage.must(ticketRoutes.tickets, { as, query: { cursor: first.nextCursor ?? '' } });
    const expected = [ids[0], ...ids.slice(1).reverse()];
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(expected);
    expect([first.items.length, second.nextCursor]).toEqual([50, null]);
    const bad = await stage.call(ticketRoutes.tickets, { as, query: { cursor: 'nonsense' } });
    expect(problemOf(bad).code).toBe('invalid_request');
  });

  it('is searched by subject, reference and id, without the power of patterns', async () => {
    const as = asPlayer();
    const [pattern, accent] = [
      await stage.openTicket(as, { subject: 'Refund (a+)+$ [x]' }),
      await stage.openTicket(as, { subject: 'Depósito RÁPIDO' }),
    ];
    const search = async (q: string) =>
      (await stage.must(ticketRoutes.tickets, { as, query: { q } })).items.map(({ id }) => id);
    expect(await search('(a+)+$')).toEqual([pattern.id]);
    expect(await search('.*')).toEqual([]);
    expect(await search('deposito rapido')).toEqual([accent.id]);
    expect(await search(`#${pattern.id.slice(-8).toUpperCase()}`)).toEqual([pattern.id]);
    expect(await search(accent.id)).toEqual([accent.id]);
    expect(await search('$where')).toEqual([]);
    expect(
      (await stage.must(ticketDeskRoutes.operatorTickets, { as: operator, query: { q: as.id } })).items,
    ).toHaveLength(2);
  });

  it('is found by id, player, reference and terms of the subject, however old it is', async () => {
    const as = asPlayer();
    const old = await stage.openTicket(as, { subject: 'Zephyr: depósito (perdido)' });
    // A ticket of an earlier release, which has no search terms.
    await stage.world.documents
      .collection<{ _id: string }>('tickets')
      .updateOne({ _id: old.id }, { $unset: { terms: '' } });
    await stage.start();
    const stored = stage.world.documents.collection<{ _id: string; terms: string[] }>('tickets');
    const template = await stored.findOne({ _id: old.id });
    const newer = Array.from({ length: 600 }, () => ({
      ...template,
      _id: randomUUIDv7(),
      playerId: randomUUID(),
      reference: 'other',
      terms: ['other'],
    }));
    await stored.insertMany(newer as never);
    const search = async (q: string) =>
      (await stage.must(supportSearchRoutes.search, { as: operator, query: { q } })).items.map(({ id }) => id);
    for (const q of [
      old.id,
      as.id,
      `#${old.id.slice(-8)}`,
      old.id.slice(-12),
      'zephyr',
      'DEPOSITO zephyr',
      'zephyr perd',
    ])
      expect(await search(q), q).toEqual([old.id]);
    for (const q of ['phyr', 'zephyr perdida', 'zeph perdido', '.*']) expect(await search(q), q).toEqual([]);
    expect(await search('other')).toHaveLength(5);
    await stored.deleteMany({ terms: 'other' });
  });

  it('of operators has the urgent first, then higher tiers, then who waits longest', async () => {
    const [as, vip] = [asPlayer(), asPlayer()];
    await stage.world.documents
      .collection<{ _id: string }>('players')
      .insertOne({ _id: vip.id, version: 1, tier: 'platinum', tierVersion: 1 } as never);
    const subject = `queue ${randomUUID()}`;
    const low = await stage.openTicket(as, { subject, priority: 'low' });
    const first = await stage.openTicket(as, { subject });
    const second = await stage.openTicket(as, { subject });
    const ofVip = await stage.openTicket(vip, { subject });
    const urgent = await stage.openTicket(as, { subject, priority: 'urgent' });
    const high = await stage.openTicket(as, { subject, priority: 'high' });
    const answered = await stage.openTicket(as, { subject, priority: 'urgent' });
    await stage.answer(operator, answered.id);
    expect(ofVip.priority).toBe('high');
    const queue = async (query: Record<string, string> = {}) =>
      (await stage.must(ticketDeskRoutes.operatorTickets, { as: operator, query: { q: subject, ...query } })).items.map(
        ({ id }) => id,
      );
    expect(await queue()).toEqual([urgent, ofVip, high, first, second, low, answered].map(({ id }) => id));
    expect(await queue({ assignee: 'me' })).toEqual([answered.id]);
    expect(await queue({ assignee: 'nobody', priority: 'low' })).toEqual([low.id]);
    expect(await queue({ status: 'waiting_user' })).toEqual([answered.id]);
    expect(await queue({ playerId: vip.id, category: 'payment' })).toEqual([ofVip.id]);
    const { items } = await stage.must(ticketDeskRoutes.supportSummaries, {
      as: operator,
      body: { playerIds: [as.id, randomUUID()] },
    });
    expect(items).toEqual([{ playerId: as.id, tickets: 6, open: 6 }]);
  });
});

describe('an operator', () => {
  it('changes status, priority and assignee, on the record', async () => {
    const actions = stage.collect(supportAuditEvents.operatorActed);
    const { id } = await stage.openTicket(asPlayer());
    const change = (body: unknown) => stage.must(ticketDeskRoutes.changeTicket, { as: operator, params: { id }, body });
    expect(await change({ priority: 'urgent', assigneeId: operator.id })).toMatchObject({
      priority: 'urgent',
      assigneeId: operator.id,
    });
    expect((await change({ assigneeId: null })).assigneeId).toBeUndefined();
    await change({ priority: 'urgent' });
    const ofTicket = () => actions.filter(({ data }) => data.resourceId === id).map(({ data }) => data);
    await eventually(() => ofTicket().length === 2);
    expect(ofTicket()).toMatchObject([
      {
        action: 'ticket.change',
        operatorId: operator.id,
        before: { priority: 'medium', assigneeId: null },
        after: { priority: 'urgent', assigneeId: operator.id },
      },
      { action: 'ticket.change', before: { assigneeId: operator.id }, after: { assigneeId: null } },
    ]);
  });

  it('assigns a ticket to those alone who are known to answer', async () => {
    const { id } = await stage.openTicket(asPlayer());
    const assign = (assigneeId: string, as = operator) =>
      stage.call(ticketDeskRoutes.changeTicket, { as, params: { id }, body: { assigneeId } });
    for (const unknown of [randomUUID(), asOperator('finance').id, asOperator('support').id]) {
      const reply = await assign(unknown);
      expect([reply.status, problemOf(reply).code, problemOf(reply).detail]).toEqual([
        422,
        'unknown_assignee',
        'This operator cannot answer tickets',
      ]);
    }
    const [agent, answering] = [await stage.agent(), asOperator('super_admin')];
    expect((await assign(agent.id)).body).toMatchObject({ assigneeId: agent.id });
    const { id: other } = await stage.openTicket(asPlayer());
    await stage.answer(answering, other);
    expect((await assign(answering.id)).body).toMatchObject({ assigneeId: answering.id });
    expect((await assign(operator.id)).body).toMatchObject({ assigneeId: operator.id });
  });

  it('who may only read changes nothing', async () => {
    const { id } = await stage.openTicket(asPlayer());
    for (const as of [asOperator('auditor'), asOperator('finance')]) {
      expect(
        (await stage.call(ticketDeskRoutes.changeTicket, { as, params: { id }, body: { status: 'closed' } })).status,
      ).toBe(403);
      expect(
        (await stage.call(ticketDeskRoutes.answerTicket, { as, params: { id }, body: { message: 'No' } })).status,
      ).toBe(403);
    }
    expect((await stage.call(ticketDeskRoutes.operatorTickets, { as: asOperator('finance') })).status).toBe(403);
  });

  it('does not find a ticket that does not exist', async () => {
    const params = { id: randomUUID() };
    const calls = [
      await stage.call(ticketDeskRoutes.operatorTicket, { as: operator, params }),
      await stage.call(ticketDeskRoutes.answerTicket, { as: operator, params, body: { message: 'Hello' } }),
      await stage.call(ticketDeskRoutes.changeTicket, { as: operator, params, body: { status: 'open' } }),
      await stage.call(ticketDeskRoutes.operatorAttachment, { as: operator, params }),
      await stage.call(ticketDeskRoutes.changeCannedAnswer, { as: operator, params, body: { title: 'a', text: 'b' } }),
      await stage.call(ticketDeskRoutes.removeCannedAnswer, { as: operator, params }),
    ];
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 404));
  });

  it('keeps canned answers, every change on the record', async () => {
    const actions = stage.collect(supportAuditEvents.operatorActed);
    const added = await stage.must(ticketDeskRoutes.addCannedAnswer, {
      as: operator,
      body: { title: 'Thanks', text: 'Thank you for writing.' },
    });
    await stage.must(ticketDeskRoutes.changeCannedAnswer, {
      as: operator,
      params: { id: added.id },
      body: { title: 'Thanks', text: 'Thank you.', category: 'other' },
    });
    const list = async () =>
      (await stage.must(ticketDeskRoutes.cannedAnswers, { as: operator })).items.filter(({ id }) => id === added.id);
    expect(await list()).toMatchObject([{ title: 'Thanks', text: 'Thank you.', category: 'other' }]);
    await stage.must(ticketDeskRoutes.removeCannedAnswer, { as: operator, params: { id: added.id } });
    expect(await list()).toEqual([]);
    const names = () => actions.filter(({ data }) => data.resourceId === added.id).map(({ data }) => data.action);
    await eventually(() => names().length === 3);
    expect(names().toSorted()).toEqual(['canned_answer.add', 'canned_answer.change', 'canned_answer.remove']);
    const late = [
      await stage.call(ticketDeskRoutes.removeCannedAnswer, { as: operator, params: { id: added.id } }),
      await stage.call(ticketDeskRoutes.changeCannedAnswer, {
        as: operator,
        params: { id: added.id },
        body: { title: 'Thanks', text: 'Again' },
      }),
    ];
    expect(late.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('removes a canned answer together with its record', async () => {
    const actions = stage.collect(supportAuditEvents.operatorActed);
    const { id } = await stage.must(ticketDeskRoutes.addCannedAnswer, {
      as: operator,
      body: { title: 'Old', text: 'Old text' },
    });
    // From here on, events are published only together with their document.
    const carriers = stage.world.documents.collection<{ _id: string }>('outbox');
    await carriers.insertOne({ _id: randomUUID(), version: 1, applied: [], outbox: [] } as never);
    await carriers.createIndex({ version: 1 }, { unique: true });
    try {
      await stage.call(ticketDeskRoutes.removeCannedAnswer, { as: operator, params: { id } });
      const { items } = await stage.must(ticketDeskRoutes.cannedAnswers, { as: operator });
      expect(items.some((answer) => answer.id === id)).toBe(false);
      const action = await eventually(
        () => actions.find(({ data }) => data.resourceId === id && data.action === 'canned_answer.remove'),
        Boolean,
      );
      expect(action?.data).toMatchObject({ operatorId: operator.id, before: { title: 'Old' } });
    } finally {
      await carriers.dropIndex('version_1');
      await carriers.deleteMany({ outbox: [] });
    }
  });
});
