/**
 * Form fields: the label above, the help below, an error in place of the help. Every control is linked to its texts, so that screen readers read what the
 * screen shows.
 */
import { i18n } from '@lingui/core';
import { Check, ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react';
import { fieldText } from '../../refusals.ts';
import { Icon } from '../graphics/icon.tsx';
import { cx } from '../theme/cx.ts';

interface FieldTexts {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
}

const box =
  'h-11 w-full rounded-control border bg-surface px-3 text-16 md:text-14 text-ink transition-colors hover:border-ink-soft focus-visible:outline-offset-0 aria-invalid:border-down';

interface FrameProps extends FieldTexts {
  id: string;
  aside?: ReactNode;
  /** Stays visible beside help and error. */
  below?: ReactNode;
  children: ReactNode;
}

function Frame({ id, label, help, error, aside, below, children }: FrameProps) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-13 font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children}
      {below}
      <div id={`${id}-words`} className="min-h-4 text-12" aria-live="polite">
        {error ? (
          <span className="flex items-start gap-1 text-down">
            <Icon of={CircleAlert} />
            {fieldText(error)}
          </span>
        ) : (
          help && <span className="text-ink-soft">{help}</span>
        )}
      </div>
    </div>
  );
}

function wiring(id: string, error: string | undefined) {
  return { id, 'aria-describedby': `${id}-words`, 'aria-invalid': error ? true : undefined };
}

export function TextField({
  label,
  help,
  error,
  aside,
  prefix,
  suffix,
  className,
  ...rest
}: ComponentPropsWithRef<'input'> & FieldTexts & { aside?: ReactNode; suffix?: ReactNode }) {
  const id = useId();
  return (
    <Frame {...{ id, label, help, error, aside }}>
      <span className="relative flex items-center">
        {prefix && <span className="pointer-events-none absolute left-3 text-ink-soft">{prefix}</span>}
        <input
          {...rest}
          {...wiring(id, error)}
          className={cx(box, 'border-control', prefix && 'pl-9', Boolean(suffix) && 'pr-14', className)}
        />
        {suffix && <span className="pointer-events-none absolute right-3 text-13 text-ink-soft">{suffix}</span>}
      </span>
    </Frame>
  );
}

export function PasswordField({
  label,
  help,
  error,
  aside,
  below,
  className,
  ...rest
}: ComponentPropsWithRef<'input'> & FieldTexts & Pick<FrameProps, 'aside' | 'below'>) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const toggleLabel = shown
    ? i18n._({ id: 'field.hidePassword', message: 'Hide password' })
    : i18n._({ id: 'field.showPassword', message: 'Show password' });
  return (
    <Frame {...{ id, label, help, error, aside, below }}>
      <span className="relative flex items-center">
        <input
          {...rest}
          type={shown ? 'text' : 'password'}
          {...wiring(id, error)}
          className={cx(box, 'border-control pr-11', className)}
        />
        <button
          type="button"
          onClick={() => setShown(!shown)}
          aria-label={toggleLabel}
          aria-pressed={shown}
          title={toggleLabel}
          className="absolute right-1 inline-flex size-9 items-center justify-center rounded-control text-ink-soft hover:text-ink"
        >
          <Icon of={shown ? EyeOff : Eye} size={20} />
        </button>
      </span>
    </Frame>
  );
}

export function SelectField({
  label,
  help,
  error,
  children,
  className,
  ...rest
}: ComponentPropsWithRef<'select'> & FieldTexts) {
  const id = useId();
  return (
    <Frame {...{ id, label, help, error }}>
      <span className="relative flex items-center">
        <select {...rest} {...wiring(id, error)} className={cx(box, 'appearance-none border-control pr-9', className)}>
          {children}
        </select>
        <Icon of={ChevronDown} className="pointer-events-none absolute right-3 text-ink-soft" />
      </span>
    </Frame>
  );
}

export function TextArea({ label, help, error, className, ...rest }: ComponentPropsWithRef<'textarea'> & FieldTexts) {
  const id = useId();
  return (
    <Frame {...{ id, label, help, error }}>
      <textarea
        {...rest}
        {...wiring(id, error)}
        className={cx(
          'w-full rounded-control border border-control bg-surface p-3 text-16 text-ink transition-colors hover:border-ink-soft focus-visible:outline-offset-0 aria-invalid:border-down md:text-14',
          className,
        )}
      />
    </Frame>
  );
}

export function Checkbox({
  label,
  error,
  className,
  ...rest
}: ComponentPropsWithRef<'input'> & { label: ReactNode; error?: string | undefined }) {
  const id = useId();
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label className="flex items-start gap-2 py-1 text-13">
        <span className="relative mt-px inline-flex size-5 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            {...rest}
            {...wiring(id, error)}
            className="peer size-5 appearance-none rounded-control border border-control bg-surface checked:border-act checked:bg-act aria-invalid:border-down"
          />
          <Icon of={Check} className="pointer-events-none absolute text-act-ink opacity-0 peer-checked:opacity-100" />
        </span>
        <span>{label}</span>
      </label>
      <span id={`${id}-words`} className="text-12 text-down empty:hidden" aria-live="polite">
        {error && fieldText(error)}
      </span>
    </div>
  );
}

/** A small select with its label in front, for toolbars; if `bare`, the label is for screen readers only. */
export function PickOne({
  label,
  children,
  className,
  bare = false,
  ...rest
}: ComponentPropsWithRef<'select'> & { label: string; bare?: boolean }) {
  return (
    <label
      className={cx(
        'relative inline-flex h-9 min-w-0 items-center rounded-control border border-control bg-surface text-13 hover:bg-raised',
        className,
      )}
    >
      <span className={bare ? 'sr-only' : 'pl-3 whitespace-nowrap text-ink-soft'}>{label}</span>
      <select
        {...rest}
        className="h-full min-w-0 appearance-none truncate bg-transparent pr-7 pl-2 font-medium text-ink focus-visible:outline-offset-0"
      >
        {children}
      </select>
      <Icon of={ChevronDown} className="pointer-events-none absolute right-2 text-ink-soft" />
    </label>
  );
}
