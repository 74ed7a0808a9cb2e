/** Saves files: the response of a route, under the name that the server gave it, or a file made by this page. */
import type { RouteType } from '@fairline/proto/contract';
import { downloadNamed } from './call.ts';

/** By then the browser has read the object URL, so its memory can be freed. */
const releaseMs = 10_000;

/** `name` is used if the server gives none. */
export async function saveFile(
  route: RouteType,
  query: Record<string, unknown>,
  name: string,
  params: Record<string, unknown> = {},
): Promise<void> {
  const file = await downloadNamed(route, { params, query });
  saveBlob(file.blob, file.name ?? name);
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), releaseMs);
}
