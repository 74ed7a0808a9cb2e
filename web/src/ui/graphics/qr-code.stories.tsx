import { QrCode } from './qr-code.tsx';

export default { component: QrCode };

export const Default = () => <QrCode text="https://fairline.example" label="Address of the site" />;
export const LongText = () => (
  <QrCode
    text="otpauth://totp/Fairline:olga@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Fairline"
    label="Secret of the authenticator app"
    ecc="M"
  />
);
