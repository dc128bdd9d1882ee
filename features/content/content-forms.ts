import { z } from 'zod'
import { versionField } from '#shop/text/number-fields.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { contentMessages, homeTextLabels } from './content-messages.ts'
import {
  HOME_TEXT_FIELDS,
  HOME_TEXT_LENGTHS,
  MAX_TEXT_LENGTH,
  type ContentPage,
  type HomeTextField,
  type StoredTexts,
} from './content-pages.ts'

const typedText = (label: string, max: number) =>
  z
    .string()
    .default('')
    .overwrite((text) => trimWhiteSpace(text.replaceAll('\r\n', '\n')))
    .refine((text) => text.length <= max, contentMessages.tooLong(label, max))

export const homeForm = z.object({
  version: versionField,
  ...(Object.fromEntries(
    HOME_TEXT_FIELDS.map((field) => [field, typedText(homeTextLabels[field], HOME_TEXT_LENGTHS[field])]),
  ) as Record<HomeTextField, ReturnType<typeof typedText>>),
})
export const pageForm = z.object({
  version: versionField,
  text: typedText(contentMessages.text, MAX_TEXT_LENGTH),
  keeps_standard: z.string().optional().transform(Boolean),
})

export type ContentForm = { version: number; texts: StoredTexts }

/** Returns the version that the form was opened with, and the texts as they are stored. */
export const contentForm = (page: ContentPage): z.ZodType<ContentForm> =>
  page === 'home'
    ? homeForm.transform(({ version: ofVersion, ...texts }) => ({
        version: ofVersion,
        texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
      }))
    : pageForm.transform(({ version: ofVersion, text, keeps_standard }) => ({
        version: ofVersion,
        texts: text === '' ? {} : { text, keeps_standard },
      }))

export const restoreForm = z.object({ version: versionField, restored_version: versionField })
export type RestoreForm = z.output<typeof restoreForm>
