export type BrandMark = {
  /** Strokes centred in a box of 82 by 56, the thickest last. */
  emblem: readonly { d: string; width: number }[]
  letters: string | null
  /** Drawn in a box of 300 by 314, with the dot at its end. */
  line: { d: string; dot: { x: number; y: number } | null }
}

export const demonstrationBrandMark: BrandMark = {
  emblem: [
    { d: 'M-38 17-9-29 6-6 15-18 38 17', width: 2.6 },
    { d: 'M-8-16C2-13 3-9-5-6', width: 2.2 },
    { d: 'M-5-6C-16-2-15 3-1 5', width: 3.2 },
    { d: 'M-1 5C16 7 18 13-3 19', width: 4.4 },
  ],
  letters:
    'M0 20V0L14 20V0M22 0V20M30 20V0L44 20V0M50 0H67M58.5 0V20M73 0V20M87 0V20M73 9.5H87' +
    'M108 0V20H114.5A5.3 5.3 0 0 0 114.5 9.4H108H113.8A4.7 4.7 0 0 0 113.8 0ZM137 0H127V20H137.5M127 9.5H136' +
    'M145 20V0L159 20V0M168 0H172.5A10 10 0 0 1 172.5 20H168Z',
  line: {
    d:
      'M26 300S291 297 307 276S288 247 176 239S45 241 31 223S48 198 150 191S277 193 290 177S275 155 183 150' +
      'S79 151 67 138S81 119 163 114S263 115 273 104S261 88 189 84S112 85 103 75S114 61 175 57' +
      'S249 58 257 50S248 38 196 35S145 36 139 28S146 18 188 15S235 16 240 10S234 1 203-1',
    dot: { x: 240, y: 10 },
  },
}

export const neutralBrandMark: BrandMark = {
  emblem: [
    { d: 'M0 22C-20 22-33 8-36-12-20-10-7 2 0 22Z', width: 2.6 },
    { d: 'M0 22C20 22 33 8 36-12 20-10 7 2 0 22Z', width: 2.6 },
    { d: 'M0 22C-13 8-13-14 0-30 13-14 13 8 0 22Z', width: 2.6 },
  ],
  letters: null,
  line: {
    d:
      'M166 300V150M166 268C110 266 62 228 44 158 104 162 152 202 166 268ZM166 268C222 266 270 228 288 158 228 162 180 202 166 268Z' +
      'M166 196C122 152 122 66 166 6 210 66 210 152 166 196ZM166 196V60M166 268C140 232 108 204 78 186M166 268C192 232 224 204 254 186',
    dot: null,
  },
}
