/** Reads the live stream of the gateway: the items of one kind of event, in their order, until the stream ends or the signal aborts it. */
export async function* liveItems<T>(
  url: string,
  token: string,
  event: 'changes' | 'viewers',
  signal: AbortSignal,
): AsyncGenerator<T> {
  const { body } = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
  const wanted = new RegExp(`^event: ${event}\\ndata: (.*)$`, 'm');
  let rest = '';
  for await (const text of (body ?? new ReadableStream<Uint8Array<ArrayBuffer>>()).pipeThrough(
    new TextDecoderStream(),
  )) {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = wanted.exec(frame)?.[1];
      if (data) yield* JSON.parse(data) as T[];
    }
  }
}
