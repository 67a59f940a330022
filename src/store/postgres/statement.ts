// Statements whose parameters have names: `$lowestId` in the text. They are numbered here and
// nowhere else, so a fragment of SQL in one file does not depend on those of another one.

/** The values of a call by the names of their parameters. */
export type ValuesByName = { readonly [name: string]: unknown }

export type Query = { text: string; values: unknown[] }

export type Statement<Values extends ValuesByName> = {
  /** The text for PostgreSQL: its parameters are numbers. */
  text: string
  /** Throws when a parameter has no value (undefined is one: null), or a value no parameter. */
  with(values: Values): Query
}

/**
 * Numbers the parameters of a text, which is done once for a statement that is used often.
 * `widest`: the text with all its optional parts; a value may be given for a parameter that stands
 * there and not in `source`, and is not sent.
 */
export function statement<Values extends ValuesByName>(
  source: string,
  widest = source,
): Statement<Values> {
  const names = namesIn(source)
  const allowed = new Set(namesIn(widest))
  const unknown = names.find((name) => !allowed.has(name))
  if (unknown !== undefined) throw new Error(`the widest text has no parameter $${unknown}`)
  const text = source.replace(parameter, (_, name: string) => `$${names.indexOf(name) + 1}`)
  return {
    text,
    with(values) {
      for (const name in values)
        if (!allowed.has(name)) throw new Error(`the statement has no parameter $${name}`)
      return { text, values: names.map((name) => valueNamed(values, name)) }
    },
  }
}

/** A statement that is used once. */
export function query(source: string, values: ValuesByName): Query {
  return statement(source).with(values)
}

const parameter = /\$(\w*)/g

/** Each name once, in the order of its first use. */
function namesIn(source: string): string[] {
  const names = new Set<string>()
  for (const [found, name = ''] of source.matchAll(parameter)) {
    if (!/^[a-z]/i.test(name)) throw new Error(`no name of a parameter: ${found}`)
    names.add(name)
  }
  return [...names]
}

function valueNamed(values: ValuesByName, name: string): unknown {
  if (!Object.hasOwn(values, name)) throw new Error(`the parameter $${name} has no value`)
  return values[name]
}
