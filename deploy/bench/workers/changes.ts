/** A reader of the live stream that passes on changes only. */
import { Agent, get } from 'node:http';
import type { Change } from '@fairline/proto/live/stream';

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

/** Opens a stream; resolves once it is ready, to a function that closes it. */
export function openChanges(url: string, token: string, onChange: (change: Change) => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/stream`, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a stream was answered ${response.statusCode}`));
      let rest = '';
      response.setEncoding('utf8');
      response.on('error', () => undefined);
      response.on('data', (text: string) => {
        const frames = (rest + text).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) {
          const [event, data] = frame.split('\n');
          if (event === 'event: ready') resolve(() => request.destroy());
          if (event === 'event: changes')
            for (const change of JSON.parse(data?.slice('data: '.length) ?? '[]') as Change[]) onChange(change);
        }
      });
    });
    request.on('error', reject);
  });
}
