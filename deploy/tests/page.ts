/** Code that all journeys share: a page whose console must stay clean, signing in, and the accessibility check. */
import AxeBuilder from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { Client, demoPassword, type TestPlayer } from './client.ts';

export const password = 'Correct-horse-1';

/** Errors in the browser's console fail the test, except network failures that the test provokes. */
export const test = base.extend<{
  site: string;
  client: Client;
  visitor: (options?: BrowserContextOptions) => Promise<Page>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants the pattern.
  site: async ({}, use) => use(process.env.E2E_URL ?? ''),
  client: async ({ site }, use) => use(new Client(site)),
  visitor: async ({ browser, site }, use) => {
    const complaints: string[] = [];
    const pages: Page[] = [];
    await use(async (options = {}) => {
      // Contrast must be measured on stable content, not on fading elements.
      const page = await openWatchedPage(browser, { baseURL: site, reducedMotion: 'reduce', ...options }, complaints);
      pages.push(page);
      return page;
    });
    // Otherwise the pages of finished tests would keep reading the live stream, more with every test.
    await Promise.all(pages.map((page) => page.context().close()));
    expect(complaints, 'the console stays clean').toEqual([]);
  },
});

async function openWatchedPage(browser: Browser, options: BrowserContextOptions, complaints: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isExpected(message.text()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
  return context.newPage();
}

/**
 * Chromium logs every answer with a status of 400 or above as an error, including refusals that a form shows, and what it cuts off when an interface of the
 * machine comes or goes, as with a container; the app asks again.
 */
const isExpected = (text: string) =>
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_NETWORK_CHANGED)/.test(text);

