import { readFileSync } from 'node:fs'

/** Imported into a shop before anything else of it: its clock is off by what a file says, in milliseconds. */
const Real = Date
const offset = () => Number(readFileSync(process.env['PROVE_CLOCK']!, 'utf8'))

globalThis.Date = new Proxy(Real, {
  construct: (_, given: [] | [number]) => (given.length === 0 ? new Real(Real.now() + offset()) : new Real(...given)),
  get: (real, name) => (name === 'now' ? () => Real.now() + offset() : Reflect.get(real, name)),
})
