/** Keeps toasts on small screens above a bar of controls, so that they do not cover it. */
import { useCallback } from 'react';

/** The ref of the bar. While it is on the page, toasts appear above its top. */
export function useToastsAbove(): (bar: HTMLElement | null) => (() => void) | undefined {
  return useCallback((bar) => {
    if (!bar) return;
    const { style } = document.documentElement;
    const place = () =>
      style.setProperty('--toast-bottom', `${Math.max(0, innerHeight - bar.getBoundingClientRect().top)}px`);
    const observer = new ResizeObserver(place);
    observer.observe(bar);
    observer.observe(document.documentElement);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-bottom');
    };
  }, []);
}
