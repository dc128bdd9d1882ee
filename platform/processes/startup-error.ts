import { DatabaseStartupError } from '#platform/database/connection/database-error.server.ts'
import { ListenError } from '#platform/http/http-server.ts'

export class StartupError extends Error {
  static is(problem: Error): boolean {
    return (
      problem instanceof StartupError ||
      problem instanceof DatabaseStartupError ||
      problem instanceof ListenError
    )
  }
}
