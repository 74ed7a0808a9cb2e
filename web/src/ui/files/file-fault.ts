/** Checks a chosen file before it is sent; the server checks the bytes again. */
export interface FileRules {
  types: readonly string[];
  maxBytes: number;
  /** The server's messages for files that it refuses. */
  wrongType: string;
  tooLarge: string;
}

export function fileFault(
  file: Pick<File, 'type' | 'size'> | undefined,
  { types, maxBytes, wrongType, tooLarge }: FileRules,
): string | undefined {
  if (!file) return undefined;
  if (!types.includes(file.type)) return wrongType;
  return file.size > maxBytes ? tooLarge : undefined;
}
