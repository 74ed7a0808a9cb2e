/** Light and shade of the symbols, as gradients in a compact notation. */
type Stop = readonly [offset: number, colour: string, opacity?: number];

function Stops({ of }: { of: readonly Stop[] }) {
  return of.map(([offset, colour, opacity]) => (
    <stop key={offset} offset={offset} stopColor={colour} stopOpacity={opacity} />
  ));
}

/** A ball lit from the upper left by default. */
export function Radial({
  id,
  stops,
  cx = 0.36,
  cy = 0.3,
  r = 0.78,
}: {
  id: string;
  stops: readonly Stop[];
  cx?: number;
  cy?: number;
  r?: number;
}) {
  return (
    <radialGradient id={id} cx={cx} cy={cy} r={r}>
      <Stops of={stops} />
    </radialGradient>
  );
}

/** Light from above by default. */
export function Linear({
  id,
  stops,
  x2 = 0,
  y2 = 1,
}: {
  id: string;
  stops: readonly Stop[];
  x2?: number;
  y2?: number;
}) {
  return (
    <linearGradient id={id} x1="0" y1="0" x2={x2} y2={y2}>
      <Stops of={stops} />
    </linearGradient>
  );
}
