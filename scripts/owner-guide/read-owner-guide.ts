import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const OWNER_GUIDE = join(ROOT, 'docs', 'owner-guide.md')
export const PICTURE_FOLDER = join(ROOT, 'docs', 'owner-guide')

type GuidePicture = { alt: string; file: string }
/** `names` are the buttons, fields and screens that the guide marks in bold. */
export type OwnerGuide = { pictures: GuidePicture[]; names: string[] }

export function parseOwnerGuide(markdown: string): OwnerGuide {
  const pictures = [...markdown.matchAll(/!\[([^\]]*)\]\(owner-guide\/([^)]+)\)/g)].map(([, alt, file]) => ({
    alt: alt!.trim(),
    file: file!,
  }))
  const names = [...markdown.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name!.replaceAll(/\s+/g, ' '))
  return { pictures, names: [...new Set(names)] }
}

export const readOwnerGuide = (): OwnerGuide => parseOwnerGuide(readFileSync(OWNER_GUIDE, 'utf8'))
