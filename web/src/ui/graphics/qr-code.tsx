/** A QR code as one path, dark on light in both themes, because many cameras read no other. */
import { encode } from 'uqr';

/** The width of the quiet zone in modules, from the standard. */
const quiet = 4;

interface Props {
  text: string;
  label: string;
  /** The error correction level, the share that may be unreadable: L 7 %, M 15 %. */
  ecc?: 'L' | 'M';
}

export function QrCode({ text, label, ecc = 'L' }: Props) {
  const { data, size } = encode(text, { border: quiet, ecc });
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 max-w-full self-center rounded-card"
    >
      <rect width={size} height={size} className="fill-code-paper" />
      <path d={path} className="fill-code" />
    </svg>
  );
}
