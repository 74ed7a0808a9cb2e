/** Shared steps of tests of the traders' desk: call it as an operator, read a market there, and read the events of an action. */
import type { Operator } from '@fairline/chassis/http/identity';
import { asOperator, problemOf } from '@fairline/chassis/testing';
import { TradingFixtureWhole, type TradingMarket } from '@fairline/proto/betting/desk';
import { beforeAll } from 'vitest';
import type { Stage, StagedFixture } from './testing.ts';
import { stage, useStage } from './testing-stage.ts';

export const why = { reason: 'team news' };

export class Desk {
  readonly trader = asOperator('trader');
  private readonly stage: Stage;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Calls the desk at the second instance, so that the effect must reach the first. By default as an operator with a fresh proof. */
  call(
    method: string,
    path: string,
    body?: object,
    { as = this.trader, key }: { as?: Operator; key?: string } = {},
  ): ReturnType<Stage['world']['call']> {
    const proven = { provenAt: this.stage.clock.now().toISOString(), ...as };
    const options = { as: proven, ...(body && { body }), ...(key && { key }) };
    return this.stage.world.call(this.stage.urls[1] ?? '', method, `/api/admin/betting${path}`, options);
  }

  async marketOf(fixture: StagedFixture): Promise<TradingMarket> {
    const whole = TradingFixtureWhole.parse((await this.call('GET', `/fixtures/${fixture.id}`)).body);
    return whole.markets.find(({ id }) => id === fixture.marketId) as TradingMarket;
  }

  /** The data of OperatorActed on this resource, oldest first. */
  async acts(resourceId: string): Promise<Record<string, unknown>[]> {
    const { rows } = await this.stage.world.db.query(
      `select data from outbox where type like '%OperatorActed%' and data ->> 'resourceId' = $1 order by xid, seq`,
      [resourceId],
    );
    return rows.map(({ data }) => data);
  }
}

export const codeOf = async (reply: ReturnType<Desk['call']>) => problemOf(await reply).code;

export let seat: Desk;
export const desk: Desk['call'] = (...args) => seat.call(...args);
export const marketAt: Desk['marketOf'] = (fixture) => seat.marketOf(fixture);

/** Opens a stage with a desk before the tests of a file, and closes it after. */
export function useDesk(): void {
  useStage();
  beforeAll(() => {
    seat = new Desk(stage);
  });
}
