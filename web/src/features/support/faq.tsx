/** Help articles: categories with their real counts, search, one article with its votes and related ones. The URL holds the open article. */
import { type FaqArticle, faqRoutes } from '@fairline/proto/support/faq';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, ChevronRight, ThumbsDown, ThumbsUp } from 'lucide-react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { EmptyState, Failure, SkeletonRows } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { faqCategoryTitle } from './faq-labels.ts';
import { articleQuery, faqLanguage, faqQuery } from './queries.ts';

export function Faq() {
  const [search, change] = useAddress();
  const open = search.get('article');
  return open ? <Article key={open} id={open} onOpen={(id) => change('article', id)} /> : <Categories />;
}

function Categories() {
  const [search, change, changeAll] = useAddress();
  const q = search.get('q') ?? '';
  const query = useQuery(faqQuery(q));
  const label = i18n._({ id: 'faq.search', message: 'Search help articles' });
  return (
    <div className="flex flex-col gap-4">
      <SearchBox
        className="max-w-144"
        q={q}
        onSearch={(text) => change('q', text.trim() || null)}
        label={label}
        placeholder={label}
      />
      <Loaded
        query={query}
        failed={i18n._({ id: 'faq.failed', message: 'Help articles could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={6} className="h-12" />}
      >
        {({ categories }) => {
          const found = categories.filter(({ articles }) => articles.length > 0);
          if (found.length === 0) {
            return (
              <EmptyState title={i18n._({ id: 'faq.none', message: 'No articles match your search' })}>
                <Button look="secondary" size="small" onClick={() => changeAll({ q: null, tab: null })}>
                  {i18n._({ id: 'faq.ask', message: 'Ask our support team' })}
                </Button>
              </EmptyState>
            );
          }
          return (
            <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
              {found.map(({ id, articles }) => (
                <section key={id} aria-labelledby={`faq-${id}`} className="rounded-card border border-line bg-surface">
                  <h2
                    id={`faq-${id}`}
                    className="flex items-center justify-between gap-2 px-4 py-3 text-14 font-strong"
                  >
                    {faqCategoryTitle(id)}
                    <Badge>
                      {articles.length}
                      <span className="sr-only">
                        {i18n._({
                          id: 'faq.articles',
                          message: '{count, plural, one {article} other {articles}}',
                          values: { count: articles.length },
                        })}
                      </span>
                    </Badge>
                  </h2>
                  <ArticleList articles={articles} onOpen={(article) => change('article', article)} />
                </section>
              ))}
            </div>
          );
        }}
      </Loaded>
    </div>
  );
}

function ArticleList({
  articles,
  onOpen,
}: {
  articles: readonly { id: string; title: string }[];
  onOpen: (id: string) => void;
}) {
  return (
    <ul>
      {articles.map(({ id, title }) => (
        <li key={id} className="border-t border-line">
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="flex min-h-11 w-full items-center justify-between gap-2 px-4 py-2 text-left text-13 hover:bg-raised focus-visible:-outline-offset-2"
          >
            {title}
            <Icon of={ChevronRight} className="shrink-0 text-ink-soft" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Article({ id, onOpen }: { id: string; onOpen: (id: string | null) => void }) {
  const query = useQuery(articleQuery(id));
  return (
    <div className="mx-auto flex w-full max-w-168 flex-col gap-4">
      <Button look="quiet" size="small" className="-ml-3 self-start" onClick={() => onOpen(null)}>
        <Icon of={ArrowLeft} />
        {i18n._({ id: 'faq.back', message: 'All articles' })}
      </Button>
      <Loaded
        query={query}
        failed={i18n._({ id: 'faq.oneFailed', message: 'The article could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={5} className="h-10" />}
      >
        {(article) => (
          <article className="flex flex-col gap-4">
            <header>
              <p className="text-12 text-ink-soft">{faqCategoryTitle(article.category)}</p>
              <h2 className="display text-20">{article.title}</h2>
            </header>
            <Body paragraphs={article.body} />
            <Vote article={article} />
            {article.related.length > 0 && (
              <section aria-labelledby="related" className="rounded-card border border-line bg-surface">
                <h3 id="related" className="px-4 py-3 text-14 font-strong">
                  {i18n._({ id: 'faq.related', message: 'Related articles' })}
                </h3>
                <ArticleList articles={article.related} onOpen={onOpen} />
              </section>
            )}
          </article>
        )}
      </Loaded>
    </div>
  );
}

/** Lines that begin with "- " form a list; all else is a paragraph. */
function Body({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <div className="flex flex-col gap-3 text-14 leading-6">
      {paragraphs.map((paragraph) => {
        const lines = paragraph.split('\n');
        if (!lines.every((line) => line.startsWith('- '))) return <p key={paragraph}>{paragraph}</p>;
        return (
          <ul key={paragraph} className="list-disc pl-6">
            {lines.map((line) => (
              <li key={line}>{line.slice(2)}</li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}

function Vote({ article }: { article: FaqArticle }) {
  const client = useQueryClient();
  const isPlayer = useSession(playerSession).status === 'signed-in';
  const vote = useAction<boolean, FaqArticle>({
    run: (helpful) => call(faqRoutes.voteArticle, { params: { id: article.id }, body: { helpful } }),
    touches: [],
    // The response is in English if no language was sent; only its figures are used.
    onDone: ({ helpful, votes }, voted) =>
      client.setQueryData<FaqArticle>(articleQuery(article.id, faqLanguage()).queryKey, {
        ...article,
        helpful,
        votes,
        voted,
      }),
  });
  const { helpful, votes, voted } = article;
  return (
    <div className="flex flex-col gap-2 border-y border-line py-3">
      {vote.failure && (
        <Failure title={i18n._({ id: 'faq.voteFailed', message: 'Your vote was not saved' })}>
          {errorText(vote.failure)}
        </Failure>
      )}
      <div className="flex flex-wrap items-center gap-2 text-13">
        {isPlayer && (
          <>
            <span>{i18n._({ id: 'faq.helpful', message: 'Was this helpful?' })}</span>
            <Button
              look="secondary"
              size="small"
              aria-pressed={voted === true}
              busy={vote.isPending && vote.variables}
              onClick={() => vote.mutate(true)}
            >
              <Icon of={ThumbsUp} />
              {i18n._({ id: 'faq.yes', message: 'Yes' })}
            </Button>
            <Button
              look="secondary"
              size="small"
              aria-pressed={voted === false}
              busy={vote.isPending && !vote.variables}
              onClick={() => vote.mutate(false)}
            >
              <Icon of={ThumbsDown} />
              {i18n._({ id: 'faq.no', message: 'No' })}
            </Button>
          </>
        )}
        {votes > 0 && (
          <span className="text-12 text-ink-soft">
            {i18n._({
              id: 'faq.votes',
              message: '{helpful} of {votes} readers found this helpful',
              values: { helpful, votes },
            })}
          </span>
        )}
      </div>
    </div>
  );
}
