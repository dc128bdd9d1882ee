import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { refused, type Refusal, type Refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { ContentForm, RestoreForm } from './content-forms.ts'
import { contentMessages } from './content-messages.ts'
import type { ContentPage, StoredTexts } from './content-pages.ts'
import {
  selectLastChanges,
  selectVersions,
  selectVersionTexts,
  type ContentVersion,
  type LastChange,
} from './content-queries.server.ts'
import { parseText } from './parse-text.server.ts'
import type { TextBlock } from '#shop/text/text-blocks.ts'

const MAX_LISTED_VERSIONS = 50

/** The last save of each page that has one. */
export async function listContent(shop: ShopDependencies, admin: Actor): Promise<LastChange[]> {
  requirePermission(admin, 'settings.read')
  return shop.db.queryAs(admin, selectLastChanges)
}

export type ContentToEdit = { version: number; texts: StoredTexts; versions: ContentVersion[] }

/** The newest texts of a page, and its latest versions. */
export async function readContent(
  shop: ShopDependencies,
  admin: Actor,
  page: ContentPage,
): Promise<ContentToEdit> {
  requirePermission(admin, 'settings.read')
  return shop.db.withActor(admin, async (trx) => {
    const versions = await selectVersions(trx, page, MAX_LISTED_VERSIONS)
    const version = versions[0]?.version ?? 0
    return { version, versions, texts: (version > 0 && (await selectVersionTexts(trx, page, version))) || {} }
  })
}

/** Null if there is no such version. */
export async function readVersion(
  shop: ShopDependencies,
  admin: Actor,
  page: ContentPage,
  version: number,
): Promise<StoredTexts | null> {
  requirePermission(admin, 'settings.read')
  return shop.db.queryAs(admin, (db) => selectVersionTexts(db, page, version))
}

export type LinkRefusal = Refusal<'link-not-allowed'> & { fields: Record<string, string> }

export type PreviewBlocks = { text: TextBlock[]; why_text: TextBlock[] }

/** What shoppers would see, with absolute links for `publicUrl`, and an error for each field with invalid links. */
export function previewTexts(
  { text = '', why_text = '' }: StoredTexts,
  publicUrl = '',
): { blocks: PreviewBlocks; errors: Record<string, string> } {
  const parsed = { text: parseText(text, publicUrl), why_text: parseText(why_text, publicUrl) }
  return {
    blocks: { text: parsed.text.blocks, why_text: parsed.why_text.blocks },
    errors: Object.fromEntries(
      Object.entries(parsed).flatMap(
        ([
          field,
          {
            refusedLinks: [address],
          },
        ]) => (address === undefined ? [] : [[field, contentMessages.refusedLink(address)]]),
      ),
    ),
  }
}

/** Refused: 'changed-meanwhile' if another owner saved first, and for invalid links. */
export async function saveContent(
  shop: ShopDependencies,
  admin: Actor,
  page: ContentPage,
  { version, texts }: ContentForm,
): Promise<Answer<'save_content'> | Refused<LinkRefusal>> {
  requirePermission(admin, 'settings.edit')
  const { errors } = previewTexts(texts)
  return Object.keys(errors).length > 0
    ? refused('link-not-allowed', { fields: errors })
    : saveVersion(shop, admin, { page, version, texts, restored: null })
}

/** Saves an earlier version as the newest one. Refused like {@link saveContent}. */
export async function restoreContent(
  shop: ShopDependencies,
  admin: Actor,
  page: ContentPage,
  { version, restored_version: restored }: RestoreForm,
): Promise<Answer<'save_content'>> {
  requirePermission(admin, 'settings.edit')
  const texts = await readVersion(shop, admin, page, restored)
  return texts ? saveVersion(shop, admin, { page, version, texts, restored }) : refused('not-found')
}

type Save = { page: ContentPage; version: number; texts: StoredTexts; restored: number | null }

const saveVersion = (shop: ShopDependencies, admin: Actor, { restored, ...save }: Save) =>
  shop.db.withActor(admin, (trx) =>
    callProcedure(trx, 'save_content', { ...save, restored_version: restored }),
  )
