import { sql } from 'kysely'
import type { Picture } from './product.ts'

const sizes = sql`'image_url', pictures.image_url, 'width', pictures.width, 'height', pictures.height, 'widths', pictures.widths`

/** A left-joined row of `pictures` as JSON; null if there is no picture. */
export const pictureColumn = sql<Picture | null>`
  case when pictures.image_url is not null then json_build_object(${sizes}) end`.as('picture')

/** For a page's main picture only: placeholders would make lists too large. */
export const pictureWithPlaceholder = sql<Picture | null>`
  case when pictures.image_url is not null then json_build_object(${sizes}, 'placeholder', pictures.placeholder) end`.as(
  'picture',
)
