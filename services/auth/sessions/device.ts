/** The browser of a sign-in: the cookie that identifies it, and a readable name. Pure. */
import { unknownDevice } from '@fairline/proto/auth/sessions';

/** The cookie that identifies a browser for a year. It gives no access. */
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

/** The name of a device, from the user agent: "Firefox (Windows)". Only for display, because anyone can forge it. */
export function deviceName(agent: string): string {
  const nameDevice = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [nameDevice(browsers), nameDevice(systems)];
  if (browser && system) return `${browser} (${system})`;
  return browser ?? system ?? unknownDevice;
}
