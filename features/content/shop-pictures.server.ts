import sharp from 'sharp'
import { CONTENT_TYPE, emailPictureKey, pictureKeyFromUrl, shopPictureKey } from '#shop/picture-key.ts'
import { pictureErrorMessages } from '#features/pictures/picture-error-messages.ts'
import {
  preparePicture,
  type PictureProblem,
  type PictureShape,
} from '#features/pictures/picture-pipeline.server.ts'
import { storePicture } from '#features/pictures/store-picture.server.ts'
import { nextUploadTime, removeUnusedPicture } from '#features/pictures/store-upload.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import { readSettings, saveSetting, type SettingRefusal } from '#features/settings/settings.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  HERO_WIDTHS,
  NO_HERO_PICTURE,
  NO_LOGO,
  type HeroPictureSetting,
  type LogoSetting,
} from './shop-pictures.ts'

/** Twice the largest size on a page. */
const LOGO_SHAPE: PictureShape = { widths: [], ratio: null, maxWidth: 480, maxHeight: 160, isDrawn: true }
const HERO_SHAPE: PictureShape = { widths: HERO_WIDTHS, ratio: 3 / 2, maxWidth: 1600, maxHeight: 1600 }
/** Twice the size in an email; PNG, because not every email client reads WebP. */
const EMAIL_LOGO = { maxWidth: 320, maxHeight: 96 }

type Saved = Outcome<object, SettingRefusal | Refusal<PictureProblem>>
type Stored = { image_url: string; width: number; height: number; widths: number[] }

/** Shown on every page, in emails and on receipts. Refused: 'changed-meanwhile', and a file that is not a picture. */
export async function saveLogo(
  shop: ShopDependencies,
  admin: Actor,
  { version, upload }: { version: number; upload: Uint8Array | null },
): Promise<Saved> {
  requirePermission(admin, 'settings.edit')
  if (upload === null) return noPicture('logo_image')
  const { logo: before, versions } = await readSettings(shop, admin)
  if (versions['logo'] !== version) return refused('changed-meanwhile')
  const key = shopPictureKey('logo', nextUploadTime(shop))
  const stored = await storeAs(shop, { key, upload, shape: LOGO_SHAPE, field: 'logo_image' })
  if (!stored.ok) return stored
  const { image_url, width, height } = stored.value
  const bytes = await sharp(upload)
    .autoOrient()
    .resize(EMAIL_LOGO.maxWidth, EMAIL_LOGO.maxHeight, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
  await shop.pictures.write(emailPictureKey(key), bytes, CONTENT_TYPE.png)
  const value: LogoSetting = { picture: { image_url, width, height } }
  return saveAndCleanUp(shop, admin, { name: 'logo', version, value }, { before, stored: image_url })
}

/** Saves a new picture, or another description of the current one. Refused like {@link saveLogo}. */
export async function saveHeroPicture(
  shop: ShopDependencies,
  admin: Actor,
  { version, upload, alt }: { version: number; upload: Uint8Array | null; alt: string },
): Promise<Saved> {
  requirePermission(admin, 'settings.edit')
  const { heroPicture: before, versions } = await readSettings(shop, admin)
  if (versions['hero_picture'] !== version) return refused('changed-meanwhile')
  if (upload === null && before === null) return noPicture('hero_image')
  if (upload === null)
    return saveSetting(shop, admin, {
      name: 'hero_picture',
      version,
      value: { picture: { ...before!, alt } },
    })
  const key = shopPictureKey('hero', nextUploadTime(shop))
  const stored = await storeAs(shop, { key, upload, shape: HERO_SHAPE, field: 'hero_image' })
  if (!stored.ok) return stored
  const { image_url, width, height, widths } = stored.value
  const value: HeroPictureSetting = { picture: { image_url, width, height, widths, alt } }
  return saveAndCleanUp(shop, admin, { name: 'hero_picture', version, value }, { before, stored: image_url })
}

/** Removes the logo; pages show the name instead. Refused: 'changed-meanwhile'. */
export async function removeLogo(shop: ShopDependencies, admin: Actor, version: number): Promise<Saved> {
  requirePermission(admin, 'settings.edit')
  const { logo: before } = await readSettings(shop, admin)
  return saveAndCleanUp(shop, admin, { name: 'logo', version, value: NO_LOGO }, { before })
}

/** Removes the picture; pages show the standard one instead. Refused: 'changed-meanwhile'. */
export async function removeHeroPicture(
  shop: ShopDependencies,
  admin: Actor,
  version: number,
): Promise<Saved> {
  requirePermission(admin, 'settings.edit')
  const { heroPicture: before } = await readSettings(shop, admin)
  return saveAndCleanUp(shop, admin, { name: 'hero_picture', version, value: NO_HERO_PICTURE }, { before })
}

/** The logo for an email; null if there is none, or it cannot be read. */
export async function readEmailLogo({
  identity,
  pictures,
  log,
}: Pick<ShopDependencies, 'identity' | 'pictures' | 'log'>): Promise<Uint8Array | null> {
  const key = identity.logo && pictureKeyFromUrl(identity.logo.image_url)
  if (!key) return null
  try {
    return (await (await pictures.read(emailPictureKey(key)))?.bytes()) ?? null
  } catch (error) {
    log.warn({ error }, 'the logo could not be read for an email')
    return null
  }
}

const noPicture = (field: string) =>
  refused('picture-missing', { fields: { [field]: pictureErrorMessages['picture-missing'] } })

type Upload = { key: string; upload: Uint8Array; shape: PictureShape; field: string }

async function storeAs(
  shop: ShopDependencies,
  { key, upload, shape, field }: Upload,
): Promise<Outcome<Stored, Refusal<PictureProblem>>> {
  const prepared = await preparePicture(upload, { shape })
  if (!prepared.ok)
    return refused(prepared.refusal.code, {
      fields: { [field]: pictureErrorMessages[prepared.refusal.code] },
    })
  return done(await storePicture(shop, key, prepared.value))
}

/** Deletes old files once nothing shows them, and those of a refused save at once. */
async function saveAndCleanUp(
  shop: ShopDependencies,
  admin: Actor,
  setting: Parameters<typeof saveSetting>[2],
  { before, stored = null }: { before: { image_url: string } | null; stored?: string | null },
): Promise<Outcome<object, SettingRefusal>> {
  const saved = await saveSetting(shop, admin, setting)
  await removeUnusedPicture(shop, saved.ok ? (before?.image_url ?? null) : stored)
  return saved
}
