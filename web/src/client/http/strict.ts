/** Keeps zod from probing for code generation, which the page's policy forbids. Must be imported before any contract. */
import { config } from 'zod';

config({ jitless: true });
