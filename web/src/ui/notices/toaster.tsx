/** The toaster: bottom centre on small screens, top right on large ones, in the page's own theme. */
import { i18n } from '@lingui/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTheme } from '../theme/theme.ts';

type Sonner = typeof import('sonner');

let library: Sonner | null = null;
let asked = false;
const wishes = new Set<() => void>();
const arrivals = new Set<(toast: Sonner['toast']) => void>();

/** Resolves once the toaster is on the page. */
export function toasterReady(): Promise<Sonner['toast']> {
  asked = true;
  for (const wish of wishes) wish();
  return new Promise((resolve) => {
    if (library) resolve(library.toast);
    else arrivals.add(resolve);
  });
}

function subscribe(wish: () => void): () => void {
  wishes.add(wish);
  return () => wishes.delete(wish);
}

const wideScreen = () => matchMedia('(min-width: 48rem)');

export function Toaster() {
  const wanted = useSyncExternalStore(
    subscribe,
    () => asked,
    () => false,
  );
  const [loaded, setLoaded] = useState<Sonner | null>(null);
  const { theme } = useTheme();
  const [wide, setWide] = useState(() => typeof matchMedia === 'undefined' || wideScreen().matches);
  useEffect(() => {
    const query = wideScreen();
    const change = () => setWide(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  useEffect(() => {
    if (wanted) void Promise.all([import('sonner'), import('sonner/dist/styles.css')]).then(([sonner]) => setLoaded(sonner));
  }, [wanted]);
  useEffect(() => {
    if (!loaded) return;
    library = loaded;
    for (const arrive of arrivals) arrive(loaded.toast);
    arrivals.clear();
  }, [loaded]);
  if (!loaded) return null;
  return (
    <loaded.Toaster
      theme={theme}
      position={wide ? 'top-right' : 'bottom-center'}
      visibleToasts={wide ? 5 : 3}
      offset={{ top: 'calc(var(--spacing-header) + 0.75rem)', right: '1rem' }}
      mobileOffset={{ bottom: 'calc(var(--toast-bottom, var(--spacing-dock)) + 0.75rem)' }}
      closeButton
      containerAriaLabel={i18n._({ id: 'toast.region', message: 'Notifications' })}
      toastOptions={{
        closeButtonAriaLabel: i18n._({ id: 'toast.close', message: 'Close notification' }),
        classNames: { toast: 'fairline-toast', error: 'fairline-toast-error', success: 'fairline-toast-success' },
      }}
    />
  );
}
