/**
 * The subject folders in order, from top to bottom: a subject imports only what is listed after it.
 * A name that ends in .ts or .tsx is a file beside the folders that the subjects above it share. The other files there wire the subjects together, and no subject imports them.
 */
const subjects = {
  'services/wallet':
    'routes-search.ts history approvals adjustments automatic payments destinations exchange players books ' +
    'grants ledger figures operator.ts refusals.ts limits.ts columns.ts keys.ts provider.ts',
  'services/betting':
    'routes-search.ts store-search.ts retention.ts desk cash-out settlement bets favourites.ts feed offer ' +
    'operator.ts operator-sums.ts refusals.ts outcome.ts columns.ts',
  'services/casino':
    'routes-search.ts desk lobby monitor agreement sessions rounds fairness catalogue operator.ts columns.ts',
  'services/casino/games':
    'par registry.ts blackjack.ts baccarat.ts lottery.ts roulette.ts slots.ts largest-wins.ts cards slots ' +
    'game.ts draws.ts',
  'services/promotions': 'routes-search.ts desk cashback wagering claims offers loyalty players operator.ts columns.ts',
  'services/kyc': 'routes-search.ts desk verifications screenings documents files operator.ts ports.ts',
  'services/support':
    'routes-search.ts chats tickets agents faq articles players conversation.ts search-text.ts operator.ts ' +
    'context.ts turns.ts',
  'services/risk':
    'routes-search.ts harm rules alerts levels stream audit deliveries sessions exclusions limits players ' +
    'operator.ts store-interventions.ts columns.ts',
  'services/auth': 'routes-search.ts operator.ts demo.ts passkeys staff addresses account mail sessions users',
  'services/feed': 'calibration.ts surebets.ts returns.ts play.ts publishing schedule markets models',
  'services/chassis': 'service.ts health.ts run.ts http messaging documents storage process',
  gateway: 'app.ts routes.ts website server.ts stream proxy access',
  'web/src/features/betting': 'slip placed bets browse offer preferences.ts price-policy.ts stake-chips.tsx',
  'web/src/features/casino':
    'lobby slots roulette blackjack baccarat lottery history fairness cards chips reels drum stage',
  'web/src/features/trading': 'desk decisions limits stops bets markets',
  'web/src/features/wallet': 'history settings payments destinations exchange balance',
  'web/src/features/safe-play': 'limits exclusions sessions section.tsx',
  'web/src/features/approvals': 'transactions adjustments bonuses exchange payments transfers automatic',
  'web/src/features/monitor': 'deliveries queries.ts times.ts json-view.tsx',
  'web/src/admin': 'access frame',
  'web/src/player': 'frame betting casino support access home account documents',
  'web/src/domain': 'support kyc risk live office betting casino promotions safe-play money people',
  'web/src/client': 'requests session cache http storage',
  'web/src/ui': 'overlays files content forms controls notices graphics browser theme',
  proto:
    'documents services.ts auth-consumes.ts gateway.ts psp.ts search.ts notices risk support kyc promotions ' +
    'casino live betting wallet auth games feed.ts checks.ts operator-control.ts jurisdictions.ts ' +
    'countries.ts play-figures.ts periods.ts margin.ts at-risk.ts screening.ts odds.ts money.ts time.ts contract.ts ' +
    'texts.ts processes.ts permissions.ts',
  'deploy/local': 'platform servers processes installation',
  'deploy/load': 'bench k6 profiles.ts players.ts usage.ts report.ts',
  'deploy/load/bench': 'workers stage.ts',
  'deploy/tests': 'journeys faults',
  deploy: 'tests load docker checks local',
};

export const order: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(subjects).map(([parent, entries]) => [parent, entries.split(' ')]),
);

/** Folders whose subfolders have no order here, because other rules separate them. */
export const unordered: readonly string[] = [
  'services',
  'services/casino',
  'web',
  'web/storybook',
  'web/src',
  'web/src/features',
];
