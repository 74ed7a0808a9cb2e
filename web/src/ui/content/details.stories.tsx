import { Button } from '../controls/button.tsx';
import { DetailList } from './details.tsx';

export default { component: DetailList };

export const Default = () => (
  <DetailList
    title="Payment"
    details={[
      ['Amount', '$120.00'],
      ['Method', 'Bank transfer'],
    ]}
  />
);
export const WithAction = () => (
  <DetailList
    title="Profile"
    details={[['Name', 'Ada Player']]}
    action={
      <Button look="secondary" size="small">
        Edit
      </Button>
    }
  />
);
export const LongText = () => (
  <DetailList
    title="Destination"
    details={[['Address', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdqbc1qar0srrr7xfkvy5l643lydnw9']]}
  />
);
