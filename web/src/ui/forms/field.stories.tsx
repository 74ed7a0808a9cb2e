import { Checkbox, PasswordField, PickOne, SelectField, TextArea, TextField } from './field.tsx';

export default { component: TextField };

const countries = ['Malta', 'Portugal', 'Spain'].map((name) => <option key={name}>{name}</option>);

export const Text = () => <TextField label="First name" help="As in your passport" />;
export const TextWithError = () => (
  <TextField label="Email" error="Enter a valid email address" defaultValue="ada@example" />
);
export const TextDisabled = () => (
  <TextField label="Email" help="It cannot be changed" defaultValue="ada@example.com" disabled />
);
export const TextWithAffixes = () => <TextField label="Amount" prefix="$" suffix="USD" defaultValue="50.00" />;
export const LongTexts = () => (
  <div style={{ width: 192 }}>
    <TextField
      label="The name of the account holder as your bank writes it"
      error="The name must be the name of your profile, since we pay out only to your own account"
    />
  </div>
);
export const Password = () => <PasswordField label="Password" defaultValue="correct horse" />;
export const Select = () => <SelectField label="Country">{countries}</SelectField>;
export const SelectWithError = () => (
  <SelectField label="Country" error="Choose a country">
    {countries}
  </SelectField>
);
export const Area = () => <TextArea label="Message" rows={3} help="Our team answers within a day" />;
export const AreaWithError = () => <TextArea label="Message" rows={3} error="Write a message" />;
export const Checkboxes = () => (
  <>
    <Checkbox label="I accept the terms" defaultChecked />
    <Checkbox label="I am over 18" error="You must be over 18" />
  </>
);
export const InAToolbar = () => <PickOne label="Country">{countries}</PickOne>;
