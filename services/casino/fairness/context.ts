/** What seeds and everything above them work with. */
import type { CasinoContext } from '../catalogue/context.ts';

export interface FairnessContext extends CasinoContext {
  /** The key that every server seed derives from. */
  readonly seedKey: string;
}
