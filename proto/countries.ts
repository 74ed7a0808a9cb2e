/** Countries that players may register from, each with its jurisdiction. The code is stored and returned. */
import { z } from 'zod';

export const countries = [
  { code: 'US', name: 'United States' },
  { code: 'GB', name: 'United Kingdom' },
  { code: 'CA', name: 'Canada' },
  { code: 'AU', name: 'Australia' },
  { code: 'DE', name: 'Germany' },
  { code: 'FR', name: 'France' },
  { code: 'ES', name: 'Spain' },
  { code: 'IT', name: 'Italy' },
  { code: 'NL', name: 'Netherlands' },
  { code: 'SE', name: 'Sweden' },
  { code: 'NO', name: 'Norway' },
  { code: 'DK', name: 'Denmark' },
  { code: 'CH', name: 'Switzerland' },
  { code: 'AT', name: 'Austria' },
  { code: 'BE', name: 'Belgium' },
  { code: 'IE', name: 'Ireland' },
  { code: 'PT', name: 'Portugal' },
  { code: 'FI', name: 'Finland' },
] as const;
export type CountryCode = (typeof countries)[number]['code'];
export const countryCodes = countries.map(({ code }) => code) as [CountryCode, ...CountryCode[]];

/** From the least strict to the strictest. `open` is the default of an installation. A player from the United Kingdom always has `gb`. */
export const jurisdictions = ['open', 'gb'] as const;
export const Jurisdiction = z.enum(jurisdictions);
export type Jurisdiction = z.infer<typeof Jurisdiction>;

/** Accepts the name or the ISO code, in any case; null for a country that is not accepted. */
export function countryCode(text: string): CountryCode | null {
  const wanted = text.trim().toLowerCase();
  const found = countries.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted);
  return found?.code ?? null;
}

export function jurisdictionOf(country: string, installation: Jurisdiction): Jurisdiction {
  return country === 'GB' ? 'gb' : installation;
}

/** The jurisdiction after a change of country without a new proof of address: a stricter one applies at once, a less strict one not yet. */
export function jurisdictionAfterMove(before: Jurisdiction, country: string, installation: Jurisdiction): Jurisdiction {
  const after = jurisdictionOf(country, installation);
  return jurisdictions.indexOf(after) > jurisdictions.indexOf(before) ? after : before;
}
