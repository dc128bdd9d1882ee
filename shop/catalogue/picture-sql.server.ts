import { sql } from 'kysely'
import type { Picture } from './product.ts'

/** A joined row of `pictures` as one value; null where a product or category has no stored picture. */
export const pictureOf = sql<Picture | null>`
  case when pictures.image_url is not null then json_build_object(
    'image_url', pictures.image_url, 'width', pictures.width, 'height', pictures.height,
    'widths', pictures.widths, 'placeholder', pictures.placeholder) end`.as('picture')
