import { DatabaseStartupError } from '#db/connection/database-error.server.ts'
import { ListenError } from '#server/http/http-server.ts'

/** The operator can fix it, so it is printed without a stack. */
export class StartupError extends Error {
  static is(problem: Error): boolean {
    return (
      problem instanceof StartupError ||
      problem instanceof DatabaseStartupError ||
      problem instanceof ListenError
    )
  }
}
