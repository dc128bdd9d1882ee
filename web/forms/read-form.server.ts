import type { ZodType } from 'zod'
import { messages } from '#shop/messages/messages.ts'

type FieldTexts = Record<string, string>
export type SubmittedForm<Value> =
  | { ok: true; value: Value; values: FieldTexts }
  | { ok: false; errors: FieldTexts; values: FieldTexts }

/** Values of these fields are never sent back to the page. */
const SECRET_FIELDS = /password/i

/** `lists` are fields with any number of values; the bytes of `file` are null if none was chosen; `files` takes any number. */
type FieldKinds = { lists?: readonly string[]; file?: string; files?: string }

/**
 * The reader of all forms: the value of a schema, or the first message of each invalid field; in both cases also the
 * texts as typed, without secrets. A rule without a message of its own is one that only a forged form breaks. Of other
 * fields sent several times, the last value counts.
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

/** What the user typed, as the page gets it back. */
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
