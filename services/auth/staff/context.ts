/** Dependencies of operators' commands: those of accounts. */
import type { AccountContext } from '../account/context.ts';

export interface StaffContext extends AccountContext {}
