/** A cache of the figures of promotions for players' pages. Reading them counts all claims, so they are read at most every `freshMs`. Operators always read current figures. */
import type { Promotions } from '../config.ts';
import { figuresOf } from './store.ts';
import type { Figures } from './views.ts';

const freshMs = 5_000;

export class FiguresCache {
  private readonly context: Promotions;
  private read: { key: string; at: number; figures: Promise<Map<string, Figures>> } | undefined;

  constructor(context: Promotions) {
    this.context = context;
  }

  of(promotionIds: readonly string[]): Promise<Map<string, Figures>> {
    const key = promotionIds.join();
    const now = this.context.clock.now().getTime();
    if (this.read?.key === key && now - this.read.at < freshMs) return this.read.figures;
    const figures = figuresOf(this.context.db, promotionIds);
    this.read = { key, at: now, figures };
    // A failed read is not cached.
    figures.catch(() => {
      if (this.read?.figures === figures) this.read = undefined;
    });
    return figures;
  }
}
