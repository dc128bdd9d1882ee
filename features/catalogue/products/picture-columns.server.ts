import { sql } from 'kysely'
import type { DescribedPicture, Picture } from './product.ts'

const sizes = sql`'image_url', pictures.image_url, 'width', pictures.width, 'height', pictures.height, 'widths', pictures.widths`

/** A left-joined row of `pictures` as JSON; null if there is no picture. */
export const pictureColumn = sql<Picture | null>`
  case when pictures.image_url is not null then json_build_object(${sizes}) end`.as('picture')

/** For a page's main picture only: placeholders would make lists too large. */
export const pictureWithPlaceholder = sql<Picture | null>`
  case when pictures.image_url is not null then json_build_object(${sizes}, 'placeholder', pictures.placeholder) end`.as(
  'picture',
)

/** The pictures after the first one, with their sizes. */
export const morePicturesColumn = sql<DescribedPicture[]>`(
  select coalesce(json_agg(json_build_object('image_url', each.image_url, 'width', each.width, 'height', each.height, 'widths', each.widths,
      'alt', more.picture ->> 'alt') order by more.place), '[]')
    from jsonb_array_elements(products.more_pictures) with ordinality more (picture, place)
    join pictures each on each.image_url = more.picture ->> 'image_url')`.as('more_pictures')
