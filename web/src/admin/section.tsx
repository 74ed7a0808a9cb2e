/** The operators' section: the pages of operator-pages.ts, in one chunk that loads with the first of them; larger pages have chunks of their own. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Navigate, type RouteObject, useRoutes } from 'react-router';
import { operatorSession } from '../client/session/session.ts';
import { GuestsOnly, SignedInOnly } from '../features/session/guards.tsx';
import { type OperatorPage, operatorPages } from '../operator-pages.ts';
import { sourceOf } from '../pages.ts';
import { PageContext } from './frame/page.tsx';
import { AdminChecking, AdminRoot, AdminShell, PageLoading } from './frame/shell.tsx';

/** The page after an operator's sign-in, unless another was requested. */
const home = '/admin/dashboard';

type File = Record<string, ComponentType>;
const here = import.meta.glob<File>(['./access/*.tsx', './{dashboard,financial,integrity,staff,users}.tsx'], {
  eager: true,
});
const later = import.meta.glob<File>(['./*.tsx', '!./{section,dashboard,financial,integrity,staff,users,*.test}.tsx']);

/** Pages outside the frame bring no title of their own. */
function Titled({ title, children }: { title: () => string; children: ReactNode }) {
  return (
    <>
      <title>{title()}</title>
      {children}
    </>
  );
}

function elementOf(page: OperatorPage) {
  const { file, name } = sourceOf(page);
  const path = `.${file.slice('admin'.length)}`;
  const Here = here[path]?.[name];
  if (Here) return <Here />;
  const Later = lazy(async () => ({ default: (await later[path]?.())?.[name] as ComponentType }));
  return (
    <Suspense fallback={<PageLoading />}>
      <Later />
    </Suspense>
  );
}

function routeOf(page: OperatorPage): RouteObject {
  const path = page.path.slice('admin/'.length);
  if (page.access === 'operator') return { path, element: <PageContext value={page}>{elementOf(page)}</PageContext> };
  return { path, element: <Titled title={page.title}>{elementOf(page)}</Titled> };
}
const pages = (access: OperatorPage['access']) => operatorPages.filter((page) => page.access === access).map(routeOf);

const routes: RouteObject[] = [
  {
    element: <AdminRoot />,
    children: [
      {
        element: <GuestsOnly session={operatorSession} checking={<AdminChecking />} home={home} />,
        children: pages('guest'),
      },
      ...pages('open'),
      {
        element: <SignedInOnly session={operatorSession} checking={<AdminChecking />} signIn="/admin/login" />,
        children: [
          {
            element: <AdminShell />,
            children: [...pages('operator'), { path: '*', element: <Navigate to={home} replace /> }],
          },
        ],
      },
    ],
  },
];

export function AdminSection() {
  return useRoutes(routes);
}
