/** What passkeys work with: all that operators' work needs. */
import type { StaffContext } from '../staff/context.ts';

export interface PasskeysContext extends StaffContext {}
