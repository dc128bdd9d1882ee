/** Drawings for shops without demonstration identity, without brands, names or places. */
const COLOURS = {
  sand: '#f5e3bf',
  floor: '#ecd5a6',
  cream: '#fbf8f1',
  forest: '#1d4733',
  deep: '#12301f',
  turmeric: '#e5a823',
  amber: '#c98a17',
  laterite: '#9c3a21',
  red: '#b5432a',
} as const

const placed = (x: number, y: number, content: string, { turn = 0, scale = 1 } = {}) =>
  `<g transform="translate(${x} ${y})${turn ? ` rotate(${turn})` : ''}${scale === 1 ? '' : ` scale(${scale})`}">${content}</g>`

/** The arch of the category tiles, its base at y = 0. */
function archPath(width: number, height: number): string {
  const half = width / 2
  const shoulder = 0.475 * width - height
  return (
    `M${-half} 0V${shoulder}c0 ${-0.2375 * width} ${0.2375 * width} ${-0.275 * width} ${half} ${-0.475 * width}` +
    `c${0.2625 * width} ${0.2 * width} ${half} ${0.2375 * width} ${half} ${0.475 * width}V0Z`
  )
}

const arch = (width: number, height: number, fill: string, line: string) =>
  `<path fill="${fill}" d="${archPath(width, height)}"/>` +
  `<path fill="none" stroke="${line}" stroke-width="2.5" stroke-opacity=".75" d="${archPath(width - 36, height - 30)}"/>`

/** From the stem at 0 to the tip at the right. */
const leaf = (length: number, breadth: number, fill: string, rib: string) =>
  `<path fill="${fill}" d="M0 0C${0.22 * length} ${-breadth} ${0.7 * length} ${-0.8 * breadth} ${length} 0 ${0.7 * length} ${0.8 * breadth} ${0.22 * length} ${breadth} 0 0Z"/>` +
  `<path fill="none" stroke="${rib}" stroke-width="2.5" stroke-linecap="round" d="M4 0H${0.82 * length}"/>`

/** A twig of curry leaves, growing upwards from 0. */
function twig(fills: readonly [string, string], stem: string, rib: string): string {
  const pairs = [0, 1, 2, 3, 4].map((index) => {
    const length = 128 - 13 * index
    const y = -52 - 62 * index
    return (
      placed(0, y, leaf(length, 32 - 2 * index, fills[0], rib), { turn: -32 }) +
      placed(0, y - 24, leaf(length, 32 - 2 * index, fills[1], rib), { turn: -148 })
    )
  })
  return `<path fill="none" stroke="${stem}" stroke-width="6" stroke-linecap="round" d="M0 40V-330"/>${pairs.join('')}${placed(0, -318, leaf(96, 24, fills[0], rib), { turn: -90 })}`
}

/** A spike of peppercorns with leaves, hanging from 0. */
function pepper(berries: readonly string[], green: string, rib: string): string {
  const rows = Array.from({ length: 11 }, (_, row) => {
    const reach = 25 - Math.max(0, row - 5) * 2.4
    const sides = row % 2 ? [-0.5, 0.5] : [-1, 0, 1]
    return sides.map((side, index) => {
      const fill = berries[(row + index) % berries.length]!
      return `<circle cx="${Math.round(side * reach)}" cy="${40 + row * 20}" r="12.5" fill="${fill}"/>`
    })
  })
  return (
    `<path fill="none" stroke="${green}" stroke-width="5" stroke-linecap="round" d="M-6-66C4-40 0-10 0 40"/>` +
    placed(-2, -26, leaf(128, 52, green, rib), { turn: 152 }) +
    placed(2, -30, leaf(118, 48, green, rib), { turn: 24 }) +
    rows.flat().join('')
  )
}

const chilli = (length: number, fill: string, shine: string, green: string) =>
  `<path fill="${fill}" d="M-17 4C-24 ${0.4 * length}-12 ${0.78 * length} 18 ${length} 10 ${0.76 * length} 24 ${0.36 * length} 17 4Z"/>` +
  `<path fill="none" stroke="${shine}" stroke-width="4" stroke-linecap="round" stroke-opacity=".6" d="M-8 26C-11 ${0.38 * length}-6 ${0.6 * length} 0 ${0.72 * length}"/>` +
  `<path fill="${green}" d="M-20 8C-20-10-9-15 0-15S20-10 20 8C8 0-8 0-20 8Z"/>` +
  `<path fill="none" stroke="${green}" stroke-width="7" stroke-linecap="round" d="M0-12C0-26 4-34 12-42"/>`

const pod = (fill: string, line: string) =>
  `<path fill="${fill}" d="M-24 0C-14-15 12-16 26-2 12 13-14 13-24 0Z"/><path fill="none" stroke="${line}" stroke-width="2" d="M-18 0C-6-5 8-6 20-2"/>`

/** Peppercorns and cardamom pods on the floor, x from 0 to 900. */
function scattered(): string {
  const corns = [
    [40, 30],
    [66, 44],
    [92, 26],
    [118, 48],
    [330, 52],
    [352, 36],
    [560, 30],
    [586, 50],
    [612, 34],
    [640, 54],
    [806, 40],
    [834, 56],
  ]
  const pods = [
    [182, 46, -14],
    [236, 34, 20],
    [420, 40, -24],
    [482, 56, 8],
    [716, 42, 16],
    [764, 58, -18],
  ]
  return (
    corns
      .map(
        ([x, y], index) =>
          `<circle cx="${x}" cy="${y}" r="${8 + (index % 3)}" fill="${index % 4 === 3 ? COLOURS.laterite : COLOURS.deep}"/>`,
      )
      .join('') + pods.map(([x, y, turn]) => placed(x!, y!, pod('#7f9b56', '#5d7839'), { turn })).join('')
  )
}

/** Three arches on a round floor centred at 0, 940 wide and 640 high. */
export function archesGroup(): string {
  const { forest, turmeric, laterite, cream, amber, red } = COLOURS
  return (
    `<ellipse cy="22" rx="640" ry="118" fill="${COLOURS.floor}"/>` +
    placed(
      -320,
      0,
      arch(270, 470, laterite, turmeric) +
        placed(0, -262, pepper([turmeric, cream, amber], '#efe2c4', laterite), { scale: 0.88 }),
    ) +
    placed(
      320,
      0,
      arch(270, 510, turmeric, cream) +
        placed(-52, -300, chilli(196, red, cream, forest), { turn: 10 }) +
        placed(46, -286, chilli(188, laterite, cream, forest), { turn: -9 }) +
        placed(0, -344, chilli(150, red, cream, forest), { turn: 2 }),
    ) +
    placed(
      0,
      0,
      arch(330, 640, forest, turmeric) +
        placed(0, -70, twig([turmeric, cream], '#efe2c4', forest), { scale: 1.08 }),
    ) +
    placed(-450, 4, scattered())
  )
}

type Field = { width: number; height: number; floor: number; x: number; scale: number }

/** The arches on a sand background; `floor` is the y of their base. */
export const archesDrawing = ({ width, height, floor, x, scale }: Field): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
  `<path fill="${COLOURS.sand}" d="M0 0h${width}v${height}H0z"/>` +
  `${placed(x, floor, archesGroup(), { scale })}</svg>\n`

export const twigDrawing = ({ width, height }: { width: number; height: number }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
  `<path fill="${COLOURS.forest}" d="M0 0h${width}v${height}H0z"/>` +
  `${placed(width / 2, height - 130, twig([COLOURS.turmeric, COLOURS.cream], '#efe2c4', COLOURS.forest), { scale: 1.55 })}</svg>\n`
