import { DatabaseStartupError } from '#db/connection/database-error.server.ts'
import { ListenError } from '#server/http/http-server.ts'

export class StartupError extends Error {
  static is(problem: Error): boolean {
    return (
      problem instanceof StartupError ||
      problem instanceof DatabaseStartupError ||
      problem instanceof ListenError
    )
  }
}
