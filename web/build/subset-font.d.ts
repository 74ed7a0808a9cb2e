/** The part of subset-font that the build uses; the package comes without types. */
declare module 'subset-font' {
  // biome-ignore lint/style/noDefaultExport: it describes a package that has one.
  export default function subset(
    font: Uint8Array,
    characters: string,
    options: {
      targetFormat: 'woff2';
      variationAxes?: Record<string, { min: number; max: number }>;
      keepFeatures?: string[];
    },
  ): Promise<Uint8Array>;
}
