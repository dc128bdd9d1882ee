import { z } from 'zod'
import {
  MAX_RETENTION_DAYS,
  RETENTION,
  RETENTION_KINDS,
  type RetentionDays,
  type RetentionKind,
} from '#shop/retention.ts'

type VariableName = (typeof RETENTION)[RetentionKind]['environmentVariable']

function daysField(kind: RetentionKind) {
  const { days, min } = RETENTION[kind]
  const rule = `must be a whole number of days from ${min} to ${MAX_RETENTION_DAYS}`
  return z
    .string()
    .regex(/^\d{1,5}$/, rule)
    .transform(Number)
    .refine((number) => number >= min && number <= MAX_RETENTION_DAYS, rule)
    .default(days)
}

export const retentionFields = Object.fromEntries(
  RETENTION_KINDS.map((kind) => [RETENTION[kind].environmentVariable, daysField(kind)]),
) as Record<VariableName, ReturnType<typeof daysField>>

export const retentionFrom = (parsed: Record<VariableName, number>): RetentionDays =>
  Object.fromEntries(
    RETENTION_KINDS.map((kind) => [kind, parsed[RETENTION[kind].environmentVariable]]),
  ) as RetentionDays
