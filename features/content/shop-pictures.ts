import type { Logo } from '#shop/identity/shop-identity.ts'

export type HeroPicture = { image_url: string; width: number; height: number; widths: number[]; alt: string }

/** Values of the settings `logo` and `hero_picture`. */
export type LogoSetting = { picture: Logo | null }
export type HeroPictureSetting = { picture: HeroPicture | null }

export const NO_LOGO: LogoSetting = { picture: null }
export const NO_HERO_PICTURE: HeroPictureSetting = { picture: null }

/** In pixels; a hero picture is cropped to 3:2. */
export const HERO_WIDTHS = [480, 750, 1080, 1600] as const
