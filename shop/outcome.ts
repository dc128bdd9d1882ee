/**
 * What a use-case answers: the value it was asked for, or a refusal that a person can be told about.
 * Refusals are data, so that a page can say what is wrong with which field; exceptions are left to bugs and outages.
 */
export type Refusal<Code extends string = string> = {
  code: Code
  /** Field name to sentence, when particular fields are at fault. */
  fields?: Record<string, string>
}
export type Done<Value> = { ok: true; value: Value }
export type Refused<R extends Refusal = Refusal> = { ok: false; refusal: R }
export type Outcome<Value, R extends Refusal = Refusal> = Done<Value> | Refused<R>

export const done = <Value>(value: Value): Done<Value> => ({ ok: true, value })

export function refused<const Code extends string>(code: Code): Refused<Refusal<Code>>
export function refused<const Code extends string, const Details extends object>(
  code: Code,
  details: Details,
): Refused<Refusal<Code> & Details>
export function refused(code: string, details: object = {}) {
  return { ok: false, refusal: { code, ...details } }
}
