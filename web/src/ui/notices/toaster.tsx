/** The toaster: bottom centre on small screens, top right on large ones, in the page's own theme. */
import { i18n } from '@lingui/core';
import { useEffect, useState } from 'react';
import { createStore, useStore } from '../../store.ts';
import { useTheme } from '../theme/theme.ts';

type Sonner = typeof import('sonner');

const asked = createStore(false);
let arrive: (toast: Sonner['toast']) => void;
const arrival = new Promise<Sonner['toast']>((resolve) => {
  arrive = resolve;
});

/** Resolves once the toaster is on the page. */
export function toasterReady(): Promise<Sonner['toast']> {
  asked.set(true);
  return arrival;
}

const wideScreen = () => matchMedia('(min-width: 48rem)');

export function Toaster() {
  const wanted = useStore(asked);
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
    if (wanted)
      void Promise.all([import('sonner'), import('sonner/dist/styles.css')]).then(([sonner]) => setLoaded(sonner));
  }, [wanted]);
  useEffect(() => {
    if (loaded) arrive(loaded.toast);
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
