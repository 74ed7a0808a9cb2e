/**
 * The subject folders and their order, from top to bottom: a subject imports only what is listed after it.
 * A name that ends in .ts or .tsx is a file beside the folders that subjects above it share; every other file there is composition, which no subject imports.
 * The tree and this list agree in both directions.
 */
export type Order = Readonly<Record<string, readonly string[]>>;

export const order: Order = {
  'services/wallet': [
    'history',
    'adjustments',
    'payments',
    'exchange',
    'players',
    'books',
    'grants',
    'ledger',
    'figures',
    'operator.ts',
    'refusals.ts',
    'csv.ts',
    'free-text.ts',
    'limits.ts',
    'columns.ts',
    'provider.ts',
  ],
  'services/betting': [
    'retention.ts',
    'desk',
    'cash-out',
    'settlement',
    'bets',
    'favourites.ts',
    'feed',
    'offer',
    'operator.ts',
    'operator-sums.ts',
    'refusals.ts',
    'outcome.ts',
    'columns.ts',
  ],
  'services/auth': ['operator.ts', 'demo.ts', 'staff', 'account', 'mail', 'sessions', 'users'],
  'services/feed': ['calibration.ts', 'publishing', 'schedule', 'markets', 'models'],
  'services/chassis': ['service.ts', 'health.ts', 'run.ts', 'http', 'messaging', 'storage', 'process'],
  gateway: ['app.ts', 'routes.ts', 'website', 'server.ts', 'stream', 'proxy', 'access'],
  'web/src/features/betting': ['slip', 'placed', 'bets', 'browse', 'offer', 'preferences.ts'],
  'web/src/features/trading': ['desk', 'decisions', 'limits', 'stops', 'bets', 'markets'],
  'web/src/features/wallet': ['history', 'settings', 'payments', 'exchange', 'balance'],
  'web/src/features/approvals': ['adjustments', 'payments', 'exchange', 'automatic'],
  'web/src/player': ['frame', 'betting', 'access', 'home', 'account', 'documents'],
  'web/src/domain': ['live', 'office', 'betting', 'money', 'people'],
  'web/src/client': ['requests', 'session', 'cache', 'http', 'storage'],
  'web/src/ui': ['overlays', 'files', 'content', 'forms', 'controls', 'notices', 'graphics', 'browser', 'theme'],
  proto: [
    'documents',
    'services.ts',
    'gateway.ts',
    'psp.ts',
    'betting',
    'wallet',
    'auth',
    'feed.ts',
    'operator-control.ts',
    'countries.ts',
    'periods.ts',
    'ranges.ts',
    'margin.ts',
    'odds.ts',
    'money.ts',
    'contract.ts',
    'permissions.ts',
  ],
  'deploy/local': ['platform', 'servers', 'processes', 'installation'],
  'deploy/bench': ['workers', 'row.ts'],
  deploy: ['e2e', 'bench', 'docker', 'tidy', 'local'],
};

/** Folders whose subfolders have no order of their own: other rules hold them apart. */
export const unordered: readonly string[] = ['services', 'services/casino', 'web', 'web/src', 'web/src/features'];
