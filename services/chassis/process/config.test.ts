/** Errors in the configuration. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from './config.ts';

test('reports all faults of the configuration at once', () => {
  expect(() => readConfig('wallet', { HTTP_PORT: 'x', LOG_LEVEL: 'loud' }, { BLOB_KEY: z.string() })).toThrow(
    /HTTP_PORT[\s\S]*LOG_LEVEL[\s\S]*BLOB_KEY/,
  );
});
