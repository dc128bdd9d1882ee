import { isBackupOld, lastBackupMessages, type LastBackup } from '#features/dashboard/last-backup.ts'
import { DashboardPanel } from './dashboard-panel.tsx'

export function BackupPanel({ backup, now }: { backup: LastBackup; now: string }) {
  const { made_at, failed_at, problem } = backup
  return (
    <DashboardPanel title={lastBackupMessages.title}>
      {made_at === null ? (
        <p className="panel-body text-laterite">{lastBackupMessages.none}</p>
      ) : (
        <p className="panel-body">
          <span>{lastBackupMessages.made(made_at, now)}</span>{' '}
          {isBackupOld(backup, now) && <strong className="text-laterite">{lastBackupMessages.old}</strong>}{' '}
          <span className="minor">{lastBackupMessages.content(backup)}</span>
        </p>
      )}
      {failed_at && (
        <p className="panel-body mail-why">
          <strong className="text-laterite">{lastBackupMessages.failed(failed_at, now)}</strong>{' '}
          <span>{problem}</span>
        </p>
      )}
      {made_at === null && <p className="panel-body minor">{lastBackupMessages.how}</p>}
    </DashboardPanel>
  )
}
