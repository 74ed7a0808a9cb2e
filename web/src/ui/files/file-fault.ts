/** Checks a chosen file before it is sent; the server checks the bytes again. */
export interface FileRules {
  types: readonly string[];
  maxBytes: number;
  /** Sentences of the server for a file that it would refuse. */
  wrongType: string;
  tooLarge: string;
}

export function fileFault(file: Pick<File, 'type' | 'size'> | undefined, { types, maxBytes, wrongType, tooLarge }: FileRules): string | undefined {
  if (!file) return undefined;
  if (!types.includes(file.type)) return wrongType;
  return file.size > maxBytes ? tooLarge : undefined;
}
