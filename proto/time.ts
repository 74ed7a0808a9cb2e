/** Lengths of time in milliseconds. A day has 24 hours: limits and periods are of UTC, which has no other. */
export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;
