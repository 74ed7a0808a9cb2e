/**
 * Finds the route of the contract for a call. A path that no contract declares reaches no service,
 * and a fixed segment always takes precedence over a parameter.
 */
import type { RouteType } from '@fairline/proto/contract';
import { type PlatformServiceName, serviceOf } from '@fairline/proto/processes';

export interface Match {
  readonly route: RouteType;
  /** The service of the route; undefined if the gateway answers it itself. */
  readonly service: PlatformServiceName | undefined;
}

interface Pattern extends Match {
  /** A parameter is null. */
  readonly segments: readonly (string | null)[];
}

export function matcher(routes: readonly RouteType[]): (method: string, path: string) => Match | undefined {
  const exact = new Map<string, Match>();
  const patterns = new Map<string, Pattern[]>();
  for (const route of routes) {
    const match = { route, service: serviceOf(route.path) };
    if (!route.path.includes('/:')) {
      exact.set(`${route.method} ${route.path}`, match);
      continue;
    }
    const segments = route.path.split('/').map((segment) => (segment.startsWith(':') ? null : segment));
    const key = `${route.method} ${segments.length}`;
    patterns.set(
      key,
      [...(patterns.get(key) ?? []), { ...match, segments }].sort((a, b) => firstParameter(b) - firstParameter(a)),
    );
  }
  return (method, path) => {
    // A route that answers GET also answers HEAD.
    const verb = method === 'HEAD' ? 'GET' : method;
    const known = exact.get(`${verb} ${path}`);
    if (known) return known;
    const segments = path.split('/');
    return patterns
      .get(`${verb} ${segments.length}`)
      ?.find((pattern) => pattern.segments.every((wanted, at) => fits(wanted, segments[at] ?? '')));
  };
}

function fits(wanted: string | null, given: string): boolean {
  return wanted === null ? given !== '' && given !== '.' && given !== '..' : wanted === given;
}

function firstParameter({ segments }: Pattern): number {
  return segments.indexOf(null);
}
