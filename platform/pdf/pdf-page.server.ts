import { splitRuns, type PdfFont } from './pdf-fonts.server.ts'

type Pdf = PDFKit.PDFDocument

export type PdfTextStyle = { size: number; isBold?: boolean; isMuted?: boolean }
export type PdfTable = {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  sum?: readonly string[] | undefined
}
type Area = { left: number; width: number }
type Run = { text: string; font: string; width: number; features: Features }
type Line = (Run & { x: number })[]
type Features = PDFKit.Mixins.OpenTypeFeatures[] | undefined
type PrintedRow = { cells: Line[][]; height: number }

const MARGIN = 42
const CELL = { size: 10 } as const
const HEADING = { size: 12, isBold: true } as const
const LINE_HEIGHT = 1.35
const CELL_PADDING = 4
const COLUMN_GAP = 6
const MANY_COLUMNS = 5
/** The font features that place marks above and below letters by anchors. */
const NO_ANCHORS = { abvm: false, blwm: false, mark: false, mkmk: false } as unknown as NonNullable<Features>
const COLOUR = { text: '#16261e', muted: '#55645a', line: '#c9d2c9' } as const

/** A4 pages. Texts wrap and are never cut off; a table starts with its heading, labels and a row, and repeats the labels on each page. */
export class PdfPages {
  readonly #pdf: Pdf
  readonly #fonts: readonly PdfFont[]
  readonly #runs = new Map<string, readonly Run[]>()
  #y = MARGIN

  constructor(pdf: Pdf, fonts: readonly PdfFont[]) {
    this.#pdf = pdf
    this.#fonts = fonts
    for (const { name, plain, bold } of fonts)
      pdf.registerFont(name, plain).registerFont(`${name} bold`, bold)
  }

  get #area(): Area {
    return { left: MARGIN, width: this.#pdf.page.width - 2 * MARGIN }
  }

  space(points: number): void {
    this.#y += points
  }

  write(text: string, style: PdfTextStyle): void {
    for (const line of this.#layOut(text, style, this.#area.width)) {
      this.#startPageUnlessFits(style.size * LINE_HEIGHT)
      this.#draw(line, style, this.#area.left, this.#y)
      this.#y += style.size * LINE_HEIGHT
    }
  }

  table(table: PdfTable): void {
    this.#table(table, this.#area)
  }

  /** Both tables start at the same height. Only for tables with a few rows. */
  tablesSideBySide(one: PdfTable, other: PdfTable, gap: number): void {
    const { left, width: full } = this.#area
    const width = (full - gap) / 2
    this.#startPageUnlessFits(Math.max(...[one, other].map((table) => this.#heightOf(table, width))))
    const top = this.#y
    this.#table(one, { left, width })
    const bottom = this.#y
    this.#y = top
    this.#table(other, { left: left + width + gap, width })
    this.#y = Math.max(bottom, this.#y)
  }

