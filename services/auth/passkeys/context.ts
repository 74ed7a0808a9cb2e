/** Dependencies of passkeys: those of operators. */
import type { StaffContext } from '../staff/context.ts';

export interface PasskeysContext extends StaffContext {}
