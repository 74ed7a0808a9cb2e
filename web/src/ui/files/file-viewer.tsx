/** Full-window image viewer: fits first, then zooms, rotates and pans. Escape closes, plus and minus zoom, 0 fits, R rotates. */
import { i18n } from '@lingui/core';
import {
  ChevronLeft,
  ChevronRight,
  Download,
  ExternalLink,
  Maximize,
  RotateCw,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import {
  type PointerEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { percentText } from '../../figures.ts';
import { useKeys } from '../browser/use-keys.ts';
import { Skeleton } from '../content/states.tsx';
import { IconButton } from '../controls/button.tsx';
import { Icon } from '../graphics/icon.tsx';

interface ViewerProps {
  title: string;
  alt: string;
  /** Its name when it is downloaded. */
  name: string;
  /** Absent while loading. */
  file: Blob | undefined;
  /** Shown instead of the file: why it is missing. */
  failure?: ReactNode;
  /** With several files: moves to the previous (-1) or the next (1), and whether there is one. Arrow keys do the same. */
  onStep?: (step: -1 | 1) => void;
  steps?: { back: boolean; on: boolean };
  onClose: () => void;
}

const iconLink =
  'inline-flex size-9 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors hover:bg-raised hover:text-ink';
const [smallest, largest, step] = [0.25, 8, 1.5];
const quarter = 90;

export function FileViewer({ title, alt, name, file, failure, onStep, steps, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const url = useAddressOf(file);
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const [broken, setBroken] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const isPicture = Boolean(file?.type.startsWith('image/')) && !broken;
  const resize = (by: number) => setZoom(Math.min(largest, Math.max(smallest, zoom * by)));
  const turn = () => setTurns(turns + 1);
  useKeys(dialog, (key) => {
    if (key === 'ArrowLeft' && zoom <= 1 && steps?.back) onStep?.(-1);
    else if (key === 'ArrowRight' && zoom <= 1 && steps?.on) onStep?.(1);
    else if (!isPicture) return false;
    else if (key === '+' || key === '=') resize(step);
    else if (key === '-') resize(1 / step);
    else if (key === '0') setZoom(1);
    else if (key.toLowerCase() === 'r') turn();
    else return false;
    return true;
  });
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={(event) => event.target === dialog.current && onClose()}
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col overflow-hidden bg-ground p-0 open:flex"
    >
      <header className="flex shrink-0 flex-wrap items-center gap-x-2 border-b border-line bg-surface px-2 py-1 md:pl-4">
        <h2 id={id} className="min-w-0 grow basis-0 truncate pl-2 text-14 font-strong md:pl-0 md:text-16">
          {title}
        </h2>
        <IconButton
          label={i18n._({ id: 'dialog.close', message: 'Close' })}
          onClick={() => dialog.current?.close()}
          className="md:order-last"
        >
          <Icon of={X} size={20} />
        </IconButton>
        {steps && (
          <div className="flex items-center gap-1">
            <IconButton
              label={i18n._({ id: 'viewer.back', message: 'Previous' })}
              aria-keyshortcuts="ArrowLeft"
              disabled={!steps.back}
              onClick={() => onStep?.(-1)}
            >
              <Icon of={ChevronLeft} size={20} />
            </IconButton>
            <IconButton
              label={i18n._({ id: 'viewer.on', message: 'Next' })}
              aria-keyshortcuts="ArrowRight"
              disabled={!steps.on}
              onClick={() => onStep?.(1)}
            >
              <Icon of={ChevronRight} size={20} />
            </IconButton>
          </div>
        )}
        {url && (
          <div className="flex items-center gap-1 max-md:w-full max-md:justify-between">
            {isPicture && (
              <>
                <IconButton
                  label={i18n._({ id: 'viewer.smaller', message: 'Zoom out' })}
                  aria-keyshortcuts="-"
                  onClick={() => resize(1 / step)}
                >
                  <Icon of={ZoomOut} size={20} />
                </IconButton>
                <output
                  className="figures w-12 text-center text-13"
                  aria-label={i18n._({ id: 'viewer.size', message: 'Zoom' })}
                >
                  {percentText(zoom)}
                </output>
                <IconButton
                  label={i18n._({ id: 'viewer.larger', message: 'Zoom in' })}
                  aria-keyshortcuts="+"
                  onClick={() => resize(step)}
                >
                  <Icon of={ZoomIn} size={20} />
                </IconButton>
                <IconButton
                  label={i18n._({ id: 'viewer.fit', message: 'Fit to the window' })}
                  aria-keyshortcuts="0"
                  onClick={() => setZoom(1)}
                >
                  <Icon of={Maximize} size={20} />
                </IconButton>
                <IconButton
                  label={i18n._({ id: 'viewer.turn', message: 'Turn right' })}
                  aria-keyshortcuts="R"
                  onClick={turn}
                >
                  <Icon of={RotateCw} size={20} />
                </IconButton>
              </>
            )}
            <Tab url={url} />
            <Save url={url} name={name} />
          </div>
        )}
      </header>
      <div className="relative min-h-0 grow">
        {failure ?? (
          <>
            {!url && <Skeleton className="size-full" />}
            {url && isPicture && (
              <Picture url={url} alt={alt} zoom={zoom} turns={turns} onBroken={() => setBroken(true)} />
            )}
            {url && !isPicture && (
              <p className="p-8 text-center text-14 text-ink-soft">
                {i18n._({ id: 'viewer.unknown', message: 'This file cannot be shown here. Download it to view it.' })}
              </p>
            )}
          </>
        )}
      </div>
    </dialog>
  );
}

function Tab({ url }: { url: string }) {
  const label = i18n._({ id: 'viewer.tab', message: 'Open in a new tab' });
  return (
    <a href={url} target="_blank" rel="noreferrer" aria-label={label} title={label} className={iconLink}>
      <Icon of={ExternalLink} size={20} />
    </a>
  );
}

function Save({ url, name }: { url: string; name: string }) {
  const label = i18n._({ id: 'viewer.save', message: 'Download the file' });
  return (
    <a href={url} download={name} aria-label={label} title={label} className={iconLink}>
      <Icon of={Download} size={20} />
    </a>
  );
}

interface PictureProps {
  url: string;
  alt: string;
  zoom: number;
  turns: number;
  onBroken: () => void;
}

/** As large as the window allows, times the zoom; the rest is scrolled or dragged. */
function Picture({ url, alt, zoom, turns, onBroken }: PictureProps) {
  const viewport = useRef<HTMLElement>(null);
  const [space, setSpace] = useState({ width: 0, height: 0 });
  const [own, setOwn] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const box = viewport.current;
    if (!box) return;
    const watch = new ResizeObserver(() => setSpace({ width: box.offsetWidth, height: box.offsetHeight }));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  const lies = turns % 2 === 1;
  const [width, height] = lies ? [own.height, own.width] : [own.width, own.height];
  const scale = width && height ? Math.min(space.width / width, space.height / height) * zoom : 0;
  // The centre stays in place when the size changes.
  const middle = useRef({ across: 1 / 2, down: 1 / 2 });
  useLayoutEffect(() => {
    const box = viewport.current;
    if (scale > 0)
      box?.scrollTo(
        middle.current.across * box.scrollWidth - box.clientWidth / 2,
        middle.current.down * box.scrollHeight - box.clientHeight / 2,
      );
  }, [scale]);
  const keep = ({ currentTarget: box }: UIEvent<HTMLElement>) => {
    middle.current = {
      across: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
      down: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
    };
  };
  const push = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 1 && event.pointerType === 'mouse')
      event.currentTarget.scrollBy(-event.movementX, -event.movementY);
  };
  return (
    <section
      ref={viewport}
      aria-label={alt}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={keep}
      onPointerMove={push}
      className={`absolute inset-0 flex overflow-auto ${zoom > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
    >
      <div
        className="relative m-auto shrink-0 overflow-hidden"
        style={{ width: Math.floor(width * scale), height: Math.floor(height * scale) }}
      >
        <img
          src={url}
          alt={alt}
          draggable={false}
          onError={onBroken}
          onLoad={({ currentTarget }) =>
            setOwn({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          className="absolute top-1/2 left-1/2 max-w-none -translate-1/2 select-none"
          style={{ width: own.width * scale, height: own.height * scale, rotate: `${turns * quarter}deg` }}
        />
      </div>
    </section>
  );
}

/** The file's object URL while the viewer is open. */
function useAddressOf(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}
