/** The player's timezone, found by name or UTC offset; the common ones come first. A choice is reported at once. */
import { isTimezone, timezones } from '@fairline/proto/auth/fields';
import { i18n } from '@lingui/core';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { TextField } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';

interface TimezoneProps {
  label: string;
  help: string;
  value: string;
  onChange: (zone: string) => void;
}

interface Clock {
  zone: string;
  name: string;
  offset: string;
}

export function TimezoneField({ label, help, value, onChange }: TimezoneProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const clocks = useMemo(() => (open ? allClocks(value) : []), [open, value]);
  const found = clocks.filter((clock) => matches(clock, typed));
  const common = typed.trim() === '' ? timezones.length : 0;
  useEffect(() => {
    if (open) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const close = () => {
    setOpen(false);
    setTyped('');
  };
  const show = () => {
    if (open) return;
    setOpen(true);
    setAt(
      Math.max(
        0,
        allClocks(value).findIndex(({ zone }) => zone === value),
      ),
    );
  };
  const choose = (clock: Clock | undefined) => {
    if (!clock) return;
    close();
    if (clock.zone !== value) onChange(clock.zone);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) close();
    else if (event.key === 'Enter' && open) choose(found[at]);
    else if (event.key === 'ArrowDown' && !open) show();
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp' && open) setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <TextField
        label={label}
        help={help}
        suffix={<Icon of={ChevronDown} />}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && found[at] ? `${id}-${at}` : undefined}
        placeholder={open ? nameOf(value) : undefined}
        value={open ? typed : nameOf(value)}
        onChange={({ target }) => {
          setOpen(true);
          setTyped(target.value);
          setAt(0);
        }}
        onFocus={show}
        onClick={show}
        onBlur={close}
        onKeyDown={press}
      />
      <div
        className={cx(
          'absolute top-17 right-0 left-0 z-40 mt-1 overflow-hidden rounded-card border border-line bg-float shadow-float',
          !open && 'hidden',
        )}
      >
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          className="max-h-72 overflow-y-auto overscroll-contain"
        >
          {found.map((clock, place) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the keyboard works through the field, as the pattern asks.
            <div
              key={clock.zone}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(clock)}
              className={cx(
                'flex min-h-10 items-center justify-between gap-4 px-4 py-1 text-14',
                place === at ? 'bg-act-soft' : 'hover:bg-raised',
                clock.zone === value && 'font-strong',
                place === common && place > 0 && 'border-t border-line',
              )}
            >
              <span className="min-w-0 break-words">{clock.name}</span>
              <span className="figures shrink-0 text-12 text-ink-soft">{clock.offset}</span>
            </div>
          ))}
        </div>
        <p role="status" className="px-4 py-3 text-13 text-ink-soft empty:hidden">
          {open && found.length === 0 && i18n._({ id: 'timezone.none', message: 'No timezone with this name' })}
        </p>
      </div>
    </div>
  );
}

const nameOf = (zone: string) => zone.replaceAll('_', ' ');

/** The common ones, then the platform's list by name; the chosen one is included even if the platform lists it under another name. */
function allClocks(chosen: string): Clock[] {
  const listed = new Set([...Intl.supportedValuesOf('timeZone'), chosen].filter(isTimezone));
  for (const zone of timezones) listed.delete(zone);
  return [...timezones, ...[...listed].sort()].map((zone) => ({ zone, name: nameOf(zone), offset: offsetOf(zone) }));
}

/** Its UTC offset today. */
function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(new Date());
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset === 'GMT' ? 'UTC+00:00' : offset.replace('GMT', 'UTC');
}

/** Every typed word must begin a word of the name, or be contained in the offset. */
function matches({ name, offset }: Clock, typed: string): boolean {
  const segments = plain(name).split(/[\s/]+/);
  return plain(typed)
    .split(/[\s/]+/)
    .every((part) => segments.some((segment) => segment.startsWith(part)) || offset.toLowerCase().includes(part));
}

const plain = (text: string) =>
  text
    .trim()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
