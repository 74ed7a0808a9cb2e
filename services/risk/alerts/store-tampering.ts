/** Queries of alerts about altered prices. */
import type { Tx } from '@fairline/chassis/storage/postgres';
import { text } from '@fairline/chassis/storage/rows';

const marketRow = { id: text };
/** Enough for some days with ten alerts in each hour. */
const searched = 2_000;
/** The most events that operators see of an alert. */
const marketsKept = 100;

/** The markets that have their own alert in an hour (2026-11-23T16). Takes a lock, so that no other instance raises alerts until the end of the transaction. */
export async function marketsAlerted(tx: Tx, hour: string): Promise<Set<string>> {
  await tx.run(`select pg_advisory_xact_lock(hashtextextended('fairline.risk.tampered', 0))`);
  const rows = await tx.rows(
    marketRow,
    `select t.about_id as id from (select cause, about_id from alerts where type = 'prices_tampered' order by id desc limit ${searched}) t
     where t.about_id is not null and t.cause like '% ' || $1`,
    [hour],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Adds markets to the events of an alert, each once. */
export async function addMarkets(
  tx: Tx,
  cause: string,
  events: readonly { readonly id: string; readonly at: Date; readonly data: { readonly marketId: string } }[],
): Promise<void> {
  await tx.run(
    `insert into alert_events (alert_id, event_id, service, name, at, aggregate)
     select a.id, d.event_id, 'betting', 'PricesTampered', d.at, d.market_id
     from alerts a cross join unnest($2::uuid[], $3::timestamptz[], $4::uuid[]) d (event_id, at, market_id)
     where a.cause = $1 and not exists (select from alert_events e where e.alert_id = a.id and e.aggregate = d.market_id)
     order by d.event_id limit greatest(0, ${marketsKept} - (select count(*) from alert_events e join alerts o on o.id = e.alert_id where o.cause = $1))
     on conflict do nothing`,
    [cause, events.map(({ id }) => id), events.map(({ at }) => at), events.map(({ data }) => data.marketId)],
  );
}
