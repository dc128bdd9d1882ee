/** The result of a use-case: a value, or a refusal for the user. Exceptions are for bugs and outages. */
export type Refusal<Code extends string = string> = { code: Code; fields?: Record<string, string> }
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
