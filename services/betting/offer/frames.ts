/** Frames of fixtures for browsers: each fixture whole the first time, then the markets that changed. */
import type { Market } from '@fairline/proto/betting/offer';
import { type Change, offerChange } from '@fairline/proto/live/stream';
import type { OfferContext } from './context.ts';
import { isOver } from './market.ts';

/**
 * Sends fixtures to their readers: whole at first, then only what differs from the last frame.
 * A fixture that another instance may have sent in between is sent whole again.
 */
export class Frames {
  private readonly sent = new Map<string, Sent>();
  /** The last announcement of each fixture on offer. */
  private readonly announced = new Map<string, string>();
  /** False until the whole offer was sent once: until then another instance has announced the fixtures. */
  private knowsAnnounced = false;
  private readonly context: OfferContext;

  constructor(context: OfferContext) {
    this.context = context;
  }

  /** Sends the whole offer. The first time it announces nothing, because lists do not change. */
  sendOffer(): void {
    const { catalogue } = this.context;
    const fixtureIds = catalogue.onOfferIds();
    if (!this.knowsAnnounced) for (const id of fixtureIds) this.keepAnnounced(id, this.statusOf(id));
    this.knowsAnnounced = true;
    this.send(fixtureIds);
  }

  send(fixtureIds: Iterable<string>): void {
    const { catalogue, bus } = this.context;
    for (const id of fixtureIds) {
      const view = catalogue.fixture(id);
      if (this.knowsAnnounced) this.announce(id, this.statusOf(id));
      if (!view) {
        this.sent.delete(id);
        continue;
      }
      const state = `${catalogue.positionOf(id)} ${view.status}${JSON.stringify(view.score ?? null)}`;
      const known = this.sent.get(id);
      const before = known?.state === state ? known : undefined;
      const sent: Sent = before ?? { state, markets: new Map() };
      // The catalogue keeps one object of a market as long as nothing about it changes.
      const moved = view.markets.filter((market) => sent.markets.get(market.id)?.market !== market);
      const anew = new Set<Market>();
      for (const market of moved) {
        const text = JSON.stringify(market);
        if (sent.markets.get(market.id)?.text !== text) anew.add(market);
        sent.markets.set(market.id, { market, text });
      }
      if (isOver(view.status)) this.sent.delete(id);
      else this.sent.set(id, sent);
      if (before && anew.size === 0) continue;
      bus.hint(`live.fixture.${id}`, catalogue.frame(id, before && ((market) => anew.has(market))));
    }
  }

  /** Announces that a fixture came on offer, was postponed, began or ended. Lists must then be refetched, also by browsers that do not show the fixture. */
  private announce(id: string, status: string | undefined): void {
    if (this.announced.get(id) === status) return;
    this.keepAnnounced(id, status);
    const version = this.context.catalogue.frame(id)?.sequence || 1;
    this.context.bus.hint(offerChange, { type: offerChange, id, version } satisfies Change);
  }

  private keepAnnounced(id: string, status: string | undefined): void {
    if (status === undefined) this.announced.delete(id);
    else this.announced.set(id, status);
  }

  /** The status and start of a fixture on lists; undefined if no list has it. */
  private statusOf(id: string): string | undefined {
    const view = this.context.catalogue.fixture(id);
    return view && !isOver(view.status) ? `${view.status} ${view.startsAt} ${view.reason ?? ''}` : undefined;
  }

  /** Forgets everything that was sent, because another instance has sent in between. */
  forget(): void {
    this.sent.clear();
    this.announced.clear();
    this.knowsAnnounced = false;
  }
}

/** The last state of a fixture and of each of its markets that was sent to browsers. */
interface Sent {
  state: string;
  markets: Map<string, { market: Market; text: string }>;
}
