import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readCharacterRanges, unpackWoff } from './unpack-woff.server.ts'

export type PdfFont = { name: string; plain: Buffer; bold: Buffer; has: (codePoint: number) => boolean }

/**
 * In this order; each is read only if a character needs it. UnifontEX has every character of the Basic
 * Multilingual Plane, in one plain weight, so that no script is missing.
 */
const FILES: readonly (() => readonly [plain: string, bold: string])[] = [
  () => [
    import.meta.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff'),
  ],
  () => [
    import.meta
      .resolve('@fontsource/noto-sans-malayalam/files/noto-sans-malayalam-malayalam-400-normal.woff'),
    import.meta
      .resolve('@fontsource/noto-sans-malayalam/files/noto-sans-malayalam-malayalam-700-normal.woff'),
  ],
  () => [
    import.meta.resolve('@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff'),
    import.meta.resolve('@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-700-normal.woff'),
  ],
  () => [
    import.meta.resolve('@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-400-normal.woff'),
    import.meta.resolve('@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-700-normal.woff'),
  ],
  () => [
    import.meta.resolve('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff'),
    import.meta.resolve('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff'),
  ],
  ...(['devanagari', 'latin-ext', 'vietnamese', 'cyrillic', 'greek'] as const).map(
    (subset) => () =>
      [
        import.meta.resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-400-normal.woff`),
        import.meta.resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-700-normal.woff`),
      ] as const,
  ),
  () => [
    import.meta.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'),
  ],
]

/** The fonts needed for these texts; always includes the first of {@link FILES}. */
export async function loadPdfFonts(texts: Iterable<string>): Promise<PdfFont[]> {
  const missing = new Set(
    [...texts].flatMap((text) => [...text].map((character) => character.codePointAt(0)!)),
  )
  const fonts: PdfFont[] = []
  for (const findFiles of FILES) {
    if (fonts.length > 0 && [...missing].every(isInvisible)) break
    const font = await readFont(...findFiles())
    const found = [...missing].filter((codePoint) => font.has(codePoint))
    for (const codePoint of found) missing.delete(codePoint)
    if (fonts.length === 0 || found.some((codePoint) => !isInvisible(codePoint))) fonts.push(font)
  }
  return fonts
}

async function readFont(plainUrl: string, boldUrl: string): Promise<PdfFont> {
  const read = async (url: string) => unpackWoff(await readFile(fileURLToPath(url)))
  const plain = await read(plainUrl)
  const ranges = readCharacterRanges(plain)
  return {
    name: plainUrl.slice(plainUrl.lastIndexOf('/') + 1),
    plain,
    bold: boldUrl === plainUrl ? plain : await read(boldUrl),
    has: (codePoint) => ranges.some(({ first, last }) => first <= codePoint && codePoint <= last),
  }
}

/** Joiners, direction marks and variation selectors draw nothing and need no font. */
const INVISIBLE = /^[\p{Cf}\p{Cc}\p{Variation_Selector}\s]$/u
const isInvisible = (codePoint: number) => INVISIBLE.test(String.fromCodePoint(codePoint))

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export type PdfRun = { font: PdfFont; text: string }

/** Splits a text by the first font that has its characters; '?' if none has. */
export function splitRuns(fonts: readonly PdfFont[], text: string): PdfRun[] {
  const runs: PdfRun[] = []
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    const last = runs.at(-1)
    const visible = [...segment]
      .map((character) => character.codePointAt(0)!)
      .filter((code) => !isInvisible(code))
    const font =
      visible.length === 0
        ? (last?.font ?? fonts[0]!)
        : fonts.find(({ has }) => visible.every((codePoint) => has(codePoint)))
    const part = font ? segment : '?'
    if (last && last.font === (font ?? fonts[0])) last.text += part
    else runs.push({ font: font ?? fonts[0]!, text: part })
  }
  return runs
}
