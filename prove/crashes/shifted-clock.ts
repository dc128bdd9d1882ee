import { readFileSync } from 'node:fs'

/** Imported before the shop: shifts its clock by the milliseconds in a file. */
const RealDate = Date
const offset = () => Number(readFileSync(process.env['PROVE_CLOCK']!, 'utf8'))

globalThis.Date = new Proxy(RealDate, {
  construct: (_, given: [] | [number]) =>
    given.length === 0 ? new RealDate(RealDate.now() + offset()) : new RealDate(...given),
  get: (real, name) => (name === 'now' ? () => RealDate.now() + offset() : Reflect.get(real, name)),
})
