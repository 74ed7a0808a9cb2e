/** An article of the help pages, in one language. The same ids exist in every language. */
export interface Article {
  /** Part of the URL of the article. It never changes, because votes and links refer to it. */
  readonly id: string;
  readonly title: string;
  /** Paragraphs of plain text. One whose lines begin with "- " is a list. */
  readonly body: readonly string[];
  /** Ids of articles that a reader may need next. */
  readonly related: readonly string[];
}
