/** The collections of kyc, for the administrator who makes their indexes before the service starts. */
import type { Collection } from '@fairline/chassis/documents/collection';
import { looseFiles } from '@fairline/chassis/documents/loose-files';
import { dossiers } from './documents/dossier.ts';
import { profiles } from './documents/profile.ts';

export const collections = [dossiers, profiles, looseFiles] as unknown as readonly Collection[];
