/** Values in the browser's storage: written by other tabs, and with storage blocked. */
import { afterEach, expect, it, vi } from 'vitest';
import { createStoredValue } from './stored-value.ts';

afterEach(() => vi.unstubAllGlobals());

const read = (stored: unknown) => (typeof stored === 'number' ? stored : 0);

function storage(first: Record<string, string> = {}): Map<string, string> {
  const stored = new Map(Object.entries(first));
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
  });
  return stored;
}

it('loads the stored value, and stores a new one', () => {
  const stored = storage({ count: '3' });
  const count = createStoredValue('count', read);
  expect([count.get(), count.initial]).toEqual([3, 0]);
  count.set(4);
  expect([count.get(), stored.get('count')]).toEqual([4, '4']);
});

it.each([['nothing'], ['"three"'], ['{']])('is the initial value if %s is stored', (text) => {
  storage(text === 'nothing' ? {} : { count: text });
  expect(createStoredValue('count', read).get()).toBe(0);
});

it('rereads the value of another tab, and notifies listeners if it changed', () => {
  vi.stubGlobal('addEventListener', () => {});
  const stored = storage({ count: '3' });
  const count = createStoredValue('count', read);
  let notified = 0;
  count.subscribe(() => notified++);
  stored.set('count', '5');
  expect([count.get(), count.reread(), count.get(), notified]).toEqual([3, 5, 5, 1]);
  expect([count.reread(), notified]).toEqual([5, 1]);
});

it('lasts as long as the page if storage is blocked', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  const count = createStoredValue('count', read);
  count.set(7);
  expect([count.get(), count.reread()]).toEqual([7, 7]);
});
