/** Days as date fields hold them, such as `2026-11-23`, in the user's local time. */

/** The first moment of a day in this millennium, plus a number of days; undefined for an invalid day. */
export function startOf(day: string | null, daysLater = 0): string | undefined {
  const [, year, month, date] = /^(2\d{3})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  const start = new Date(Number(year), Number(month) - 1, Number(date));
  if (Number.isNaN(start.getTime()) || start.getMonth() !== Number(month) - 1) return undefined;
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}
