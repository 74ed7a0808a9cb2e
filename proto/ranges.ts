/** The ranges that operators' figures can be read over. */
import { z } from 'zod';

/** The spans that operators' figures can be read over, each ending now. */
export const ranges = ['1h', '24h', '7d', '30d'] as const;
export const Range = z.enum(ranges);
