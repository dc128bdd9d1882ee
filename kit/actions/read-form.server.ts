import type { ZodType } from 'zod'
import { messages } from '#shop/messages/messages.ts'

type FieldTexts = Record<string, string>
export type SubmittedForm<Value> =
  | { ok: true; value: Value; values: FieldTexts }
  | { ok: false; errors: FieldTexts; values: FieldTexts }

/** Values of these fields are never sent back to the page. */
const SECRET_FIELDS = /password/i

/** `lists`: fields with any number of values; `file`: bytes are null if no file was chosen; `files`: any number. */
type FieldKinds = { lists?: readonly string[]; file?: string; files?: string }

/**
 * Reads every form: the value of a schema, or the first message of each invalid field, and the entries without secrets. Only forged forms
 * break rules without a message. If another field is sent several times, the last value counts.
 */
export async function readForm<Value>(
  form: FormData,
  schema: ZodType<Value>,
  { lists = [], file, files }: FieldKinds = {},
): Promise<SubmittedForm<Value>> {
  const parsed = schema.safeParse(
    {
      ...entriesOf(form),
      ...Object.fromEntries(lists.map((name) => [name, form.getAll(name)])),
      ...(file && { [file]: await fileBytes(form.get(file)) }),
      ...(files && { [files]: await allFileBytes(form.getAll(files)) }),
    },
    { error: () => messages.badRequest },
  )
  const values = formTexts(form)
  if (parsed.success) return { ok: true, value: parsed.data, values }
  const errors: FieldTexts = {}
  for (const { path, message } of parsed.error.issues) errors[path.join('.') || 'form'] ??= message
  return { ok: false, errors, values }
}

/** The button or form that was used, for actions that handle several. */
export const readIntent = (form: FormData): string => String(form.get('intent') ?? '')

/** The user's entries, as the page gets them back. */
export const formTexts = (form: FormData): FieldTexts =>
  Object.fromEntries(Object.entries(entriesOf(form)).filter(([name]) => !SECRET_FIELDS.test(name)))

const entriesOf = (form: FormData): FieldTexts =>
  Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** The type is detected from the bytes, never from the name. */
async function fileBytes(file: FormDataEntryValue | null): Promise<Uint8Array | null> {
  // Browsers send an unnamed empty file if none was chosen; a named empty file was chosen.
  const isChosen = file instanceof File && (file.name !== '' || file.size > 0)
  return isChosen ? new Uint8Array(await file.arrayBuffer()) : null
}

const allFileBytes = async (entries: FormDataEntryValue[]): Promise<Uint8Array[]> =>
  (await Promise.all(entries.map(fileBytes))).filter((bytes) => bytes !== null)
