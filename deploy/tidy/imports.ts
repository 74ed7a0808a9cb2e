/** The imports of every code file as dependency-cruiser reads and resolves them, and the dependency rules that they break. */
import { resolve } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { dependencyRules } from './dependency-rules.ts';
import { type Rule, readTree, type SourceFile } from './files.ts';
import { type Order, order } from './order.ts';

/** Reads every text file below the root. Only code in the named folders gets its imports. */
export async function readFiles(root: string, folders: readonly string[], subjects: Order = order): Promise<SourceFile[]> {
  const files = readTree(root);
  const { output } = await cruise([...folders], {
    baseDir: resolve(root),
    parser: 'swc',
    moduleSystems: ['es6'],
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.tsx', '.js'] },
    validate: true,
    ruleSet: { forbidden: dependencyRules(subjects) },
  });
  const modules = new Map((output as ICruiseResult).modules.map((one) => [one.source, one]));
  return files.map((file) => {
    const dependencies = modules.get(file.path)?.dependencies ?? [];
    const imports = dependencies.map((one) => ({
      from: one.coreModule ? `node:${one.module}` : one.module,
      to: one.coreModule || one.couldNotResolve || one.resolved.includes('node_modules/') ? undefined : one.resolved,
      typeOnly: one.dependencyTypes.includes('type-only'),
      exports: one.dependencyTypes.includes('export'),
      breaks: (one.rules ?? []).map(({ name }) => name),
    }));
    return { ...file, imports };
  });
}

/** The dependency rules as house rules, with imports as offenders. */
export const importRules: Rule[] = [...new Set(dependencyRules(order).map(({ name }) => name))].map((name) => ({
  name,
  offenders: (files) =>
    files.flatMap(({ path, imports }) => imports.filter(({ breaks }) => breaks.includes(name)).map(({ from }) => `${path} imports ${from}`)),
}));
