/** Compiles Lua, as Redis scripts use it, to JavaScript source; without metatables, coroutines and goto (Lua 5.1 manual, 2). */
type Token = { kind: 'name' | 'number' | 'string' | 'symbol' | 'end'; text: string };

const KEYWORDS = new Set(
  'and break do else elseif end false for function if in local nil not or repeat return then true until while'.split(
    ' ',
  ),
);
const PATTERN =
  /\s+|--\[\[[\s\S]*?\]\]|--[^\n]*|([A-Za-z_]\w*)|(0x[\da-fA-F]+|\d+\.?\d*(?:[eE][+-]?\d+)?)|('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(\.\.\.|\.\.|==|~=|<=|>=|[-+*/%^#<>=(){}[\];:,.])/gy;

function tokens(source: string): Token[] {
  const found: Token[] = [];
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < source.length) {
    const at = PATTERN.lastIndex;
    const match = PATTERN.exec(source);
    if (match === null) throw new SyntaxError(`Lua: ${source.slice(at, at + 30)}`);
    const [, name, number, string, symbol] = match;
    if (name !== undefined) found.push({ kind: KEYWORDS.has(name) ? 'symbol' : 'name', text: name });
    else if (number !== undefined) found.push({ kind: 'number', text: number });
    else if (string !== undefined) found.push({ kind: 'string', text: string });
    else if (symbol !== undefined) found.push({ kind: 'symbol', text: symbol });
  }
  return [...found, { kind: 'end', text: '' }];
}

/** Binary operators, in rows of rising precedence. `..` and `^` are right-associative. */
const LEVELS = [['or'], ['and'], ['<', '>', '<=', '>=', '~=', '=='], ['..'], ['+', '-'], ['*', '/', '%']];
const ARITHMETIC = new Set(['+', '-', '*', '/', '%']);

/** The source of a JavaScript function body. `$` holds the runtime of lua.ts, and globals are in `$.globals`. */
export function compileLua(source: string): string {
  return new Parser(tokens(source)).program();
}

interface Expression {
  code: string;
  /** True for a call, which may return several values. */
  isCall: boolean;
}

class Parser {
  private readonly tokens: Token[];
  private at = 0;
  private temporaries = 0;
  private readonly scopes: Set<string>[] = [new Set()];

  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  program(): string {
    const body = this.block();
    if (this.next.kind !== 'end') this.fail();
    return `${body}\nreturn [];`;
  }

  private get next(): Token {
    return this.tokens[this.at]!;
  }

  private fail(): never {
    throw new SyntaxError(`Lua: unexpected ${this.next.text || 'end'}`);
  }

  private isNext(text: string): boolean {
    return this.next.kind === 'symbol' && this.next.text === text;
  }

