import type { SettingsView } from './settings-view.ts'

export type SettingFieldsProps = {
  view: SettingsView
  /** The entries of a refused form. */
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  isConflict: boolean
}

/** Shown beside a field that somebody else has changed meanwhile. */
export const conflictHint = (typed: string | undefined, now: string): string =>
  typed === undefined || typed === now ? '' : `Now saved: ${now || 'nothing'}`
