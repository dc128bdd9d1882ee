import { z, type ZodType } from 'zod'
import { messages } from '#shop/messages/messages.ts'

/** A hidden field with what its form shows, as JSON. */
export const jsonField = <Value>(schema: ZodType<Value>) =>
  z.string().transform((text, { addIssue }): Value => {
    try {
      return schema.parse(JSON.parse(text))
    } catch {
      addIssue(messages.badRequest)
      return z.NEVER
    }
  })
