/** The ranges that operators' figures can be read over. */
import { z } from 'zod';

/** Time ranges of operators' figures; each ends now. */
export const ranges = ['1h', '24h', '7d', '30d'] as const;
export const Range = z.enum(ranges);
