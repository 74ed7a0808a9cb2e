/** Every collection of support, for the administrator who prepares them. */
import { looseFiles } from '@fairline/chassis/documents/loose-files';
import { agents } from './agents/store.ts';
import { chats } from './chats/store.ts';
import { messagePages } from './conversation.ts';
import { votes } from './faq/store.ts';
import { players } from './players/store.ts';
import { cannedAnswers } from './tickets/canned-answers.ts';
import { tickets } from './tickets/store.ts';

export const collections = [tickets, looseFiles, cannedAnswers, chats, agents, players, messagePages, votes];
