/** The browser a player signs in with: its cookie, and its name for people. Pure. */
import { unknownDevice } from '@fairline/proto/auth/sessions';

/** Names a browser to the accounts it signs in to, for a year; it opens nothing. */
export const deviceCookie = { name: 'fairline_device', path: '/api/auth', seconds: 365 * 24 * 3_600 } as const;

export function formatDeviceCookie(token: string, secure: boolean): string {
  const { name, path, seconds } = deviceCookie;
  return `${name}=${token}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** The name of a device from the user agent: "Firefox (Windows)". A hint for people, never a proof. */
export function deviceName(agent: string): string {
  const nameDevice = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [nameDevice(browsers), nameDevice(systems)];
  if (browser && system) return `${browser} (${system})`;
  return browser ?? system ?? unknownDevice;
}
