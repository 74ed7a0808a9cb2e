/**
 * One JSON Schema per body, query, event and message: for clients in other languages,
 * and as the baseline that changes are checked against.
 */

import type { z } from 'zod';
import { FeedAlive, FeedMessage } from '../feed.ts';
import { type Contracts, hasBody, hasFields, hasReply } from './contracts.ts';
import { jsonSchema, text } from './schema.ts';

/** File name to content: `evt.*` events, `rpc.*` requests, `http.*` routes, `feed.*` feed messages. */
export function schemaFiles({ services }: Contracts): Map<string, string> {
  const files = new Map<string, string>();
  const add = (name: string, title: string, shape: z.ZodType) => {
    const { $schema, ...schema } = jsonSchema(shape);
    files.set(`${name}.json`, text({ $schema, $id: `urn:fairline:schema:${name}`, title, ...schema }));
  };
  for (const service of services) {
    for (const event of Object.values(service.publishes)) add(event.subject, event.summary, event.data);
    for (const request of Object.values(service.serves)) {
      add(`${request.subject}.input`, request.summary, request.input);
      add(`${request.subject}.output`, `The reply to ${request.subject}`, request.output);
    }
    for (const [name, route] of Object.entries(service.routes)) {
      const line = `${route.method} ${route.path}`;
      const base = `http.${service.name}.${name}`;
      if (hasFields(route.query)) add(`${base}.query`, `Query of ${line}`, route.query);
      if (hasBody(route)) add(`${base}.body`, `Body of ${line}`, route.body);
      if (hasReply(route)) add(`${base}.reply`, `Reply of ${line}`, route.reply);
    }
  }
  for (const message of FeedMessage.options)
    add(`feed.${message.shape.kind.value}`, `Feed message ${message.shape.kind.value}`, message);
  add('feed.alive', 'Feed message alive', FeedAlive);
  return files;
}
