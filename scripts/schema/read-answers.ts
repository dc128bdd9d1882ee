/** The possible results of a procedure, found by done() and refused() in its source (platform/database/sql/outcome.sql). */
export type Answers = {
  /** The fields of the value, with "?" if some values lack them; null if the value is not written as an object. */
  value: string[] | null
  /** The fields of each refusal, by code. */
  refusals: Record<string, string[]>
}

/**
 * Includes results of other procedures that it returns (`return other(…)`, or `v_x := other(…)` and `return
 * v_x`) and of the parts of place_orders.
 */
export function readAnswers(name: string, sources: ReadonlyMap<string, string>): Answers {
  const source = joinHandedOn(name, sources)
  const values = findCalls(source, 'done').map(([value]) => readFields(value!))
  const refusals = findCalls(source, 'refused').flatMap(([code, details = `'{}'`, comment]) => {
    const codes = [...`${code}${comment}`.matchAll(/'([a-z-]+)'/g)].map(([, found]) => found!)
    const fields = readFields(details)
    if (codes.length > 0 && fields) return codes.map((found) => ({ code: found, fields }))
    throw new Error(
      `${name} refuses with ${code}, ${details}. Write the code as text, or all codes in a comment on its line; write the details with jsonb_build_object.`,
    )
  })
  const byCode = Object.groupBy(refusals, ({ code }) => code)
  return {
    value: values.includes(null) ? null : mergeFields(values as string[][]),
    refusals: Object.fromEntries(
      Object.entries(byCode)
        .map(([code, found = []]) => [code, mergeFields(found.map(({ fields }) => fields))] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  }
}

/** The arguments of each call, and the comment at the end of the line. */
function findCalls(source: string, procedure: string): string[][] {
  return [...source.matchAll(new RegExp(`\\b${procedure}\\(`, 'g'))].map(({ index, 0: opening }) => {
    const { parts, end } = splitArguments(source, index + opening.length)
    const [, comment = ''] = /^;[ ]*--(.*)/.exec(source.slice(end)) ?? []
    return procedure === 'refused' ? [parts[0]!, parts[1] ?? `'{}'`, comment] : parts
  })
}

/** Splits at the commas between the parentheses that were opened before `start`. */
function splitArguments(source: string, start: number) {
  const parts = ['']
  let depth = 0
  for (const [token] of source.slice(start).matchAll(/'[^']*'|[^']/g)) {
    start += token.length
    if (token === ')' && depth-- === 0) break
    if (token === '(') depth++
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return { parts: parts.map((part) => part.trim()), end: start }
}

/** The keys of jsonb_build_object(…) or of a literal object. */
function readFields(json: string): string[] | null {
  const literal = /^'(\{.*\})'$/.exec(json)
  if (literal) return Object.keys(JSON.parse(literal[1]!) as object)
  const built = /^jsonb_build_object\(/.exec(json)
  if (!built) return null
  return splitArguments(json, built[0].length)
    .parts.filter((_part, index) => index % 2 === 0)
    .map((key) => key.slice(1, -1))
}

function mergeFields(lists: readonly string[][]): string[] {
  const isOptional = (field: string) => lists.some((list) => !list.includes(field))
  return [...new Set(lists.flat().map((field) => field.replace(/\?$/, '')))].map((field) =>
    isOptional(field) ? `${field}?` : field,
  )
}

/** The source of a procedure and of those whose results it returns. */
function joinHandedOn(name: string, sources: ReadonlyMap<string, string>): string {
  const reached = new Set([name])
  for (const procedure of reached)
    for (const other of findHandedOn(sources.get(procedure)!)) if (sources.has(other)) reached.add(other)
  return [...reached].map((procedure) => sources.get(procedure)).join('\n')
}

function findHandedOn(source: string): string[] {
  const returned = [...source.matchAll(/return (?:public\.)?(\w+)\(/g)].map(([, other]) => other!)
  const kept = [...source.matchAll(/(\w+) := (?:public\.)?(\w+)\(/g)].filter(([, variable]) =>
    new RegExp(`return ${variable};`).test(source),
  )
  const parts = [...source.matchAll(/(\w+)\([pv]_attempts\b/g)].map(([, other]) => other!)
  return [...returned, ...kept.map(([, , other]) => other!), ...parts]
}
