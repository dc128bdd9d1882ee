import { useSyncExternalStore } from 'react'

/** The types that features/pictures/detect-picture-format.server.ts recognises. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const HEIC_ENDINGS = ['.heic', '.heif']

/** Some systems give such files no type. */
export const isHeic = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  /^image\/hei[cf]/.test(type) || HEIC_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))

const neverChanges = () => () => {}
const ON_PHONES = PICTURE_TYPES.join(',')
const accepted = () =>
  navigator.maxTouchPoints === 0 ? [...PICTURE_TYPES, ...HEIC_ENDINGS].join(',') : ON_PHONES

/** For the file input. Phones convert HEIC to JPEG as long as it is not accepted. */
export const useAcceptedPictures = (): string => useSyncExternalStore(neverChanges, accepted, () => ON_PHONES)
