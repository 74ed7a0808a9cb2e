/** A refused change of a limit: the change and the reason, including signs of harm. */
import { Refusal } from '@fairline/proto/contract';
import { HarmMarkerName } from '@fairline/proto/risk/harm';
import { errorText } from '../../../client/http/error-text.ts';
import { unconfirmedText } from '../../../client/requests/unconfirmed.ts';
import { markerText } from '../../../domain/safe-play/marker-labels.ts';
import { Failure } from '../../../ui/content/states.tsx';

export function RefusedLimit({ title, error }: { title: string; error: Error }) {
  const reasons = reasonsOf(error);
  const lost = unconfirmedText(error);
  return (
    <>
      <Failure title={lost?.title ?? title}>{lost?.text ?? errorText(error)}</Failure>
      {reasons.length > 0 && (
        <ul className="list-disc pl-5 text-13 text-ink-soft">
          {reasons.map((marker) => (
            <li key={marker}>{markerText(marker)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function reasonsOf(error: Error) {
  const reasons = error instanceof Refusal ? error.params?.reasons : undefined;
  return Array.isArray(reasons)
    ? reasons.map((one) => HarmMarkerName.safeParse(one).data).filter((one) => one !== undefined)
    : [];
}