  private takes(text: string): boolean {
    if (!this.isNext(text)) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.takes(text)) this.fail();
  }

  private name(): string {
    if (this.next.kind !== 'name') this.fail();
    return this.tokens[this.at++]!.text;
  }

  private temporary(): string {
    return `$${++this.temporaries}`;
  }

  /** Statements in a scope of their own, which begins with these `locals`. */
  private block(locals: string[] = []): string {
    const before = this.temporaries;
    this.scopes.push(new Set(locals));
    const lines: string[] = [];
    while (!['end', 'else', 'elseif', 'until'].some(word => this.isNext(word)) && this.next.kind !== 'end') {
      const isLast = this.isNext('return') || this.isNext('break');
      lines.push(this.statement());
      this.takes(';');
      if (isLast) break;
    }
    this.scopes.pop();
    const used = Array.from({ length: this.temporaries - before }, (_, i) => `$${before + i + 1}`);
    return `${used.length > 0 ? `let ${used.join(', ')};\n` : ''}${lines.join('\n')}`;
  }

  private statement(): string {
    if (this.takes('local')) return this.local();
    if (this.takes('if')) return this.conditional();
    if (this.takes('for')) return this.loop();
    if (this.takes('while')) {
      const condition = this.expression();
      this.expect('do');
      return `while ($.truth(${condition})) {${this.body()}}`;
    }
    if (this.takes('do')) return `{${this.body()}}`;
    if (this.takes('break')) return 'break;';
    if (this.takes('return')) {
      const isEmpty = ['end', 'else', 'elseif', 'until', ';'].some(word => this.isNext(word));
      return `return ${isEmpty || this.next.kind === 'end' ? '[]' : this.values(this.expressions())};`;
    }
    if (this.takes('function')) {
      const name = this.name();
      return `${this.target(name)} = ${this.functionBody()};`;
    }
    return this.assignmentOrCall();
  }

  private body(locals: string[] = []): string {
    const code = this.block(locals);
    this.expect('end');
    return code;
  }

  private local(): string {
    if (this.takes('function')) {
      const name = this.name();
      this.scopes.at(-1)!.add(name);
      return `let ${name}_ = ${this.functionBody()};`;
    }
    const names = [this.name()];
    while (this.takes(',')) names.push(this.name());
    const values = this.takes('=') ? this.expressions() : [];
    const isRepeated = names.some(name => this.scopes.at(-1)!.has(name));
    for (const name of names) this.scopes.at(-1)!.add(name);
    const keyword = isRepeated ? '' : 'let ';
    const [only] = values;
    if (names.length === 1 && values.length === 1) return `${keyword}${names[0]}_ = ${single(only!)};`;
    return `${keyword}[${names.map(name => `${name}_`).join(', ')}] = ${this.values(values)};`;
  }

  private conditional(): string {
    const condition = this.expression();
    this.expect('then');
    let code = `if ($.truth(${condition})) {${this.block()}}`;
    if (this.takes('elseif')) return `${code} else {${this.conditional()}}`;
    if (this.takes('else')) code += ` else {${this.block()}}`;
    this.expect('end');
    return code;
  }

  private loop(): string {
    const names = [this.name()];
    if (this.takes('=')) {
      const parts = this.expressions().map(single);
      this.expect('do');
      const [start, end, step = '1'] = parts;
      const [name, last, by] = [`${names[0]}_`, this.temporary(), this.temporary()];
      const condition = `${by} > 0 ? ${name} <= ${last} : ${name} >= ${last}`;
      const head = `${last} = $.number(${end}); ${by} = $.number(${step});`;
      return `${head} for (let ${name} = $.number(${start}); ${condition}; ${name} += ${by}) {${this.body([names[0]!])}}`;
    }
    while (this.takes(',')) names.push(this.name());
    this.expect('in');
    const [iterated] = this.expressions();
    this.expect('do');
    const pattern = names.map(name => `${name}_`).join(', ');
    return `for (let [${pattern}] of ${single(iterated!)}) {${this.body(names)}}`;
  }

  private assignmentOrCall(): string {
    const first = this.suffixed();
    if (first.isCall) return `${first.code};`;
    const targets = [first];
    while (this.takes(',')) targets.push(this.suffixed());
    this.expect('=');
    const values = this.expressions();
    if (targets.length === 1) return this.assign(targets[0]!.code, single(values[0]!));
    const held = targets.map(() => this.temporary());
    const assignments = targets.map(({ code }, at) => this.assign(code, held[at]!));
    return `[${held.join(', ')}] = ${this.values(values)}; ${assignments.join(' ')}`;
  }

  private assign(target: string, value: string): string {
    const indexed = /^\$\.get\(([\s\S]*)\)$/.exec(target);
    return indexed ? `$.set(${indexed[1]}, ${value});` : `${target} = ${value};`;
  }

  private expressions(): Expression[] {
    const found = [this.operand(0)];
    while (this.takes(',')) found.push(this.operand(0));
    return found;
  }

  /** An expression list as an array. Only a call in last place keeps all its values. */
  private values(list: Expression[]): string {
    const last = list.at(-1);
    if (list.length === 1 && last?.isCall) return last.code;
    const items = list.map((each, at) =>
      at === list.length - 1 && each.isCall ? `...${each.code}` : single(each),
    );
    return `[${items.join(', ')}]`;
  }

  private expression(): string {
    return single(this.operand(0));
  }

  private operand(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.unary();
    let left = this.operand(level + 1);
    for (
      let operator = this.next.text;
      operators.some(each => this.isNext(each));
      operator = this.next.text
    ) {
      this.at++;
      const isFromRight = operator === '..';
      const right = single(this.operand(isFromRight ? level : level + 1));
      left = { code: this.binary(operator, single(left), right), isCall: false };
    }
    return left;
  }

  private binary(operator: string, left: string, right: string): string {
    if (operator === '..') return `($.text(${left}) + $.text(${right}))`;
    if (operator === '==') return `(${left} === ${right})`;
    if (operator === '~=') return `(${left} !== ${right})`;
    if (operator === 'and' || operator === 'or') {
      const held = this.temporary();
      const [yes, no] = operator === 'and' ? [right, held] : [held, right];
      return `($.truth(${held} = ${left}) ? ${yes} : ${no})`;
    }
    if (operator === '%') return `$.modulo(${left}, ${right})`;
    return ARITHMETIC.has(operator)
      ? `($.number(${left}) ${operator} $.number(${right}))`
      : `$.compare(${left}, ${right}, '${operator}')`;
  }

  private unary(): Expression {
    if (this.takes('not')) return { code: `!$.truth(${single(this.unary())})`, isCall: false };
    if (this.takes('#')) return { code: `$.length(${single(this.unary())})`, isCall: false };
    if (this.takes('-')) return { code: `-$.number(${single(this.unary())})`, isCall: false };
    return this.simple();
  }

  private simple(): Expression {
    const { kind, text } = this.next;
    const literal = (code: string): Expression => {
      this.at++;
      return { code, isCall: false };
    };
    if (kind === 'number') return literal(text);
    if (kind === 'string')
      return literal(JSON.stringify(text.slice(1, -1).replace(/\\(.)/g, (_, c) => (c === 'n' ? '\n' : c))));
    if (this.isNext('nil')) return literal('undefined');
    if (this.isNext('true') || this.isNext('false')) return literal(text);
    if (this.isNext('{')) return { code: this.table(), isCall: false };
    if (this.takes('function')) return { code: this.functionBody(), isCall: false };
    return this.suffixed();
  }

  private table(): string {
    this.expect('{');
    const named: string[] = [];
    const listed: Expression[] = [];
    while (!this.isNext('}')) {
      if (this.takes('[')) {
        const key = this.expression();
        this.expect(']');
        this.expect('=');
        named.push(`[${key}, ${this.expression()}]`);
      } else if (this.next.kind === 'name' && this.tokens[this.at + 1]?.text === '=') {
        const key = this.name();
        this.expect('=');
        named.push(`[${JSON.stringify(key)}, ${this.expression()}]`);
      } else listed.push(this.operand(0));
      if (!this.takes(',') && !this.takes(';')) break;
    }
    this.expect('}');
    return `$.table(${this.values(listed)}, [${named.join(', ')}])`;
  }

  private functionBody(): string {
    this.expect('(');
    const names: string[] = [];
    while (!this.isNext(')')) {
      names.push(this.name());
      this.takes(',');
    }
    this.expect(')');
    return `(${names.map(name => `${name}_`).join(', ')}) => {${this.body(names)}\nreturn [];}`;
  }

  private target(name: string): string {
    return this.scopes.some(scope => scope.has(name)) ? `${name}_` : `$.globals.${name}`;
  }

  private suffixed(): Expression {
    let found: Expression;
    if (this.takes('(')) {
      found = { code: this.expression(), isCall: false };
      this.expect(')');
    } else found = { code: this.target(this.name()), isCall: false };
    for (;;) {
      if (this.takes('.'))
        found = { code: `$.get(${single(found)}, ${JSON.stringify(this.name())})`, isCall: false };
      else if (this.takes('[')) {
        found = { code: `$.get(${single(found)}, ${this.expression()})`, isCall: false };
        this.expect(']');
      } else if (this.takes('(')) {
        const given = this.isNext(')') ? [] : this.expressions();
        this.expect(')');
        const values = this.values(given);
        found = { code: `${single(found)}(...${values})`, isCall: true };
      } else return found;
    }
  }
}

const single = ({ code, isCall }: Expression): string => (isCall ? `${code}[0]` : code);
