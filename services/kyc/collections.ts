/** The collections of kyc, for the administrator who makes their indexes before the service starts. */
import type { Collection } from '@fairline/chassis/documents/collection';
import { looseFiles } from '@fairline/chassis/documents/loose-files';
import { dossiers } from './documents/dossier.ts';

export const collections = [dossiers, looseFiles] as unknown as readonly Collection[];
