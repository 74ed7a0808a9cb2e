/** The player's profile. Fields that cannot be changed show the reason; the others are saved together. */
import { accountRoutes, type Profile, ProfileChange } from '@fairline/proto/auth/account';
import { countries } from '@fairline/proto/countries';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { errorText, fieldErrorsOf } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { playerSession } from '../../client/session/session.ts';
import { Loaded } from '../../ui/content/listed.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { EmailAddress } from './email-change.tsx';
import { Section, useSave } from './forms.tsx';

export const profileQuery = queryOptions({
  queryKey: ['auth', 'profile'],
  queryFn: ({ signal }) => call(accountRoutes.profile, { signal }),
});

type Values = z.input<typeof ProfileChange>;

export function ProfileTab() {
  const query = useQuery(profileQuery);
  return (
    <Loaded
      query={query}
      failed={i18n._({ id: 'profile.failed', message: 'Your profile could not be loaded' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={6} className="h-14 max-w-form" />}
    >
      {(profile) => <ProfileForm key={JSON.stringify(profile)} profile={profile} />}
    </Loaded>
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const { firstName, lastName, country, phone, address, city, postalCode } = profile;
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver: zodResolver(ProfileChange),
    defaultValues: { firstName, lastName, country, phone, address, city, postalCode },
  });
  const { errors, isDirty, dirtyFields } = formState;
  const save = useSave({
    run: (body: Values) => call(accountRoutes.changeProfile, { body }),
    done: i18n._({ id: 'profile.saved', message: 'Profile updated successfully' }),
    failed: i18n._({ id: 'profile.notSaved', message: 'Failed to update profile' }),
    touches: [['auth', 'profile']],
    onDone: () => void playerSession.check('expired'),
  });
  const submit = handleSubmit((values) => {
    const changed = Object.fromEntries(Object.entries(values).filter(([name]) => name in dirtyFields)) as Values;
    save.mutate(changed, {
      onError: (error) => {
        for (const [name, message] of Object.entries(fieldErrorsOf(error))) setError(name as keyof Values, { message });
      },
    });
  });
  const isFixed = (name: string) => profile.fixed.includes(name);
  const field = (name: Exclude<keyof Values, 'country'>, label: string, autoComplete: string) => (
    <TextField
      {...register(name)}
      label={label}
      autoComplete={autoComplete}
      readOnly={isFixed(name)}
      error={errors[name]?.message}
    />
  );
  return (
    <Section
      title={i18n._({ id: 'account.profile', message: 'Profile' })}
      lead={
        profile.fixed.includes('firstName')
          ? i18n._({
              id: 'profile.fixedVerified',
              message: 'Verified details cannot be changed. Please contact support.',
            })
          : i18n._({ id: 'profile.fixed', message: 'Your date of birth cannot be changed here.' })
      }
    >
      <EmailAddress email={profile.email} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-2">
        <div className="grid gap-x-3 sm:grid-cols-2">
          {field('firstName', i18n._({ id: 'field.firstName', message: 'First name' }), 'given-name')}
          {field('lastName', i18n._({ id: 'field.lastName', message: 'Last name' }), 'family-name')}
        </div>
        <TextField
          readOnly
          value={profile.dateOfBirth}
          label={i18n._({ id: 'field.dateOfBirth', message: 'Date of birth' })}
        />
        <SelectField
          {...register('country')}
          disabled={isFixed('country')}
          label={i18n._({ id: 'field.country', message: 'Country' })}
          error={errors.country?.message}
        >
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {field('phone', i18n._({ id: 'field.phone', message: 'Phone' }), 'tel')}
        {field('address', i18n._({ id: 'field.address', message: 'Address' }), 'street-address')}
        <div className="grid gap-x-3 sm:grid-cols-2">
          {field('city', i18n._({ id: 'field.city', message: 'City' }), 'address-level2')}
          {field('postalCode', i18n._({ id: 'field.postalCode', message: 'Postal code' }), 'postal-code')}
        </div>
        <div className="flex">
          <Button
            type="submit"
            busy={save.isPending}
            why={!isDirty && i18n._({ id: 'profile.unchanged', message: 'Nothing has changed' })}
          >
            {i18n._({ id: 'profile.save', message: 'Save changes' })}
          </Button>
        </div>
      </form>
    </Section>
  );
}
