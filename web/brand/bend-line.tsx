import type { SVGProps } from 'react'

/** The road up to Wayanad: nine hairpins, narrower the higher they are. */
const ROAD =
  'M26 300S291 297 307 276S288 247 176 239S45 241 31 223S48 198 150 191S277 193 290 177S275 155 183 150' +
  'S79 151 67 138S81 119 163 114S263 115 273 104S261 88 189 84S112 85 103 75S114 61 175 57' +
  'S249 58 257 50S248 38 196 35S145 36 139 28S146 18 188 15S235 16 240 10S234 1 203-1'
const NINTH_BEND = { x: 240, y: 10 }

/** The shop's line motif; it says nothing that the words beside it do not. */
export function BendLine(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="16 -8 300 314" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true" {...props}>
      <path d={ROAD} />
      <circle cx={NINTH_BEND.x} cy={NINTH_BEND.y} r="5" fill="var(--color-turmeric)" stroke="none" />
    </svg>
  )
}
