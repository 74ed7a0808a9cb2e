/** Runs the commands of the ledger's model in the database, by the functions in sql/ as the service calls them. */
import { randomUUID } from 'node:crypto';
import { requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Database, Queries } from '@fairline/chassis/storage/postgres';
import { integer } from '@fairline/chassis/storage/rows';
import { asOperator } from '@fairline/chassis/testing';
import { maxMinor } from '@fairline/proto/money';
import type { Grant } from '@fairline/proto/wallet/grants';
import * as grants from '../grants/store.ts';
import * as payments from '../payments/store.ts';
import * as players from '../players/store.ts';
import * as store from './store.ts';
import type { Command } from './testing-model-books.ts';

/** The model has no minimum stake. */
const anyStake: grants.StakeLimits = {
  leastMinor: 1,
  unverified: { maxBetMinor: 9e15 },
  verified: { maxBetMinor: 9e15 },
};

/** Runs a command and returns its code; undefined if it lost a race and must run again. */
export async function performOn(db: Database, command: Command, at: Date): Promise<string | undefined> {
  switch (command.do) {
    case 'open': {
      const opening = { ...command, status: 'active', jurisdiction: 'open', currency: 'USD' } as const;
      const { opened } = await players.openPlayer(db, at, opening, {
        amountMinor: command.giftMinor,
        kind: 'welcome',
        account: 'bonus_expense',
      });
      // The model has no bonus that must be staked first.
      if (opened)
        await db.run('update welcome_bonuses set wagered_before_minor = -amount_minor where player_id = $1', [
          command.playerId,
        ]);
      return opened ? 'opened' : 'known';
    }
    case 'restrict': {
      const before = await versionOf(db, 'account_version', command.playerId);
      const version = await players.restrictAccount(db, { ...command, jurisdiction: 'open' });
      return version > before ? 'bound' : 'ignored';
    }
    case 'exclude': {
      const before = await versionOf(db, 'play_version', command.playerId);
      const { checks } = command;
      const realityChecks = checks && {
        minutes: checks.minutes,
        acknowledgedAt: checks.acknowledgedAt?.toISOString() ?? null,
      };
      const version = await players.restrictPlay(db, {
        ...command,
        excludedUntil: command.until?.toISOString() ?? null,
        realityChecks,
      });
      return version > before ? 'bound' : 'ignored';
    }
    case 'stake': {
      const ask = { ...command, currency: command.currency as 'USD' };
      return (await store.takeStakes(db, at, [ask]))[0]?.code;
    }
    case 'grant': {
      const { do: _, currency, expiresAt, ...rest } = command;
      return giveGrant(
        db,
        {
          ...rest,
          kind: 'free_bet',
          products: ['sports'],
          currency: currency as 'USD',
          expiresAt: expiresAt.toISOString(),
        },
        at,
      );
    }
    case 'bonus': {
      const {
        do: _,
        currency,
        expiresAt = new Date('2027-01-01T00:00:00Z'),
        products = ['sports'],
        maxStakeMinor,
        ...rest
      } = command;
      const grant = {
        ...rest,
        kind: 'bonus',
        currency: currency as 'USD',
        expiresAt: expiresAt.toISOString(),
        products: products as 'sports'[],
      } as const;
      return giveGrant(db, { ...grant, ...(maxStakeMinor !== undefined && { maxStakeMinor }) }, at);
    }
    case 'cash': {
      const { do: _, currency, ...rest } = command;
      return giveGrant(db, { ...rest, kind: 'cash', currency: currency as 'USD', source: 'cashback' }, at);
    }
    case 'convertBonus':
      return (await grants.convertGrant(db, at, command.claimId)).code;
    case 'forfeit':
      return (await grants.forfeitGrant(db, at, command.claimId, { kinds: ['free_bet', 'bonus'], remembers: true }))
        .code;
    case 'pay':
      return (await store.postPayouts(db, at, [command]))[0]?.code;
    case 'currency':
      return (await db.tx((tx) => players.changePlayCurrency(tx, at, command.playerId, command.currency as 'EUR')))
        .code;
    case 'approve':
      return (await payments.approvePayment(db, at, command.paymentId, approvalBy(command.operatorId))).code;
    case 'reject':
      return (await payments.rejectPayment(db, at, command.paymentId, 'a reason', randomUUID())).code;
    case 'deposit':
    case 'withdraw':
      return requestPayment(db, command, at);
    default:
      throw new Error(`${command.do} is tested where its rates are`);
  }
}

async function giveGrant(db: Database, grant: Grant, at: Date): Promise<string> {
  return (await grants.giveGrant(db, at, grant, { fingerprint: JSON.stringify(grant), limits: anyStake })).code;
}

/** The command itself names the number of approvals; the sums of a day are tested with the routes. */
export function approvalBy(operatorId: string): payments.Approval {
  return {
    requester: JSON.stringify(requesterOf(asOperator('finance', operatorId))),
    control: JSON.stringify({ twoOperatorsMinor: maxMinor, flaggedFromMinor: maxMinor }),
    byRule: false,
  };
}

async function requestPayment(
  db: Queries,
  command: Extract<Command, { do: 'deposit' | 'withdraw' }>,
  at: Date,
): Promise<string> {
  const {
    paymentId: id,
    playerId: player_id,
    amountMinor: amount_minor,
    currency,
    approvalsNeeded: approvals_needed,
  } = command;
  const asked = { id, player_id, amount_minor, currency, method: 'bank_transfer', reference: id, approvals_needed };
  if (command.do === 'deposit') return (await payments.requestDeposit(db, at, asked)).code;
  const twoOperatorsMinor = approvals_needed > 1 ? amount_minor : amount_minor + 1;
  return (await payments.askWithdrawal(db, at, asked, { twoOperatorsMinor, hasProvider: false })).code;
}

async function versionOf(db: Queries, part: 'account_version' | 'play_version', playerId: string): Promise<number> {
  return (
    (await db.row({ version: integer }, `select ${part} as version from players where player_id = $1`, [playerId]))
      ?.version ?? 0
  );
}

export interface Movement {
  playerId: string;
  kind: 'welcome' | 'adjustment';
  houseAccount: string;
  cash: number;
  bonus: number;
  receivable: number;
  held: number;
}

/** Adds or removes a player's money by `post_transfers`, as all functions of the ledger do. */
export async function post(
  db: Queries,
  { playerId, kind, houseAccount, cash, bonus, receivable, held }: Movement,
  at: Date,
): Promise<void> {
  await db.run(
    `select post_transfers($1, array[draft_movement($2, 'USD', $3, $2, array[$4], array[$5::bigint], cash => $6, bonus => $7, receivable => $8, held => $9)])`,
    [at, playerId, kind, houseAccount, -(cash + bonus + receivable), cash, bonus, receivable, held],
  );
}

/** Stops stakes and withdrawals as a failed proof does, or lifts the stop. */
export async function stopMoney(db: Queries, on: boolean): Promise<void> {
  await db.run(on ? `update stop set reason = 'a test', since = now()` : 'update stop set reason = null, since = null');
}
