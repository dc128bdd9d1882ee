import type { SecretInBackup } from '#platform/backup/run-backup.ts'

const LOST = 'everybody signs in again, and second factors are set up again'

const BACKUP_MESSAGES: Record<SecretInBackup, string> = {
  included:
    'DATA_DIR/secret is in it: sessions and second factors stay valid after a restore. If the server has SESSION_SECRET, set the same where the backup is restored.',
  'not-encrypted': `DATA_DIR/secret is not in it, because it is not encrypted. Keep a copy of that file, or make the backup with --with-secret: without it ${LOST} after a restore.`,
  'session-secret': `SESSION_SECRET is in no backup. Keep it elsewhere, and set the same SESSION_SECRET where the backup is restored: otherwise ${LOST}.`,
  'no-file': `There is no DATA_DIR/secret. If the server has SESSION_SECRET, keep that elsewhere, and set the same where the backup is restored: otherwise ${LOST}.`,
}

export const backupSecretMessage = (secret: SecretInBackup): string => BACKUP_MESSAGES[secret]

/** `isRestored`: whether DATA_DIR/secret was in the backup. */
export function restoredSecretMessage({
  isRestored,
  hasSessionSecret,
}: {
  isRestored: boolean
  hasSessionSecret: boolean
}): string {
  if (hasSessionSecret)
    return `SESSION_SECRET is set${isRestored ? ', so the DATA_DIR/secret of the backup is not used' : ''}. It must be the secret that the shop had: otherwise ${LOST}.`
  if (isRestored) return 'DATA_DIR/secret was restored. If the shop had SESSION_SECRET, set the same now.'
  return `DATA_DIR/secret was not restored. Put that of the shop there, or set the SESSION_SECRET that it had: otherwise ${LOST}.`
}
