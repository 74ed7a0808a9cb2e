/**
 * Plays a result back frame by frame; each frame is the table at that moment. Frames come only from the server's response, so a screen never shows an undecided
 * result. `finish` skips to the last frame; under reduced motion only the last frame is shown.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../stage/motion.ts';

/** A state of the table and how long it is shown before the next. */
export interface Frame<View> {
  view: View;
  showMs: number;
}

export interface Playback<View> {
  /** The table now; null if it is empty. */
  view: View | null;
  isPlaying: boolean;
  /** Shows the frames one after the other, then calls `onDone`. A playback in progress is dropped. */
  play: (frames: readonly Frame<View>[], onDone: () => void) => void;
  /** Shows the last frame now and calls `onDone` of the playback. */
  finish: () => void;
  /** Shows a state without playback: after a reload, or an empty table. */
  show: (view: View | null) => void;
}

interface Running<View> {
  frames: readonly Frame<View>[];
  at: number;
  onDone: () => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export function useFrames<View>(onFrame?: (view: View) => void): Playback<View> {
  const [view, setView] = useState<View | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const running = useRef<Running<View> | null>(null);
  const isReduced = useReducedMotion();
  const latestOnFrame = useRef(onFrame);
  latestOnFrame.current = onFrame;

  const stop = useCallback(() => {
    clearTimeout(running.current?.timer);
    running.current = null;
    setPlaying(false);
  }, []);
  useEffect(() => () => clearTimeout(running.current?.timer), []);

  const step = useCallback(() => {
    const now = running.current;
    if (!now) return;
    const frame = now.frames[now.at];
    if (!frame) {
      stop();
      now.onDone();
      return;
    }
    now.at += 1;
    setView(frame.view);
    latestOnFrame.current?.(frame.view);
    now.timer = setTimeout(step, frame.showMs);
  }, [stop]);

  const play = useCallback(
    (frames: readonly Frame<View>[], onDone: () => void) => {
      stop();
      running.current = {
        frames: isReduced ? frames.slice(-1).map(({ view }) => ({ view, showMs: 0 })) : frames,
        at: 0,
        onDone,
        timer: undefined,
      };
      setPlaying(true);
      step();
    },
    [step, stop, isReduced],
  );
  const finish = useCallback(() => {
    const now = running.current;
    if (!now) return;
    const last = now.frames.at(-1);
    if (last) setView(last.view);
    stop();
    now.onDone();
  }, [stop]);
  const show = useCallback(
    (next: View | null) => {
      stop();
      setView(next);
    },
    [stop],
  );
  return { view, isPlaying, play, finish, show };
}
