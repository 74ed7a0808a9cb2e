/** A QR code as one path, drawn dark on light in both themes, for cameras read no other. */
import { encode } from 'uqr';

/** Modules of quiet around the code, as the standard asks. */
const quiet = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: quiet });
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="size-48 max-w-full self-center rounded-card">
      <rect width={size} height={size} className="fill-code-paper" />
      <path d={path} className="fill-code" />
    </svg>
  );
}
