import { sql } from 'kysely'
import type { Picture } from './product.ts'

/** What a page needs to offer a stored picture in every width. */
const sizes = sql`'image_url', pictures.image_url, 'width', pictures.width, 'height', pictures.height, 'widths', pictures.widths`

/** A joined row of `pictures` as one value; null where a product or category has no stored picture. */
export const pictureColumn = sql<Picture | null>`
  case when pictures.image_url is not null then json_build_object(${sizes}) end`.as('picture')

/** The same with its stand-in, for the one large picture of a page: those of a list would weigh more than the words beside them. */
export const pictureWithPlaceholder = sql<Picture | null>`
  case when pictures.image_url is not null then json_build_object(${sizes}, 'placeholder', pictures.placeholder) end`.as('picture')