  #heightOf(table: PdfTable, width: number): number {
    const { head, rows } = this.#rowsOf(table, width)
    return this.#titleHeight(table, width) + [head, ...rows].reduce((sum, { height }) => sum + height, 0)
  }

  #titleHeight({ title }: PdfTable, width: number): number {
    return this.#layOut(title, HEADING, width).length * HEADING.size * LINE_HEIGHT + CELL_PADDING
  }

  #table(table: PdfTable, { left, width }: Area): void {
    const { head, rows } = this.#rowsOf(table, width)
    this.#startPageUnlessFits(this.#titleHeight(table, width) + head.height + (rows[0]?.height ?? 0))
    for (const line of this.#layOut(table.title, HEADING, width)) {
      this.#draw(line, HEADING, left, this.#y)
      this.#y += HEADING.size * LINE_HEIGHT
    }
    this.#y += CELL_PADDING
    const drawRow = ({ cells, height }: PrintedRow, isBold: boolean) => {
      for (const lines of cells)
        for (const [index, line] of lines.entries())
          this.#draw(line, { ...CELL, isBold }, left, this.#y + index * CELL.size * LINE_HEIGHT)
      this.#y += height
      this.#pdf
        .moveTo(left, this.#y - CELL_PADDING / 2)
        .lineTo(left + width, this.#y - CELL_PADDING / 2)
        .lineWidth(0.4)
        .strokeColor(COLOUR.line)
        .stroke()
    }
    drawRow(head, true)
    for (const [index, row] of rows.entries()) {
      // The sum is not left alone on a page.
      const sum = table.sum && index === rows.length - 2 ? rows.at(-1)!.height : 0
      if (this.#startPageUnlessFits(row.height + sum)) drawRow(head, true)
      drawRow(row, table.sum !== undefined && index === rows.length - 1)
    }
  }

  #rowsOf({ columns, rows, sum }: PdfTable, width: number): { head: PrintedRow; rows: PrintedRow[] } {
    const firstWidth = width * (columns.length > MANY_COLUMNS ? 0.2 : 0.3)
    const otherWidth = (width - firstWidth) / (columns.length - 1)
    const print = (texts: readonly string[], isBold: boolean): PrintedRow => {
      const cells = texts.map((text, index) => {
        const area =
          index === 0
            ? { left: 0, width: firstWidth - COLUMN_GAP }
            : { left: firstWidth + (index - 1) * otherWidth + COLUMN_GAP, width: otherWidth - COLUMN_GAP }
        const lines = this.#layOut(text, { ...CELL, isBold }, area.width)
        return lines.map((line) => this.#align(line, { ...CELL, isBold }, area, index > 0))
      })
      const lines = Math.max(1, ...cells.map(({ length }) => length))
      return { cells, height: lines * CELL.size * LINE_HEIGHT + CELL_PADDING }
    }
    return {
      head: print(columns, true),
      rows: [...rows.map((row) => print(row, false)), ...(sum ? [print(sum, true)] : [])],
    }
  }

  #align(line: Line, style: PdfTextStyle, { left, width }: Area, isRight: boolean): Line {
    const start = isRight ? left + width - this.#widthOf(line.map(({ text }) => text).join(''), style) : left
    return line.map((run) => ({ ...run, x: run.x + start }))
  }

  #widthOf(text: string, style: PdfTextStyle): number {
    return this.#runsOf(text, style).reduce((sum, run) => sum + run.width, 0)
  }

  #runsOf(text: string, { size, isBold = false }: PdfTextStyle): readonly Run[] {
    const key = `${size} ${isBold} ${text}`
    let runs = this.#runs.get(key)
    if (!runs) {
      runs = splitRuns(this.#fonts, text).map((run) => {
        const font = isBold ? `${run.font.name} bold` : run.font.name
        this.#pdf.font(font).fontSize(size)
        return { text: run.text, font, ...this.#measure(run.text) }
      })
      this.#runs.set(key, runs)
    }
    return runs
  }

  #measure(text: string): Pick<Run, 'width' | 'features'> {
    try {
      return { width: this.#pdf.widthOfString(text), features: undefined }
    } catch {
      // fontkit fails if a font has no anchor for a mark above, as in "ത്ത"; the mark then gets its default
      // position.
      return { width: this.#pdf.widthOfString(text, { features: NO_ANCHORS }), features: NO_ANCHORS }
    }
  }

  /** Breaks a text into lines of words; a word that is wider than the line is broken, and nothing is omitted. */
  #layOut(text: string, style: PdfTextStyle, width: number): Line[] {
    const lines: string[] = []
    const space = this.#widthOf(' ', style)
    let line = ''
    let used = 0
    for (const word of text.split(/\s+/).flatMap((each) => this.#breakWord(each, style, width))) {
      const wordWidth = this.#widthOf(word, style)
      if (line !== '' && used + space + wordWidth > width) {
        lines.push(line)
        line = word
        used = wordWidth
      } else {
        used += (line === '' ? 0 : space) + wordWidth
        line = line === '' ? word : `${line} ${word}`
      }
    }
    return [...lines, line].map((each) => {
      let x = 0
      return this.#runsOf(each, style).map((run) => {
        const start = x
        x += run.width
        return { ...run, x: start }
      })
    })
  }

  #breakWord(word: string, style: PdfTextStyle, width: number): string[] {
    if (this.#widthOf(word, style) <= width) return [word]
    const parts: string[] = []
    let part = ''
    let used = 0
    for (const { segment } of new Intl.Segmenter('en').segment(word)) {
      const segmentWidth = this.#widthOf(segment, style)
      if (part !== '' && used + segmentWidth > width) {
        parts.push(part)
        part = ''
        used = 0
      }
      part += segment
      used += segmentWidth
    }
    return [...parts, part]
  }

  #draw(line: Line, { size, isMuted = false }: PdfTextStyle, left: number, top: number): void {
    for (const { text, font, x, features } of line)
      this.#pdf
        .font(font)
        .fontSize(size)
        .fillColor(isMuted ? COLOUR.muted : COLOUR.text)
        .text(text, left + x, top + size, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...(features && { features }),
        })
  }

  #startPageUnlessFits(height: number): boolean {
    if (this.#y + height <= this.#pdf.page.height - MARGIN) return false
    this.#pdf.addPage()
    this.#y = MARGIN
    return true
  }
}
