import { data, redirect } from 'react-router'
import { z } from 'zod'
import { parseVersion } from '#features/catalogue/product-form/submitted-forms.ts'
import { IMPORT_SUBJECTS } from '#features/catalogue/import/import-columns.ts'
import { importPageMessages } from '#features/catalogue/import/import-messages.ts'
import {
  applyImport,
  checkAgain,
  checkFile,
  listImports,
  readImport,
  undoImport,
} from '#features/catalogue/import/product-imports.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { requirePermission, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { adminAction } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import {
  importFileRefused,
  importRefused,
  importUndoRefused,
} from '#features/catalogue/import/product-import-refusals.server.ts'
import { refuseForm, withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import { choiceName, importPath } from './import-url.ts'

const OUTCOMES = ['faulty', 'changed', 'added', 'same'] as const

/** `import` opens one, `show` selects the kind of its lines. */
export const loader = adminLoader(async ({ shop, admin, query }) => {
  requirePermission(admin, 'catalogue.edit')
  const id = query.get('import')
  if (id === null)
    return data({ opened: null, recent: await listImports(shop, admin), now: shop.clock().toISOString() })
  const opened = await readImport(shop, admin, {
    id,
    show: OUTCOMES.find((outcome) => outcome === query.get('show')) ?? null,
    page: parsePageNumber(query.get('page')),
  })
  if (!opened) throw data(null, { status: 404 })
  return data({ opened, recent: [], now: shop.clock().toISOString() })
})

const importForm = z.object({
  intent: z.enum(['upload', 'check', 'import', 'undo']),
  import_id: z.string().default(''),
  version: z.string().optional().transform(parseVersion),
  subject: z.enum(IMPORT_SUBJECTS).default('products'),
  reason: z.string().max(500).default(''),
  confirmed: z
    .string()
    .optional()
    .transform((tick) => tick === 'on'),
  field: z.array(z.string().max(100)).max(500),
  import_file: z.instanceof(Uint8Array).nullable(),
})
type ImportForm = z.output<typeof importForm>

/** Status 400: invalid form, 404: unknown import, 409: changed meanwhile or already imported, 413: too large, 422: not a CSV file. */
export const action = adminAction({
  handle: async ({ shop, admin, submitted }) => {
    const form = await readForm(submitted, importForm, { lists: ['field'], file: 'import_file' })
    if (!form.ok) return refuseForm(400, { message: messages.badRequest })
    const chosen = submitted.get('import_file')
    const handled = await handle(shop, admin, form.value, chosen instanceof File ? chosen.name : '')
    return typeof handled === 'string' ? redirect(handled, 303) : handled
  },
  failure: 'a file could not be imported',
  answerFailure: () => refuseForm(503, { message: importPageMessages.failed }),
})

/** The next page, or a refusal. */
async function handle(
  shop: ShopDependencies,
  admin: Admin,
  form: ImportForm,
  name: string,
): Promise<string | HandledAction> {
  const { intent, import_id: id, version, subject, reason, import_file: bytes } = form
  const { field: chosen, confirmed: isConfirmed } = form
  const fields = chosen.length === 0 ? null : chosen
  const keepChoices = (refused: HandledAction) => withFields(refused, { values: choicesOf(form) })
  switch (intent) {
    case 'upload': {
      const checked = await checkFile(shop, admin, { subject, bytes, name })
      return checked.ok ? importPath(checked.value.id) : importFileRefused(checked.refusal)
    }
    case 'check': {
      const checked = await checkAgain(shop, admin, { id, version, fields })
      return checked.ok ? importPath(id) : keepChoices(importFileRefused(checked.refusal))
    }
    case 'import': {
      const applied = await applyImport(shop, admin, { id, version, fields, reason, isConfirmed })
      return applied.ok
        ? importPath(id, { notice: `${applied.value.subject}-imported` })
        : keepChoices(importRefused(applied.refusal))
    }
    case 'undo': {
      const undone = await undoImport(shop, admin, id)
      return undone.ok ? importPath(id, { notice: 'products-undone' }) : importUndoRefused(undone.refusal)
    }
  }
}

const choicesOf = ({ reason, confirmed, field }: ImportForm): Record<string, string> => ({
  reason,
  ...(confirmed && { confirmed: 'on' }),
  ...Object.fromEntries(field.map((each, index) => [choiceName(index), each])),
})
