/** Removes contracts that a page does not use. They only declare, but a bundler cannot know that a call has no side effect. */
import type { Plugin, Rolldown } from 'vite';

/** Initialisers of these kinds have no side effect. */
const harmless = new Set(['Literal', 'ArrowFunctionExpression', 'FunctionExpression', 'Identifier']);

/** Each constant of a contract is made by a function that is marked as free of side effects. */
export function contracts(): Plugin {
  return {
    name: 'fairline-contracts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/proto\/[^?]*\.ts$/ },
      handler(code) {
        return { code: marked(code, this.parse(code)), map: null };
      },
    },
  };
}

function marked(code: string, { body }: ReturnType<Rolldown.PluginContext['parse']>): string {
  const spans = body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') return [];
    return declared.declarations.flatMap(({ init }) => (init && !harmless.has(init.type) ? [init] : []));
  });
  let text = code;
  for (const { start, end } of spans.toReversed())
    text = `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`;
  return text;
}
