import type { SettingsView } from './settings-view.ts'

export type SettingFieldsProps = {
  view: SettingsView
  /** What was typed into a form that was refused. */
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  isConflict: boolean
}

/** Beside a field that somebody else has changed meanwhile. */
export const conflictHint = (typed: string | undefined, now: string): string =>
  typed === undefined || typed === now ? '' : `Now saved: ${now || 'nothing'}`
