/**
 * A table for chips: the selected chip, and where a dragged chip is dropped. A bet spot is any element with `data-spot`: a BetSpot here, a cell of a drawing
 * elsewhere.
 */
import {
  createContext,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Chip } from './chip.tsx';

interface ChipTableValue {
  /** The amount of the selected chip. */
  chosenMinor: number;
  choose: (minor: number) => void;
  /** Bets are closed: a round is under way. */
  isLocked: boolean;
  place: (spot: string, minor: number) => void;
  take: (spot: string, minor: number) => void;
  /**
   * Enter on a spot or a chip: deals or spins, as it does elsewhere on the table, so that it never adds a chip by accident. Absent if the screen has no such
   * key.
   */
  confirm: (() => void) | undefined;
  /** Begins a drag from a chip of the rail. */
  lift: (event: PointerEvent<HTMLElement>, minor: number) => void;
  /** Whether the click that follows belongs to a drag that just ended. */
  endsDrag: () => boolean;
}

const Context = createContext<ChipTableValue | null>(null);

export function useChipTable(): ChipTableValue {
  const table = useContext(Context);
  if (!table) throw new Error('There is no ChipTable around this');
  return table;
}

interface ChipTableProps {
  chosenMinor: number;
  onChoose: (minor: number) => void;
  isLocked: boolean;
  onPlace: (spot: string, minor: number) => void;
  onTake: (spot: string, minor: number) => void;
  onConfirm?: () => void;
  children: ReactNode;
}

export function ChipTable({ chosenMinor, onChoose, isLocked, onPlace, onTake, onConfirm, children }: ChipTableProps) {
  const latest = useRef({ onPlace, onTake, onChoose, onConfirm });
  latest.current = { onPlace, onTake, onChoose, onConfirm };
  const confirms = onConfirm !== undefined;
  const { dragged, ghost, lift, endsDrag } = useDrag((spot, minor) => latest.current.onPlace(spot, minor), isLocked);
  const value = useMemo<ChipTableValue>(
    () => ({
      chosenMinor,
      isLocked,
      lift,
      endsDrag,
      choose: (minor) => latest.current.onChoose(minor),
      place: (spot, minor) => latest.current.onPlace(spot, minor),
      confirm: confirms ? () => latest.current.onConfirm?.() : undefined,
      take: (spot, minor) => latest.current.onTake(spot, minor),
    }),
    [chosenMinor, isLocked, lift, endsDrag, confirms],
  );
  return (
    <Context value={value}>
      {children}
      {dragged !== null && (
        <span ref={ghost} aria-hidden className="chip-ghost" style={{ translate: dragged.at }}>
          <Chip minor={dragged.minor} />
        </span>
      )}
    </Context>
  );
}

/** A dragged chip, and where it was when it left the rail. */
interface Dragged {
  minor: number;
  at: string;
}

/** A press that moves this far is a drag. */
const dragFromPx = 6;

interface Lifted {
  minor: number;
  pointerId: number;
  startX: number;
  startY: number;
  moving: boolean;
  over: Element | null;
}

/** Drags by pointer events, so that touch and pen work like a mouse. */
function useDrag(onDrop: (spot: string, minor: number) => void, isLocked: boolean) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const ghost = useRef<HTMLSpanElement>(null);
  const lifted = useRef<Lifted | null>(null);
  const justEnded = useRef(false);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  useEffect(() => {
    const end = (event: globalThis.PointerEvent, placed: boolean) => {
      const held = lifted.current;
      if (!held || held.pointerId !== event.pointerId) return;
      lifted.current = null;
      held.over?.removeAttribute('data-over');
      setDragged(null);
      if (!held.moving) return;
      // The click that may follow is dispatched before the next task.
      justEnded.current = true;
      setTimeout(() => {
        justEnded.current = false;
      });
      const spot = held.over?.getAttribute('data-spot');
      if (placed && spot) drop.current(spot, held.minor);
    };
    const move = (event: globalThis.PointerEvent) => {
      const held = lifted.current;
      if (held && held.pointerId === event.pointerId) follow(held, event, ghost.current, setDragged);
    };
    const up = (event: globalThis.PointerEvent) => end(event, true);
    const cancel = (event: globalThis.PointerEvent) => end(event, false);
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', cancel);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', cancel);
    };
  }, []);
  const [{ lift, endsDrag }] = useState(() => ({
    lift: (event: PointerEvent<HTMLElement>, minor: number) => {
      if (event.button !== 0) return;
      lifted.current = {
        minor,
        pointerId: event.pointerId,
        startX: event.clientX,
        startY: event.clientY,
        moving: false,
        over: null,
      };
    },
    endsDrag: () => justEnded.current,
  }));
  useEffect(() => {
    if (isLocked) lifted.current = null;
  }, [isLocked]);
  return { dragged, ghost, lift, endsDrag };
}

function follow(
  held: Lifted,
  { clientX, clientY }: globalThis.PointerEvent,
  ghost: HTMLElement | null,
  show: (dragged: Dragged) => void,
): void {
  if (!held.moving && Math.hypot(clientX - held.startX, clientY - held.startY) < dragFromPx) return;
  const at = `${clientX}px ${clientY}px`;
  if (!held.moving) show({ minor: held.minor, at });
  held.moving = true;
  if (ghost) ghost.style.translate = at;
  const over = document.elementFromPoint(clientX, clientY)?.closest('[data-spot]') ?? null;
  if (over === held.over) return;
  held.over?.removeAttribute('data-over');
  over?.setAttribute('data-over', '');
  held.over = over;
}
