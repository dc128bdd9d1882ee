import type { ContentPage } from '#features/content/content-pages.ts'

export const TEXTS_PATH = '/admin/settings/texts'
export const PICTURES_PATH = '/admin/settings/pictures'

export const textPath = (page: ContentPage, version?: number): string =>
  `${TEXTS_PATH}/${page}${version === undefined ? '' : `?saved=${version}`}`
