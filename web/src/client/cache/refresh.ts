/** How often operators' pages read again what the stream may not tell of. */

/** The specification's ten seconds; the stream tells of most changes before. */
export const refreshMs = 10_000;
