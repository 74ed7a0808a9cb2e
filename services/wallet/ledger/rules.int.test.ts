/** The rules of money against the functions in sql/: the same tables that test the model in ledger.test.ts. */
import { randomUUID } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { integer, nullable } from '@fairline/chassis/storage/rows';
import { openWorld, type World } from '@fairline/chassis/testing';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { testBetRules } from './testing-bet-rules.ts';
import { testBonusRules } from './testing-bonus-rules.ts';
import type { Command } from './testing-model-books.ts';
import { testPaymentRules } from './testing-payment-rules.ts';
import { at, type Changes, type Ledger, player } from './testing-rules.ts';
import { performOn, post, stopMoney } from './testing-sql.ts';

let world: World;
let db: Database;

beforeAll(async () => {
  world = await openWorld('wallet', new URL('../main.ts', import.meta.url).href);
  db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'));
});
afterEach(() => stopMoney(db, false));
afterAll(async () => {
  await db.close();
  await world.close();
});

const balances = {
  cashMinor: integer,
  bonusMinor: integer,
  heldMinor: integer,
  receivableMinor: integer,
  openStakes: integer,
  openStakeMinor: integer,
  wageredMinor: integer,
  wonMinor: integer,
  lossDayMinor: integer,
};

/** The ledger of one test, which maps the short names of the tables to ids of its own. */
class RealLedger implements Ledger {
  private readonly ids = new Map<string, string>();

  /** The id of a short name. */
  private id(name: string): string {
    const id = this.ids.get(name) ?? randomUUID();
    this.ids.set(name, id);
    return id;
  }

  private withIds(command: Command): Command {
    const named = Object.entries(command).map(([field, value]) => [
      field,
      /Id$/.test(field) && value !== undefined ? this.id(value as string) : value,
    ]);
    return Object.fromEntries(named) as Command;
  }

  async runAt(moment: Date, command: Command): Promise<string> {
    const code = await performOn(db, this.withIds(command), moment);
    if (code === undefined) throw new Error(`${command.do} was not answered`);
    return code;
  }

  async run(...commands: Command[]): Promise<string[]> {
    const codes: string[] = [];
    for (const command of commands) codes.push(await this.runAt(at, command));
    return codes;
  }

  async set(changes: Changes): Promise<void> {
    const playerId = this.id(player);
    if (changes.bonusMinor)
      await performOn(
        db,
        { do: 'bonus', claimId: this.id('given'), playerId, currency: 'USD', amountMinor: changes.bonusMinor },
        at,
      );
    const now = await this.player();
    const wanted = { ...now, ...changes };
    const movement = {
      cash: wanted.cashMinor - now.cashMinor,
      bonus: wanted.bonusMinor - now.bonusMinor,
      receivable: wanted.receivableMinor - now.receivableMinor,
      held: wanted.heldMinor - now.heldMinor,
    };
    const kind = { playerId, kind: 'adjustment', houseAccount: 'adjustments' } as const;
    if (Object.values(movement).some((amount) => amount !== 0)) await post(db, { ...kind, ...movement }, at);
    const { status = null, level = null, excludedUntil = null, ownLimits = null } = changes;
    await db.run(
      `update players set status = coalesce($2, status), level = coalesce($3, level), excluded_until = coalesce($4, excluded_until), own_limits = coalesce($5, own_limits)
       where player_id = $1`,
      [playerId, status, level, excludedUntil, ownLimits && JSON.stringify(ownLimits)],
    );
  }

  stop(on: boolean): Promise<void> {
    return stopMoney(db, on);
  }

  async player() {
    const row = await db.row(
      balances,
      `select a.cash_minor as "cashMinor", a.bonus_minor as "bonusMinor", a.held_minor as "heldMinor", a.receivable_minor as "receivableMinor",
         a.open_stakes as "openStakes", a.open_stake_minor as "openStakeMinor", a.wagered_minor as "wageredMinor", a.won_minor as "wonMinor", a.loss_day_minor as "lossDayMinor"
       from accounts a join players p on p.player_id = a.player_id and p.currency = a.currency where a.player_id = $1`,
      [this.id(player)],
    );
    if (!row) throw new Error('this player is not open');
    return row;
  }

  async left() {
    const { cashMinor: cash, bonusMinor: bonus, heldMinor: held, receivableMinor: receivable } = await this.player();
    return { cash, bonus, held, receivable };
  }

  async house(account: string): Promise<number> {
    const entries = `select coalesce(sum(amount_minor), 0)::bigint as total from entries where player_id = $1 and house and account = $2`;
    return (await db.row({ total: integer }, entries, [this.id(player), account]))?.total ?? 0;
  }

  async grant(claimId: string): Promise<object> {
    const forfeited = 'select forfeited_minor as "forfeitedMinor" from grants where claim_id = $1';
    return (await db.row({ forfeitedMinor: nullable(integer) }, forfeited, [this.id(claimId)])) ?? {};
  }

  /** The balances of the player's accounts, and the sums of the house's entries for them. */
  async sum(): Promise<number> {
    const row = await db.row(
      { total: integer },
      `select (coalesce((select sum(cash_minor + bonus_minor + receivable_minor) from accounts where player_id = $1), 0)
         + coalesce((select sum(amount_minor) from entries where player_id = $1 and house), 0))::bigint as total`,
      [this.id(player)],
    );
    return row?.total ?? Number.NaN;
  }
}

const ledgers = {
  given: async (changes: Changes = {}) => {
    const ledger = new RealLedger();
    await ledger.run({
      do: 'open',
      playerId: player,
      book: 'real',
      currency: 'USD',
      version: 1,
      level: 'verified',
      giftMinor: 10_000,
    });
    await ledger.set(changes);
    return ledger;
  },
  empty: async () => new RealLedger(),
};

testBetRules(ledgers);
testBonusRules(ledgers);
testPaymentRules(ledgers);
