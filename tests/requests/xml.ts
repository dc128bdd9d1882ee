export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const NAME = '[A-Za-z_][\\w.:-]*'
const TOKEN = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|([^<]+)`, 'y')

function decoded(text: string): string {
  return text.replace(/&([^;]*;?)/g, (whole, name: string) => {
    const character = ENTITIES[name.slice(0, -1)]
    if (!name.endsWith(';') || !character) throw new Error(`${whole} is no entity of XML.`)
    return character
  })
}

/** Reads XML as strictly as a crawler does; throws at the first place that is not well formed. */
export function readXml(source: string): XmlElement {
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(source)
  if (!declaration) throw new Error('The declaration of XML is missing.')
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [document]
  TOKEN.lastIndex = declaration[0].length
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex
    const [, isEnd, name = '', attributes = '', isEmpty, text] = TOKEN.exec(source) ?? fail(source, at)
    const inside = open.at(-1)!
    if (text !== undefined) inside.text += decoded(text)
    else if (isEnd) {
      if (open.pop()!.name !== name) fail(source, at)
    } else {
      const pairs = [...attributes.matchAll(/([\w.:-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, decoded(value!)] as const)
      const element: XmlElement = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
      inside.children.push(element)
      if (!isEmpty) open.push(element)
    }
  }
  if (open.length !== 1 || document.children.length !== 1 || document.text.trim()) fail(source, source.length)
  return document.children[0]!
}

function fail(source: string, at: number): never {
  throw new Error(`Not well formed at ${at}: ${source.slice(at, at + 80)}`)
}
