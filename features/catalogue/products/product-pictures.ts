/** A picture in the owner's order, with its alternative text; null: the product's name. */
export type PictureReference = { image_url: string; alt: string | null }

/** The form in which the database stores them: the first one is in the columns that every list, cart and email reads. */
export type PictureColumns = {
  image_url: string | null
  image_alt: string | null
  more_pictures: PictureReference[]
}

/** The form in which a page sends them, in order. */
export type SubmittedPicture = { alt: string | null } & ({ image_url: string } | { upload: Uint8Array })

export const toPictureReferences = ({
  image_url,
  image_alt,
  more_pictures,
}: PictureColumns): PictureReference[] =>
  image_url === null
    ? []
    : [
        { image_url, alt: image_alt },
        ...more_pictures.map(({ image_url: address, alt }) => ({ image_url: address, alt })),
      ]

export function toPictureColumns([first, ...others]: readonly PictureReference[]): PictureColumns {
  return { image_url: first?.image_url ?? null, image_alt: first?.alt ?? null, more_pictures: others }
}
