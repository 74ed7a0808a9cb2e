/** A catalogue as the build makes it: message ids and their compiled words. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
