/** What operators' work needs: all that accounts need. */
import type { AccountContext } from '../account/context.ts';

export interface StaffContext extends AccountContext {}
