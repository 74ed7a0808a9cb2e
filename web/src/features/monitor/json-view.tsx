/** The data of an event as JSON: indented, in a box that also scrolls by keyboard, with a copy button. */
import { i18n } from '@lingui/core';
import { CopyButton } from '../../ui/controls/copy-button.tsx';

/** Invalid JSON is shown unchanged. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export function JsonView({ text, label }: { text: string; label?: string }) {
  const name = label ?? i18n._({ id: 'monitor.payload', message: 'Payload' });
  return (
    <div className="relative rounded-control border border-line bg-ground">
      <span className="absolute top-1 right-1 rounded-control bg-ground">
        <CopyButton text={text} what={name} />
      </span>
      <section
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-64 overflow-auto p-3 pr-12 focus-visible:-outline-offset-2"
      >
        <pre className="figures text-12">{text}</pre>
      </section>
    </div>
  );
}
