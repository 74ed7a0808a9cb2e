/** A catalogue as the build compiles it: message ids and their compiled texts. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