/** The widths and colour schemes in which pages are checked. */
export const shapes = [360, 1280].flatMap((width) =>
  (['dark', 'light'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** Holds back the requests of a page to these addresses until the returned function is called. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Signs in over the API, with the same effect as the form, and opens a page. The form has journeys of its own. */
export async function signIn(
  page: Page,
  { email, password: secret }: Pick<TestPlayer, 'email' | 'password'>,
  at = '/dashboard',
): Promise<void> {
  await startSession(page, 'player', '/api/auth/login', { email, password: secret });
  await page.goto(at);
}

export async function signInOperator(page: Page, role: string, at = '/admin/dashboard'): Promise<void> {
  await startSession(page, 'operator', '/api/admin/auth/login', {
    email: `${role}@fairline.example`,
    password: demoPassword,
  });
  await page.goto(at);
}

async function startSession(page: Page, kind: 'player' | 'operator', path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  const kept: Record<string, string> = { [`fairline.${kind}.here`]: '1' };
  if (kind === 'player') {
    // Settings that arrive after the first page would render it again, which closes dialogs and loses the focus.
    const { accessToken } = (await answer.json()) as { accessToken: string };
    const preferences = await page.request.get('/api/auth/preferences', {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const { language, timezone } = (await preferences.json()) as { language: string; timezone: string };
    kept['fairline.language'] = JSON.stringify(language);
    kept['fairline.timezone'] = JSON.stringify(timezone);
  }
  // Any file of the site will do, to get access to its storage.
  await page.goto('/favicon.svg');
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(kept)})`);
}

/** Checks WCAG 2.2 AA, as far as axe can, or only these rules of it, and that nothing is wider than the screen. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // The page is live, so a finding counts only if a second check still has it: a colour may have been in transition.
  const seen = await accessibilityViolations(page, rules);
  if (seen.length > 0)
    expect(await accessibilityViolations(page, rules), `also seen before: ${seen.join('; ')}`).toEqual([]);
  expect(await page.evaluate<string[]>(wideParts), 'no sideways scrolling').toEqual([]);
}

/** The rules of axe whose result can depend on the colour scheme. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** Checks a state in every width and colour scheme, in the second scheme of a width by the rules of colours only. `shown` must be visible in each. */
export async function expectAccessibleInEveryShape(
  page: Page,
  shown?: Locator,
  those: readonly (typeof shapes)[number][] = shapes,
): Promise<void> {
  const checkedWidths = new Set<number>();
  for (const shape of those) {
    await takeShape(page, shape);
    if (shown) await expect(shown).toBeVisible();
    const rules = checkedWidths.has(shape.width) ? rulesOfColours : undefined;
    await test.step(`${shape.width} px, ${shape.colorScheme}`, () => expectAccessible(page, rules));
    checkedWidths.add(shape.width);
  }
}

async function takeShape(page: Page, { width, colorScheme }: (typeof shapes)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
}

/** Phones upright and across, in which each part of a game can be reached. */
export const phones = [
  { width: 360, height: 760 },
  { width: 375, height: 667 },
  { width: 430, height: 932 },
  { width: 760, height: 360 },
];

/** Leads the app to another address, as the browser's own buttons do, and waits until the heading of another page is gone. Costs a tenth of a load. */
export async function goWithin(page: Page, address: string): Promise<void> {
  const isSamePage = new URL(page.url()).pathname === new URL(address, page.url()).pathname;
  await page.evaluate(`(() => {
    if (!${isSamePage}) document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState(null, '', ${JSON.stringify(address)});
    dispatchEvent(new PopStateEvent('popstate'));
  })()`);
  await expect(page.locator('h1[data-left]')).toHaveCount(0);
}

/** Checks that every part can be pressed: its centre can be scrolled to, by what a finger can scroll, and nothing lies over it there. Returns how many there are. */
export async function expectReachable(page: Page, selector: string): Promise<number> {
  const { seen, lost } = await page.evaluate<{ seen: number; lost: string[] }>(
    `(${reach})(${JSON.stringify(selector)})`,
  );
  expect(lost, `can be pressed at ${page.viewportSize()?.width} x ${page.viewportSize()?.height}`).toEqual([]);
  return seen;
}

/** The same on each phone. Restores the size of the window. */
export async function expectReachableOnPhones(page: Page, selector: string): Promise<void> {
  const size = page.viewportSize();
  for (const phone of phones) {
    await page.setViewportSize(phone);
    expect(await expectReachable(page, selector)).toBeGreaterThan(0);
  }
  if (size) await page.setViewportSize(size);
}

/** What a finger cannot scroll (`overflow: hidden`) stays as it is. */
const reach = `(selector) => {
  const scrolls = (part, way) => /auto|scroll/.test(getComputedStyle(part)['overflow' + way]);
  const centre = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });
  const parts = [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility());
  const lost = parts.filter((part) => {
    for (let around = part.parentElement; around; around = around.parentElement) {
      const [to, from] = [part, around].map((one) => centre(one.getBoundingClientRect()));
      if (scrolls(around, 'X')) around.scrollLeft += to.x - from.x;
      if (scrolls(around, 'Y')) around.scrollTop += to.y - from.y;
    }
    const { x, y } = centre(part.getBoundingClientRect());
    const top = document.elementFromPoint(x, y);
    return !top || !part.contains(top);
  });
  return { seen: parts.length, lost: lost.map((part) => part.dataset.spot ?? part.textContent) };
}`;

/** The first dozen rows of a list speak for those after them, which are drawn by the same code. */
const furtherRows = 'main :is(li, tr):nth-child(n + 13)';

/** The violations that axe finds once animations have ended, each with its figures. */
async function accessibilityViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(settled);
  // A document keeps axe until a navigation, so its half megabyte is not injected again. The source must not be empty, because axe would then be injected in full.
  const kept = (await page.evaluate<boolean>('Boolean(window.axe)')) ? { axeSource: 'undefined' } : {};
  // Legacy mode runs axe in the page itself. The other mode opens a second page for each check, only to support frames of other sites.
  const axe = new AxeBuilder({ page, ...kept })
    .options({ resultTypes: ['violations'] })
    .exclude(furtherRows)
    .setLegacyMode();
  const found = await (rules
    ? axe.withRules([...rules])
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  ).analyze();
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, any }) => [target.join(' '), ...any.map(({ message }) => message)].join(' - ')).join(', ')}`,
  );
}

/** Turns off transitions, then waits up to two seconds for finite animations. The wait is limited, because animations of elements that the browser does not render never end. */
const settled = `(async () => {
  if (!window.transitionsOff) {
    window.transitionsOff = new CSSStyleSheet();
    window.transitionsOff.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(window.transitionsOff);
  }
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
  await nextFrame();
  await nextFrame();
  const finite = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
  await Promise.race([Promise.allSettled(finite.map((one) => one.finished)), new Promise((done) => setTimeout(done, 2_000))]);
})()`;

/** The elements beyond the right edge of a page that scrolls sideways, the outermost first. */
const wideParts = `(() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  const wide = [...document.querySelectorAll('body *')].filter((part) => part.getBoundingClientRect().right + scrollX > page.clientWidth);
  return [page.scrollWidth - page.clientWidth + ' px', ...wide.slice(0, 8).map((part) => part.tagName + ' ' + part.className + ': ' + part.textContent.slice(0, 40))];
})()`;

export { expect };
