/** Hints from the bus, with one subscription per subject for all readers. A hint that does not match its contract is dropped. */
import type { Bus } from '@fairline/chassis/messaging/bus';
import { Change, jackpotChange, offerChange, Prices } from '@fairline/proto/live/stream';
import type { Permission } from '@fairline/proto/permissions';
import { z } from 'zod';

const OperatorHint = z.object({ type: z.string(), id: z.string(), version: z.int(), permission: z.string() });

interface Shared {
  readonly receivers: Set<(data: never) => void>;
  readonly stop: () => void;
}

export class Hints {
  private readonly bus: Pick<Bus, 'onHint'>;
  private readonly shared = new Map<string, Shared>();

  constructor(bus: Pick<Bus, 'onHint'>) {
    this.bus = bus;
  }

  ofPlayer(playerId: string, receive: (change: Change) => void): () => void {
    return this.listen(`live.player.${playerId}`, (data) => Change.safeParse(data).data, receive);
  }

  ofFixture(fixtureId: string, receive: (prices: Prices) => void): () => void {
    return this.listen(`live.fixture.${fixtureId}`, (data) => Prices.safeParse(data).data, receive);
  }

  /** Fixtures that came on offer, began or ended. */
  ofOffer(receive: (change: Change) => void): () => void {
    return this.listen(offerChange, (data) => Change.safeParse(data).data, receive);
  }

  ofJackpot(receive: (change: Change) => void): () => void {
    return this.listen(jackpotChange, (data) => Change.safeParse(data).data, receive);
  }

  ofOperators(receive: (change: Change, permission: Permission) => void): () => void {
    return this.listen(
      'live.operators',
      (data) => {
        const hint = OperatorHint.safeParse(data).data;
        return hint && { change: Change.safeParse(hint).data, permission: hint.permission as Permission };
      },
      ({ change, permission }: { change: Change | undefined; permission: Permission }) => {
        if (change) receive(change, permission);
      },
    );
  }

  private listen<T>(
    subject: `live.${string}`,
    read: (data: unknown) => T | undefined,
    receive: (data: T) => void,
  ): () => void {
    const shared = this.shared.get(subject) ?? this.open(subject, read);
    const receiver = receive as (data: never) => void;
    shared.receivers.add(receiver);
    return () => {
      if (!shared.receivers.delete(receiver) || shared.receivers.size > 0) return;
      shared.stop();
      if (this.shared.get(subject) === shared) this.shared.delete(subject);
    };
  }

  private open<T>(subject: `live.${string}`, read: (data: unknown) => T | undefined): Shared {
    const receivers: Shared['receivers'] = new Set();
    const stop = this.bus.onHint(subject, (data) => {
      const known = read(data);
      if (known !== undefined) for (const receive of receivers) receive(known as never);
    });
    const shared = { receivers, stop };
    this.shared.set(subject, shared);
    return shared;
  }
}
