/** How often operators' pages refetch data whose changes the stream may not report. */

/** Ten seconds by the specification; the stream reports most changes earlier. */
export const refreshMs = 10_000;
