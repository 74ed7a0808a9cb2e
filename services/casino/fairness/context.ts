/** The dependencies of seeds and of the folders above them. */
import type { CasinoContext } from '../catalogue/context.ts';

export interface FairnessContext extends CasinoContext {
  /** The key that every server seed derives from. */
  readonly seedKey: string;
}
