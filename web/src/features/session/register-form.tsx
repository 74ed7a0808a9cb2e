/** The registration form: every rule of the contract is checked here first, and a refusal of the server is shown at its field. */
import { ageOn, minimumAge } from '@fairline/proto/auth/fields';
import { Registration, sessionRoutes } from '@fairline/proto/auth/sessions';
import { userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import { countries } from '@fairline/proto/countries';
import { fieldMessages } from '@fairline/proto/texts';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { errorText, fieldErrorsOf } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { playerSession } from '../../client/session/session.ts';
import { browserPreferences } from '../../domain/people/display-settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox, PasswordField, SelectField, TextField } from '../../ui/forms/field.tsx';
import { StrengthMeter } from '../../ui/forms/strength-meter.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { bonusText } from './bonus.ts';
import { settingsQuery } from './queries.ts';

const Form = Registration.extend({
  acceptTerms: z.boolean().refine(Boolean, fieldMessages.termsUnaccepted),
  dateOfBirth: Registration.shape.dateOfBirth.refine(
    (date) => ageOn(date, new Date()) >= minimumAge,
    new Refusal(userRefusals.underage, { years: minimumAge }).message,
  ),
  confirmPassword: z.string().min(1, fieldMessages.passwordUnconfirmed),
}).refine(({ password, confirmPassword }) => password === confirmPassword, {
  path: ['confirmPassword'],
  message: fieldMessages.passwordsDiffer,
  when: ({ value }) => Boolean((value as { confirmPassword?: string }).confirmPassword),
});
type Values = z.input<typeof Form>;

/** Opens in a new tab, so that nothing typed is lost. */
function Document({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" className="font-medium text-act underline underline-offset-4">
      {children}
    </a>
  );
}

export function RegisterForm() {
  const { data: settings } = useQuery(settingsQuery);
  const { register, handleSubmit, setError, clearErrors, watch, formState } = useForm<Values>({
    resolver: zodResolver(Form),
    reValidateMode: 'onSubmit',
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      dateOfBirth: '',
      country: '',
      password: '',
      confirmPassword: '',
      acceptTerms: false,
      marketingOptIn: false,
      welcomeBonus: true,
    },
  });
  const bonusMinor = settings?.welcomeBonusMinor ?? 0;
  const { errors, isSubmitting } = formState;
  const errorOf = (field: keyof Values) => errors[field]?.message;
  // An error disappears when its field is edited, and is checked again when the form is sent.
  const field = (name: keyof Values) =>
    register(name, { onChange: () => clearErrors(name === 'password' ? ['password', 'confirmPassword'] : name) });

  const submit = handleSubmit(async ({ confirmPassword: _confirmed, acceptTerms: _accepted, ...rest }) => {
    try {
      const { marketingOptIn = false, welcomeBonus = true, ...person } = rest;
      const choices = { marketingOptIn, ...(!welcomeBonus && { welcomeBonus }) };
      playerSession.adopt(
        await call(sessionRoutes.register, {
          body: { ...person, acceptTerms: true, ...choices, ...browserPreferences() },
        }),
      );
      notify.success(welcomeText(welcomeBonus ? bonusMinor : 0, settings?.demo));
      notify.info(i18n._({ id: 'register.checkMail', message: 'Please check your email and confirm your address.' }));
    } catch (error) {
      const fields = Object.entries(fieldErrorsOf(error)).filter(([field]) => field in Form.shape);
      for (const [field, message] of fields) setError(field as keyof Values, { message });
      if (fields.length > 0) return;
      const underage = error instanceof Refusal && error.is(userRefusals.underage);
      setError(underage ? 'dateOfBirth' : 'email', {
        message: errorText(error) || i18n._({ id: 'register.failed', message: 'Registration failed' }),
      });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
        <TextField
          {...field('firstName')}
          autoComplete="given-name"
          label={i18n._({ id: 'field.firstName', message: 'First name' })}
          error={errorOf('firstName')}
        />
        <TextField
          {...field('lastName')}
          autoComplete="family-name"
          label={i18n._({ id: 'field.lastName', message: 'Last name' })}
          error={errorOf('lastName')}
        />
      </div>
      <TextField
        {...field('email')}
        type="email"
        autoComplete="email"
        label={i18n._({ id: 'field.email', message: 'Email' })}
        error={errorOf('email')}
      />
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
        <TextField
          {...field('dateOfBirth')}
          type="date"
          autoComplete="bday"
          max={new Date().toISOString().slice(0, 10)}
          label={i18n._({ id: 'field.dateOfBirth', message: 'Date of birth' })}
          help={i18n._({ id: 'register.age', message: 'You must be 18 or older' })}
          error={errorOf('dateOfBirth')}
        />
        <SelectField
          {...field('country')}
          autoComplete="country"
          label={i18n._({ id: 'field.country', message: 'Country' })}
          error={errorOf('country')}
        >
          <option value="">{i18n._({ id: 'register.chooseCountry', message: 'Select your country' })}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <PasswordField
        {...field('password')}
        autoComplete="new-password"
        label={i18n._({ id: 'field.password', message: 'Password' })}
        below={<StrengthMeter password={watch('password')} />}
        error={errorOf('password')}
      />
      <PasswordField
        {...field('confirmPassword')}
        autoComplete="new-password"
        label={i18n._({ id: 'field.confirmPassword', message: 'Confirm password' })}
        error={errorOf('confirmPassword')}
      />
      <Checkbox
        {...field('acceptTerms')}
        label={
          <Trans
            id="register.terms"
            message="I agree to the <0>terms and conditions</0> and the <1>privacy policy</1>"
            components={[<Document key="terms" to="/terms" />, <Document key="privacy" to="/privacy" />]}
          />
        }
        error={errorOf('acceptTerms')}
      />
      {bonusMinor > 0 && (
        <Checkbox
          {...field('welcomeBonus')}
          label={i18n._({
            id: 'register.wantBonus',
            message: 'Give me the {bonus} welcome bonus. I can withdraw it once I have wagered it.',
            values: { bonus: bonusText(bonusMinor) },
          })}
        />
      )}
      <Checkbox
        {...field('marketingOptIn')}
        label={i18n._({ id: 'register.marketing', message: 'Send me offers and news by email' })}
      />
      <Button type="submit" wide busy={isSubmitting} className="mt-2">
        {i18n._({ id: 'register.submit', message: 'Create Account' })}
      </Button>
    </form>
  );
}

/** Outside demo mode the bonus is paid when the address is confirmed. */
function welcomeText(bonusMinor: number, demo = false): string {
  if (bonusMinor === 0) return i18n._({ id: 'register.doneBare', message: 'Welcome to Fairline!' });
  const bonus = bonusText(bonusMinor);
  return demo
    ? i18n._({ id: 'register.doneBonus', message: 'Welcome! You received a {bonus} welcome bonus!', values: { bonus } })
    : i18n._({
        id: 'register.doneConfirm',
        message: 'Welcome! Confirm your email to receive {bonus}.',
        values: { bonus },
      });
}
