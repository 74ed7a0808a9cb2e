/**
 * Compiles the English messages in the code: text, `{name}`, and plurals with `#`.
 * Returns the same as Lingui's own compiler for these (message.test.ts compares both). That one would add 5.9 kB
 * to every page, more than most have left of their budgets. Other languages are compiled at build.
 */
type Token = string | [name: string] | [name: string, kind: 'plural', cases: Record<string, Token[] | undefined>];

export function compileMessage(message: string): Token[] {
  let at = 0;

  function tokens(inPlural: boolean): Token[] {
    const list: Token[] = [];
    let text = '';
    const flush = () => {
      if (text) list.push(text);
      text = '';
    };
    while (at < message.length && message[at] !== '}') {
      const sign = message[at] as string;
      at += 1;
      if (sign === '{') {
        flush();
        list.push(argument());
      } else if (sign === '#' && inPlural) {
        flush();
        list.push('#');
      } else text += sign;
    }
    flush();
    return list;
  }

  function argument(): Token {
    const head = /^\s*(\w+)\s*(?:}|,\s*plural\s*,\s*)/.exec(message.slice(at));
    if (!head) throw new SyntaxError(`Not a message we can read: ${message}`);
    const name = head[1] as string;
    at += head[0].length;
    if (head[0].endsWith('}')) return [name];
    const cases: Record<string, Token[] | undefined> = { offset: undefined };
    for (let next = /^\s*=?(\w+)\s*{/.exec(message.slice(at)); next; next = /^\s*=?(\w+)\s*{/.exec(message.slice(at))) {
      at += next[0].length;
      cases[next[1] as string] = tokens(true);
      at += 1;
    }
    at = message.indexOf('}', at) + 1;
    return [name, 'plural', cases];
  }

  return tokens(false);
}
