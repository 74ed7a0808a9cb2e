/** The latency that the gateway adds: the same reads of fixtures at the same constant rate, alternately through the gateway and directly from betting. */
import { percentile } from '../report.ts';
import { bench, poll } from './stage.ts';
import { logArrived, openCallers } from './workers/arrivals.ts';

const path = '/api/betting/fixtures';
const rate = 1_000;
const turns = 5;
const seconds = 4;
const processes = ['wallet', 'feed', 'betting', 'gateway'] as const;

export const gatewayLatency = bench('gateway added latency p50', { processes }, async (stage) => {
  const { platform, log } = stage;
  const callers = await openCallers(stage);
  const origins = { direct: platform.environmentOf('gateway').BETTING_URL ?? '', through: platform.url };
  const page = await poll('a fixture', 30_000, async () => {
    const text = await (await fetch(`${origins.direct}${path}`)).text();
    return (JSON.parse(text) as { items?: unknown[] }).items?.length ? text : undefined;
  });
  log(`a page of fixtures is ${Math.round(page.length / 1_000)} kB`);
  const read = async (way: keyof typeof origins, during: number) => {
    const calls = [{ method: 'GET', path }] as const;
    const arrived = await callers.run({ origin: origins[way], calls, rate, seconds: during, status: 200 });
    if (Object.keys(arrived.others).length > 0)
      throw new Error(`not every read was answered: ${JSON.stringify(arrived.others)}`);
    logArrived(log, way, arrived);
    return arrived.p50Ms;
  };
  await read('direct', 3);
  await read('through', 3);
  const [direct, through]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    direct.push(await read('direct', seconds));
    through.push(await read('through', seconds));
  }
  const [directP50, throughP50] = [median(direct), median(through)];
  return [
    {
      name: 'gateway added latency p50',
      value: throughP50 - directP50,
      unit: 'ms',
      yardstick: 'the same read at betting',
      ratio: throughP50 / directP50,
    },
  ];
});

const median = (values: readonly number[]) =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  );
