/** Where people write to us. */
export const contactAddress = 'support@fairline.example';
