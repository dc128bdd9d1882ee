export type PlotLine = { name: string; points: readonly { x: number; y: number }[] }
export type PlotPanel = { title: string; below: string; lines: readonly PlotLine[] }

const SIZE = { width: 460, height: 380, left: 52, right: 12, top: 40, bottom: 52 }
const LEGEND_ROW = 18
/** Readable in print, and distinguishable without colour by their dashes. */
const STROKES = [
  { colour: '#1f4d36', dash: '' },
  { colour: '#a8431f', dash: '6 3' },
  { colour: '#1d4f91', dash: '2 3' },
  { colour: '#8a6100', dash: '9 3 2 3' },
  { colour: '#6b2d73', dash: '4 2' },
  { colour: '#3d3d3d', dash: '1 2' },
]

/** At most six round numbers from 0 to at least the highest value. */
export function axisTicks(highest: number): number[] {
  const rough = Math.max(highest, 1e-9) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough)!
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) =>
    Number((index * step).toPrecision(6)),
  )
}

/** Milliseconds on a linear y axis, sizes on a logarithmic x axis; panels side by side. */
export function renderPlot(title: string, panels: readonly PlotPanel[]): string {
  const rows = Math.max(...panels.map(({ lines }) => lines.length))
  const [width, height] = [SIZE.width * panels.length, SIZE.height + rows * LEGEND_ROW + 14]
  const drawn = panels.map(
    (panel, index) => `<g transform="translate(${index * SIZE.width} 0)">${drawPanel(panel)}</g>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="12">` +
    `<title>${escaped(title)}</title><rect width="${width}" height="${height}" fill="#fff"/>${drawn.join('')}</svg>\n`
  )
}

function drawPanel({ title, below, lines }: PlotPanel): string {
  const points = lines.flatMap((line) => line.points)
  const sizes = [...new Set(points.map(({ x }) => x))].sort((left, right) => left - right)
  const ticks = axisTicks(Math.max(...points.map(({ y }) => y)))
  const [low, high] = [Math.log10(sizes[0]!), Math.log10(sizes.at(-1)!)]
  const { width, height, left, right, top, bottom } = SIZE
  const across = (x: number) =>
    (left + 14 + ((Math.log10(x) - low) / (high - low || 1)) * (width - left - right - 28)).toFixed(1)
  const up = (y: number) => (height - bottom - (y / ticks.at(-1)!) * (height - top - bottom)).toFixed(1)
  const text = (x: number | string, y: number | string, words: string, anchor = 'middle') =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#222">${escaped(words)}</text>`
  const grid = ticks.map(
    (tick) =>
      `<line x1="${left}" x2="${width - right}" y1="${up(tick)}" y2="${up(tick)}" stroke="#ddd"/>${text(left - 6, Number(up(tick)) + 4, String(tick), 'end')}`,
  )
  const axis = sizes.map((size) => text(across(size), height - bottom + 18, size.toLocaleString('en-GB')))
  const drawn = lines.map(({ name, points: own }, index) => {
    const { colour, dash } = STROKES[index % STROKES.length]!
    const pen = `stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}" fill="none"`
    const y = height + 6 + index * LEGEND_ROW
    return (
      `<polyline ${pen} points="${own.map((point) => `${across(point.x)},${up(point.y)}`).join(' ')}"/>` +
      own
        .map((point) => `<circle cx="${across(point.x)}" cy="${up(point.y)}" r="3" fill="${colour}"/>`)
        .join('') +
      `<line x1="${left}" x2="${left + 30}" y1="${y}" y2="${y}" ${pen}/>${text(left + 38, y + 4, name, 'start')}`
    )
  })
  return `${text(left, 22, title, 'start')}${grid.join('')}${axis.join('')}${text((left + width - right) / 2, height - bottom + 38, below)}${drawn.join('')}`
}

const escaped = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
