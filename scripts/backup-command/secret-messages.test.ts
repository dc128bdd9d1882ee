import { expect, test } from 'vitest'
import { backupSecretMessage, restoredSecretMessage } from './secret-messages.ts'

const LOST = 'everybody signs in again, and second factors are set up again'

test('BACKUP-3 a backup with SESSION_SECRET does not speak of a file', () => {
  const message = backupSecretMessage('session-secret')
  expect(message).toContain('set the same SESSION_SECRET where the backup is restored')
  expect(message).not.toContain('DATA_DIR/secret')
})

test('BACKUP-3 a backup without the file says whether encryption is the reason', () => {
  expect(backupSecretMessage('included')).toMatch(/^DATA_DIR\/secret is in it/)
  expect(backupSecretMessage('not-encrypted')).toMatch(
    /^DATA_DIR\/secret is not in it, because it is not encrypted\. .*--with-secret/,
  )
  expect(backupSecretMessage('not-encrypted')).toContain(LOST)
  expect(backupSecretMessage('no-file')).toMatch(/^There is no DATA_DIR\/secret\. .*SESSION_SECRET/)
})

test('BACKUP-5 a restore asks for the secret only if it has none', () => {
  const isSet = { hasSessionSecret: true }
  const isUnset = { hasSessionSecret: false }
  expect(restoredSecretMessage({ isRestored: false, ...isUnset })).toMatch(
    /^DATA_DIR\/secret was not restored\. Put/,
  )
  expect(restoredSecretMessage({ isRestored: false, ...isUnset })).toContain(LOST)
  expect(restoredSecretMessage({ isRestored: true, ...isUnset })).toMatch(/^DATA_DIR\/secret was restored/)
  for (const isRestored of [false, true]) {
    const message = restoredSecretMessage({ isRestored, ...isSet })
    expect(message).toMatch(/^SESSION_SECRET is set/)
    expect(message).not.toMatch(/or set SESSION_SECRET|Put/)
    expect(message.includes('DATA_DIR/secret of the backup is not used')).toBe(isRestored)
  }
})
