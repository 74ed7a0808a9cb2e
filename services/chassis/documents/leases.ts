/**
 * Leases as documents. The holder increments `beat` at each renewal. Another instance takes the lease if it has seen no new beat for the duration of a lease,
 * measured by its own clock, so clocks of different machines are never compared.
 */
import type { LeaseStore } from '../storage/lease.ts';
import type { Mongo } from './mongo.ts';

interface LeaseDocument {
  _id: string;
  holder: string | null;
  beat: number;
}

export class MongoLeases implements LeaseStore {
  /** The last beat of another holder, and when this instance saw it first. */
  private readonly seen = new Map<string, { holder: string; beat: number; at: number }>();

  private readonly mongo: Mongo;

  constructor(mongo: Mongo) {
    this.mongo = mongo;
  }

  async renewLease(name: string, holder: string, lastsMs: number): Promise<boolean> {
    const leases = this.mongo.raw<LeaseDocument>('leases');
    const renewed = await leases.updateOne({ _id: name, holder }, { $inc: { beat: 1 } });
    if (renewed.matchedCount > 0) return true;
    const current = await leases.findOne({ _id: name });
    if (!current)
      return (
        (await leases.updateOne({ _id: name }, { $setOnInsert: { holder, beat: 1 } }, { upsert: true })).upsertedCount >
        0
      );
    if (current.holder !== null && !this.isExpired(current, current.holder, lastsMs)) return false;
    const { matchedCount } = await leases.updateOne(
      { _id: name, holder: current.holder, beat: current.beat },
      { $set: { holder }, $inc: { beat: 1 } },
    );
    return matchedCount > 0;
  }

  async releaseLease(name: string, holder: string): Promise<void> {
    await this.mongo.raw<LeaseDocument>('leases').updateOne({ _id: name, holder }, { $set: { holder: null } });
  }

  private isExpired({ _id: name, beat }: LeaseDocument, holder: string, lastsMs: number): boolean {
    const before = this.seen.get(name);
    if (before?.holder === holder && before.beat === beat) return performance.now() - before.at > lastsMs;
    this.seen.set(name, { holder, beat, at: performance.now() });
    return false;
  }
}
